import type { UnpricedModel } from '@ledgate/api/contract/channel';

/** As it is offered, and where the mapping makes it another, what that is. */
export const unpricedName = ({ model, billed_as: billed }: UnpricedModel): string =>
  model === billed ? model : `${model} → ${billed}`;
