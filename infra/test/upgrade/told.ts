import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ConsoleClient } from '../../tools/console-client/console-client.ts';
import {
  type LogRow,
  type Receipt,
  type StatementEntry,
  toldBucket,
  toldCode,
  toldLogRow,
  toldReceipt,
  toldStatement,
  toldToken,
  toldTrialBalance,
  toldUser,
} from './told-schemas.ts';

const PAGE_ROWS = 100;
const STATEMENT_ENTRIES = 10_000;
const USERS_AT_ONCE = 4;
/** Of an account's charges every so many is in `someReceipts`, and each that was corrected or recorded late. */
const SOME_EVERY = 40;
/** Whose log is asked for where not everything is: every so many accounts'. */
const LOG_EVERY = 4;

/** Unix seconds: from (inclusive) to (exclusive; 0: to the last event). */
type Range = readonly [number, number];

/** What an installation's books are asked for, and how. */
export type Asked = {
  /** A password of everybody but root, whose is the first. */
  readonly password: string;
  /** Every row of the log and every receipt; else the log of some accounts, and some receipts of each. */
  readonly whole: boolean;
  readonly ranges: readonly Range[];
  /** The same, without 0, for what was used by hour and model. */
  readonly weeks: readonly Range[];
  /** A receipt in the words in which it is compared. */
  readonly receiptAs?: (receipt: Receipt) => Receipt;
  /** The same of a row of the log; `idOf`: of everybody by name. */
  readonly rowAs?: (row: LogRow, idOf: ReadonlyMap<string, number>) => LogRow;
  /** Called with each answer that goes into a digest, to find what differs. */
  readonly onAnswer?: (account: string, what: string, answer: unknown) => void;
};

/** Many answers in short: how many, and SHA-256 over their JSON. */
type Digest = { readonly count: number; readonly digest: string };

type ToldAccount = {
  readonly user: z.output<typeof toldUser>;
  /** Null of who cannot sign in any more. */
  readonly tokens: readonly z.output<typeof toldToken>[] | null;
  readonly log?: Digest & { readonly quota: number };
  readonly statement: Digest & Omit<z.output<typeof toldStatement>, 'entries' | 'next'>;
  readonly someReceipts: Digest;
  readonly allReceipts?: Digest;
};

/** Everything that an installation tells of its books over HTTP: figures of each account, sums of the journal, and the rest in digests. */
export type Told = {
  readonly accounts: Readonly<Record<string, ToldAccount>>;
  readonly trialBalances: readonly (z.output<typeof toldTrialBalance> & { readonly range: Range })[];
  readonly usage: readonly (Digest & { readonly quota: number; readonly requests: number; readonly tokens: number })[];
  readonly codes: Digest & { readonly quota: number };
};

/** Asks the product at `url` as root, and each user for his tokens. Throws what it refuses. */
export async function told(url: string, asked: Asked): Promise<Told> {
  const root = await ConsoleClient.signedIn(url, 'root', '123456');
  const users = (await pages(root, '/api/user/?', toldUser)).toSorted((one, other) => one.id - other.id);
  const idOf = new Map(users.map(({ username, id }) => [username, id]));
  const accounts: Record<string, ToldAccount> = {};
  const waiting = [...users];
  const asking = async (): Promise<void> => {
    for (let user = waiting.shift(); user !== undefined; user = waiting.shift())
      accounts[user.username] = await toldAccount({ url, root, user, asked, idOf });
  };
  await Promise.all(Array.from({ length: USERS_AT_ONCE }, asking));
  const usage: Told['usage'][number][] = [];
  for (const range of asked.weeks) usage.push(await usageIn(root, range));
  const codes = await pages(root, '/api/redemption/?', toldCode);
  return {
    accounts: Object.fromEntries(users.map(({ username }) => [username, accounts[username] as ToldAccount])),
    trialBalances: await Promise.all(asked.ranges.map((range) => trialBalance(root, range))),
    usage,
    codes: { ...digestOf(codes), quota: codes.reduce((sum, { quota }) => sum + quota, 0) },
  };
}

type OfUser = {
  readonly url: string;
  readonly root: ConsoleClient;
  readonly user: z.output<typeof toldUser>;
  readonly asked: Asked;
  readonly idOf: ReadonlyMap<string, number>;
};

async function toldAccount({ url, root, user, asked, idOf }: OfUser): Promise<ToldAccount> {
  const { username, id } = user;
  const seen = <Answer>(what: string, answers: readonly Answer[]): Digest => {
    for (const answer of answers) asked.onAnswer?.(username, what, answer);
    return digestOf(answers);
  };
  const hasLog = asked.whole || id % LOG_EVERY === 0;
  const rowsNow = hasLog ? await pages(root, `/api/log/?username=${username}&`, toldLogRow) : [];
  const rows = rowsNow.map((row) => asked.rowAs?.(row, idOf) ?? row);
  const { entries, next, ...sums } = await statement(root, id);
  if (next !== null) throw new Error(`the statement of ${username} goes on`);
  const charges = entries.filter(({ kind }) => kind === 'charge');
  const some = someOf(charges);
  const receipts = new Map<string, Receipt>();
  for (const requestId of new Set(charges.map(({ request_id }) => request_id))) {
    if (!asked.whole && !some.has(requestId)) continue;
    const receipt = await root.get(`/api/log/${requestId}/explanation`, toldReceipt);
    receipts.set(requestId, asked.receiptAs?.(receipt) ?? receipt);
  }
  return {
    user,
    tokens: user.DeletedAt === null && username !== 'root' ? await tokensOf(url, username, asked.password) : null,
    ...(hasLog ? { log: { ...seen('log', rows), quota: rows.reduce((sum, { quota }) => sum + quota, 0) } } : {}),
    statement: { ...sums, ...seen('statement', entries) },
    someReceipts: digestOf([...receipts].flatMap(([requestId, receipt]) => (some.has(requestId) ? [receipt] : []))),
    ...(asked.whole ? { allReceipts: seen('receipts', [...receipts.values()]) } : {}),
  };
}

async function tokensOf(url: string, username: string, password: string) {
  const console = await ConsoleClient.signedIn(url, username, password);
  return console.get(`/api/token/?p=0&size=${PAGE_ROWS}`, z.array(toldToken));
}

const statement = (root: ConsoleClient, id: number) =>
  root.get(`/api/statement/${id}?limit=${STATEMENT_ENTRIES}`, toldStatement);

function someOf(charges: readonly StatementEntry[]): ReadonlySet<string> {
  return new Set(
    charges
      .filter(({ type }, index) => index % SOME_EVERY === 0 || type !== 'ConsumptionRecorded')
      .map(({ request_id }) => request_id),
  );
}

async function trialBalance(root: ConsoleClient, range: Range): Promise<Told['trialBalances'][number]> {
  const [start, end] = range;
  return { range, ...(await root.get(`/api/ledger/trial_balance?start=${start}&end=${end}`, toldTrialBalance)) };
}

async function usageIn(root: ConsoleClient, [start, end]: Range): Promise<Told['usage'][number]> {
  const path = `/api/data/?start_timestamp=${start}&end_timestamp=${end - 1}`;
  const buckets = await root.get(path, z.array(toldBucket));
  return {
    ...digestOf(buckets),
    quota: buckets.reduce((sum, { quota }) => sum + quota, 0),
    requests: buckets.reduce((sum, { count }) => sum + count, 0),
    tokens: buckets.reduce((sum, { token_used }) => sum + token_used, 0),
  };
}

async function pages<Item>(root: ConsoleClient, path: string, item: z.ZodType<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await root.get(
      `${path}p=${page}&page_size=${PAGE_ROWS}`,
      z.object({ items: z.array(item), total: z.number() }),
    );
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}

function digestOf(answers: readonly unknown[]): Digest {
  const hash = createHash('sha256');
  for (const answer of answers) hash.update(`${JSON.stringify(answer)}\n`);
  return { count: answers.length, digest: hash.digest('hex') };
}
