import { quota, type Quota } from '@ledgate/domain/shared/quota';
import type { UserId } from '@ledgate/domain/shared/ids';
import { countedAs } from '../ledger/charge-of.ts';
import { CHARGE_TYPES, type ChargeFacts } from '../ledger/entry-facts.ts';
import { DATA_BUCKETS_MAX, DATA_STEPS_MAX, MOVED_ROWS_PAGE } from '../limits.ts';
import { type Database, inSnapshot, type Queryable, rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { storedText } from '../shared/stored-text.ts';
import { EVERYTHING, type Head, knownCuts } from './head.ts';
import { bucketOf, type Moved, placed } from './placing.ts';
import { beginningsOf, END, recordedQuarters, type TimeRange } from './ranges.ts';
import { movedChargesPage, sumsByModel } from './sql.ts';

/** Consumption of one model in one step of time: every charge, logged or not. */
export type UsageBucket = {
  readonly modelBilled: string;
  /** Unix seconds of the step's start; steps begin at multiples of their length (UTC), also where the range begins within one. */
  readonly startS: number;
  readonly count: number;
  readonly amount: Quota;
  /** Prompt and completion. */
  readonly tokens: number;
};

type UsageRequest = {
  /** undefined: of all users. */
  readonly accountId: UserId | undefined;
  /** Unix seconds: from `fromS` (inclusive) to `toS` (exclusive). */
  readonly fromS: number;
  readonly toS: number;
  /** Seconds: a multiple of a quarter of an hour. */
  readonly stepS: number;
  /** What it is told of, left out: all that is known. */
  readonly head?: Head;
};

/**
 * By model and step, oldest first, in one snapshot. A charge stands in the step in which the rule for ranges puts it (`ranges.ts`), so the sum is what a
 * statement of the same range says. undefined where that is more than DATA_STEPS_MAX steps or DATA_BUCKETS_MAX buckets.
 */
export async function usageBuckets(
  db: Database,
  { accountId, fromS, toS, stepS, head = EVERYTHING }: UsageRequest,
): Promise<readonly UsageBucket[] | undefined> {
  if (toS <= fromS) return [];
  const first = fromS - (fromS % stepS);
  if ((toS - first) / stepS > DATA_STEPS_MAX) return undefined;
  const starts = Array.from({ length: Math.ceil((toS - first) / stepS) }, (_, index) => first + index * stepS);
  const sums = await inSnapshot(db, async (client) =>
    sumsBetween(client, accountId, knownCuts(await beginningsOf(client, [fromS, ...starts.slice(1), toS]), head)),
  );
  const buckets = [...sums.values()].flatMap(({ bucket, model, ...values }) =>
    isNothing(values)
      ? []
      : [{ modelBilled: model, startS: starts[bucket] ?? first, ...values, amount: quota(values.amount) }],
  );
  if (buckets.length > DATA_BUCKETS_MAX) return undefined;
  return buckets.sort((one, other) => one.startS - other.startS || (one.modelBilled < other.modelBilled ? -1 : 1));
}

type UsageTotals = { readonly amount: Quota; readonly requests: number; readonly tokens: number };

/** Consumption of a range in all, of one user or of all, in one snapshot: a tile. */
export async function usageTotals(
  db: Database,
  accountId: UserId | undefined,
  { fromS, toS }: TimeRange,
  head: Head = EVERYTHING,
): Promise<UsageTotals> {
  const sums = await inSnapshot(db, async (client) => {
    const cuts = await beginningsOf(client, toS === undefined ? [fromS] : [fromS, Math.max(fromS, toS)]);
    return sumsBetween(client, accountId, knownCuts(toS === undefined ? [...cuts, END] : cuts, head));
  });
  const totals = { amount: 0, requests: 0, tokens: 0 };
  for (const { amount, count, tokens } of sums.values()) {
    totals.amount += amount;
    totals.requests += count;
    totals.tokens += tokens;
  }
  return { ...totals, amount: quota(totals.amount) };
}

/** What was charged between some positions, of one user or of all: the i-th from `cuts[i]` to before `cuts[i + 1]`. In a snapshot, as all that goes with it. */
export async function chargedBetween(
  db: Queryable,
  accountId: UserId | undefined,
  cuts: readonly number[],
): Promise<readonly Quota[]> {
  const charged = cuts.slice(1).map(() => 0);
  for (const { bucket, amount } of (await sumsBetween(db, accountId, cuts)).values())
    charged[bucket] = (charged[bucket] ?? 0) + amount;
  return charged.map(quota);
}

type Values = { count: number; amount: number; tokens: number };
type Sum = Values & { readonly bucket: number; readonly model: string };

const isNothing = ({ count, amount, tokens }: Values): boolean => count === 0 && amount === 0 && tokens === 0;

/** By bucket and model; bucket i is from `cuts[i]` to before `cuts[i + 1]`. */
async function sumsBetween(
  db: Queryable,
  accountId: UserId | undefined,
  cuts: readonly number[],
): Promise<ReadonlyMap<string, Sum>> {
  const [from = 0, before = 0] = [cuts[0], cuts.at(-1)];
  const { whole, moved } = placed(from < before ? await recordedQuarters(db, { from, before }) : [], cuts);
  const sums = new Map<string, Sum>();
  const add = (bucket: number | undefined, model: string, { count, amount, tokens }: Values, sign: 1 | -1): void => {
    if (bucket === undefined) return;
    const key = `${bucket}/${model}`;
    const sum = sums.get(key) ?? { bucket, model, count: 0, amount: 0, tokens: 0 };
    sum.count += sign * count;
    sum.amount += sign * amount;
    sum.tokens += sign * tokens;
    sums.set(key, sum);
  };
  for (const { bucket, model_name, ...values } of await sumsOfQuarters(db, accountId, whole))
    add(bucket, model_name, values, 1);
  for await (const { position, counted, model, ...values } of movedCharges(db, accountId, moved)) {
    add(counted, model, values, -1);
    add(bucketOf(cuts, position), model, values, 1);
  }
  return sums;
}

/** @param whole the bucket of each quarter */
async function sumsOfQuarters(
  db: Queryable,
  accountId: UserId | undefined,
  whole: ReadonlyMap<number, number>,
): Promise<readonly { bucket: number; model_name: string; count: number; amount: number; tokens: number }[]> {
  if (whole.size === 0) return [];
  const recorded = [...whole.keys()];
  return rows(
    db,
    query.raw(sumsByModel(accountId !== undefined), {
      recorded,
      buckets: [...whole.values()],
      first: recorded.reduce((least, each) => Math.min(least, each)),
      last: recorded.reduce((most, each) => Math.max(most, each)),
      ...(accountId === undefined ? {} : { accountId }),
    }),
  );
}

type MovedCharge = Values & { readonly position: number; readonly counted: number | undefined; readonly model: string };

/** The charges in some ranges of positions, which ascend, a page at a time. */
async function* movedCharges(
  db: Queryable,
  accountId: UserId | undefined,
  moved: readonly Moved[],
): AsyncGenerator<MovedCharge> {
  for (let [after, more] = [-1, moved.length > 0]; more;) {
    const left = moved.filter(({ before }) => before > after + 1);
    const found = await rows<{ position: number; type: string; amount: number; facts: string }>(
      db,
      query.raw(movedChargesPage(accountId !== undefined), {
        from: left.map(({ from }) => Math.max(from, after + 1)),
        before: left.map(({ before }) => before),
        types: [...CHARGE_TYPES],
        limit: MOVED_ROWS_PAGE,
        ...(accountId === undefined ? {} : { accountId }),
      }),
    );
    let at = 0;
    for (const { position, type, amount, facts } of found) {
      const charge = JSON.parse(facts) as Pick<ChargeFacts, 'prompt' | 'completion'> & { readonly model?: string };
      const { requests, promptTokens, completionTokens } = countedAs(type, charge);
      while ((left[at]?.before ?? END) <= position) at += 1;
      // What changes a charge without repeating it says no model.
      const model = storedText(charge.model ?? '');
      yield {
        position,
        counted: left[at]?.counted,
        model,
        count: requests,
        amount: -amount,
        tokens: promptTokens + completionTokens,
      };
    }
    after = found.at(-1)?.position ?? after;
    more = found.length === MOVED_ROWS_PAGE;
  }
}
