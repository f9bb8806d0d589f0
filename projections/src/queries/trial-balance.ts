import type { Position } from '@ledgate/domain/ports/event-store';
import { lineOf, wallet } from '@ledgate/domain/postings/chart';
import type { UserId } from '@ledgate/domain/shared/ids';
import { byText } from '../runner/columns.ts';
import { type Database, exactRows, inSnapshot, type Queryable } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { indexAt, knownHead, knownPart } from './head.ts';
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
  /** The ledger is known up to it, and its last event has this index. */
  readonly position: Position;
  readonly index: number;
  /** By name; those that never moved are left out. */
  readonly accounts: readonly TrialBalanceLine[];
  /** Of all balances: zero when the books are true. */
  readonly total: bigint;
};

const EVERYTHING: TimeRange = { fromS: 0, toS: undefined };

/** The sum of every account of the chart over a range (`ranges.ts`), in one snapshot. */
export const trialBalance = (db: Database, range = EVERYTHING): Promise<TrialBalance> =>
  inSnapshot(db, async (client) => {
    const head = await knownHead(client);
    const accounts = linesOf(await sumsOver(client, knownPart(await positionRangeOf(client, range), head)));
    return {
      position: head.position,
      index: await indexAt(client, head.position),
      accounts,
      total: accounts.reduce((total, { balance }) => total + balance, 0n),
    };
  });

/** The wallets of all users together before a position. In a snapshot, as all that goes with it. */
export async function walletsBefore(db: Queryable, position: number): Promise<bigint> {
  const lines = linesOf(await sumsOver(db, { from: position, before: position }));
  return lines.find(({ account }) => account === WALLETS)?.opening ?? 0n;
}

const WALLETS = lineOf(wallet(0 as UserId));

async function sumsOver(db: Queryable, positions: PositionRange): Promise<readonly Sums[]> {
  const cut = await cutThrough(db, [positions.from, positions.before]);
  return [...(await wholeQuarters(db, positions, cut)), ...(await cutQuarters(db, positions, cut))];
}

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
