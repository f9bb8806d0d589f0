import type { ApiRequest } from '../api/base-query.ts';
import type { WorkPlan } from './use-work.ts';

/** What has a name and is on or off. */
type Switchable = { readonly id: number; readonly name: string; readonly status: number };

export type Switching<Row> = Pick<WorkPlan<Row>, 'tags' | 'onLeft'> & {
  readonly statuses: { readonly enabled: number; readonly disabled: number };
  readonly texts: {
    readonly enableChosen: string;
    readonly disableChosen: string;
    readonly enabledChosen: (count: number) => string;
    readonly disabledChosen: (count: number) => string;
  };
  readonly request: (row: Row, status: number) => ApiRequest;
};

/** Switches rows on or off, a call each. Taking it back switches those alone that were the other way before, and is not taken back itself. */
export function switching<Row extends Switchable>(
  how: Switching<Row>,
  rows: readonly Row[],
  enables: boolean,
  undoes = false,
): WorkPlan<Row> {
  const { statuses, texts, request, ...told } = how;
  return {
    ...told,
    rows,
    keyOf: ({ id }) => String(id),
    nameOf: ({ name }) => name,
    title: enables ? texts.enableChosen : texts.disableChosen,
    success: enables ? texts.enabledChosen : texts.disabledChosen,
    request: (row) => request(row, enables ? statuses.enabled : statuses.disabled),
    undo: (done) => {
      const changed = done.filter(({ status }) => (status === statuses.enabled) !== enables);
      return undoes || changed.length === 0 ? undefined : switching(how, changed, !enables, true);
    },
  };
}
