import type { Proved } from '../../shared/receipt/receipt-api.ts';

/** What followed a charge: from what it went to what, in quota units; `at` as the event has it (ISO 8601). */
export type Change = {
  readonly type: string;
  readonly at: string;
  readonly before: number;
  readonly after: number;
  readonly isSealed: boolean;
};

type Leaf = {
  readonly type: string;
  readonly recordedAt: string;
  readonly data: { readonly amount?: number; readonly after?: number };
};

/** The changes of a charge in their order, from the amount that it was recorded with; one that is not read leaves the amount. */
export function changesOf(total: number, later: readonly Proved[]): readonly Change[] {
  let stood = total;
  return later.map(({ leaf, sealed }) => {
    const { type, recordedAt, data } = JSON.parse(leaf) as Leaf;
    const before = stood;
    stood = data.after ?? before - (data.amount ?? 0);
    return { type, at: recordedAt, before, after: stood, isSealed: sealed };
  });
}
