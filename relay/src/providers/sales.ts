import { type Extra, isExtraPriced, isLongPromptPriced, isServicePriced } from '@ledgate/domain/pricing/reckon';
import type { Call } from './provider.ts';

type Sold = Pick<Call, 'channel' | 'priced'>;

/** The channel's setting `unpriced` is `pass`: what nobody prices goes up all the same. */
const passesUnpriced = ({ channel, priced }: Sold): boolean =>
  priced === undefined || channel.setting['unpriced'] === 'pass';

/** Whether it may go up what multiplies the provider's price (docs/behaviour.md#what-multiplies-a-price). Undefined: what no book can price. */
export const maySell = (call: Sold, extra: Extra | undefined): boolean =>
  passesUnpriced(call) || (extra !== undefined && call.priced !== undefined && isExtraPriced(call.priced, extra));

export const maySellTier = (call: Sold, serviceTier: string): boolean =>
  passesUnpriced(call) || (call.priced !== undefined && isServicePriced({ ...call.priced, serviceTier }));

/** The book has tiers for the model. */
export const maySellLongPrompts = (call: Sold): boolean =>
  passesUnpriced(call) || (call.priced !== undefined && isLongPromptPriced(call.priced));
