import type { Position } from '@ledgate/domain/ports/event-store';
import { lineOf } from '@ledgate/domain/postings/chart';
import { byText } from '../runner/columns.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { type Database, exactRows, inSnapshot, oneRow, type Queryable } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { cutThrough, END, type PositionRange, positionRangeOf, type TimeRange } from './ranges.ts';
import { WHOLE_QUARTERS, CUT_QUARTERS } from './sql.ts';

/** Sums over all users in quota units; exact beyond what a number holds, for nothing bounds how many users there are. */
export type TrialBalanceLine = {
  /** Wallets and earnings of all users are summed up as `user:*:wallet` and `user:*:earnings`; the others stand alone. */
  readonly account: string;
  /** At the beginning. */
  readonly opening: bigint;
  /** What was taken from it, zero or below, and given to it, zero or above. */
  readonly debits: bigint;
  readonly credits: bigint;
  /** At the end: the sum of the three. */
  readonly balance: bigint;
};

export type TrialBalance = {
  readonly position: Position;
  /** By name; those that never moved are left out. */
  readonly accounts: readonly TrialBalanceLine[];
  /** Of all balances: zero when the books are true. */
  readonly total: bigint;
};

const EVERYTHING: TimeRange = { fromS: 0, toS: undefined };

/** The sum of every account of the chart over a range (`ranges.ts`), in one snapshot. */
export const trialBalance = (db: Database, range = EVERYTHING): Promise<TrialBalance> =>
  inSnapshot(db, async (client) => {
    const { position } = await oneRow<{ position: number | null }>(
      client,
      query(`${READ_MODELS}.checkpoints`).min({ position: 'position' }),
    );
    const positions = await positionRangeOf(client, range);
    const cut = await cutThrough(client, [positions.from, positions.before]);
    const sums = [...(await wholeQuarters(client, positions, cut)), ...(await cutQuarters(client, positions, cut))];
    const accounts = linesOf(sums);
    return {
      position: (position ?? 0) as Position,
      accounts,
      total: accounts.reduce((total, { balance }) => total + balance, 0n),
    };
  });

type Sums = { readonly account: string; readonly opening: string; readonly debits: string; readonly credits: string };

/** Of the quarters of an hour that the range does not cut. */
function wholeQuarters(
  db: Queryable,
  { from, before }: PositionRange,
  cut: readonly PositionRange[],
): Promise<readonly Sums[]> {
  return exactRows<Sums>(db, query.raw(WHOLE_QUARTERS, bindingsOf(from, before, cut)));
}

/** Of the quarters that it cuts, from their postings. */
function cutQuarters(
  db: Queryable,
  { from, before }: PositionRange,
  cut: readonly PositionRange[],
): Promise<readonly Sums[]> {
  return exactRows<Sums>(db, query.raw(CUT_QUARTERS, bindingsOf(from, before, cut)));
}

const bindingsOf = (from: number, before: number, cut: readonly PositionRange[]) => ({
  from,
  before,
  cutFrom: cut.map((range) => range.from),
  cutBefore: cut.map((range) => Math.min(range.before, END)),
});

function linesOf(sums: readonly Sums[]): readonly TrialBalanceLine[] {
  const lines = new Map<string, Omit<TrialBalanceLine, 'account' | 'balance'>>();
  for (const { account, ...sum } of sums) {
    const line = lineOf(account);
    const before = lines.get(line) ?? { opening: 0n, debits: 0n, credits: 0n };
    lines.set(line, {
      opening: before.opening + BigInt(sum.opening),
      debits: before.debits + BigInt(sum.debits),
      credits: before.credits + BigInt(sum.credits),
    });
  }
  return [...lines]
    .sort(([one], [other]) => byText(one, other))
    .map(([account, { opening, debits, credits }]) => ({
      account,
      opening,
      debits,
      credits,
      balance: opening + debits + credits,
    }));
}
