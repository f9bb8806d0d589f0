import type { PoolClient } from 'pg';
import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import type { Generation } from '../schema/generations.ts';
import { exactRows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import type { AccountCheck } from './account-check.ts';
import type { CleaningCheck } from './cleaning-check.ts';
import { type Findings, type Place, placeOfAccount } from './finding.ts';
import { checkFirstPositions } from './first-positions-check.ts';
import { BUCKET_TABLES, type SumsCheck } from './sums-check.ts';
import { checkTable, type TableToCheck } from './table-check.ts';
import type { TillRows } from './till-rows.ts';
import type { WalletCheck } from './wallet-check.ts';
import { chargedTwice, wholeSums } from './sql.ts';

type Checks = {
  readonly accounts: AccountCheck;
  readonly tillRows: TillRows;
  readonly sums: SumsCheck;
  readonly cleaning: CleaningCheck;
  readonly rows: { readonly wallets: WalletCheck };
};

const BUCKET_KEYS: Readonly<Record<(typeof BUCKET_TABLES)[number], readonly string[]>> = {
  usage_user_model_quarter: ['user_id', 'recorded_s', 'model_name'],
  usage_model_quarter: ['recorded_s', 'model_name'],
  usage_model_day: ['day_s', 'model_name'],
};

/** Of a key that begins with a user's id. */
const ofUser = (key: string): Place => ({ userId: Number.parseInt(key, 10) });

/** Every table of sums and states, and what they must be to each other. */
export async function checkTables(
  client: PoolClient,
  generation: Generation,
  findings: Findings,
  { accounts, tillRows, sums, cleaning, rows: { wallets } }: Checks,
): Promise<void> {
  const named =
    (what: string) =>
    (key: string): string =>
      `${what} ${key}`;
  const tables: readonly TableToCheck[] = [
    {
      kind: 'balance',
      table: 'balances',
      key: ['user_id'],
      expected: accounts.rows(),
      subject: named('of account'),
      place: ofUser,
    },
    {
      kind: 'balance',
      table: 'lots',
      key: ['user_id', 'name'],
      expected: wallets.lots(),
      subject: named('lot of account/revision'),
      place: ofUser,
    },
    {
      kind: 'balance',
      table: 'open_lots',
      key: ['user_id', 'name'],
      expected: wallets.openLots(),
      subject: named('rest of the lot of account/revision'),
      place: ofUser,
    },
    {
      kind: 'balance',
      table: 'request_draws',
      key: ['user_id', 'request_id'],
      expected: wallets.requestDraws(),
      subject: named('lots of account/request'),
      place: ofUser,
    },
    {
      kind: 'token',
      table: 'token_use',
      key: ['token_id'],
      expected: sums.tokens,
      subject: named('id'),
      place: (key) => ({ tokenId: Number(key) }),
    },
    {
      kind: 'token',
      table: 'token_limits',
      key: ['token_id', 'position'],
      expected: sums.tokenLimits,
      subject: named('limit of id/position'),
      place: (key) => ({ tokenId: Number.parseInt(key, 10) }),
    },
    {
      kind: 'channel',
      table: 'channel_use',
      key: ['channel_id'],
      expected: sums.channels,
      subject: named('id'),
      place: (key) => ({ channelId: Number(key) }),
    },
    ...BUCKET_TABLES.map((table): TableToCheck => ({
      kind: 'bucket',
      table,
      key: BUCKET_KEYS[table],
      expected: sums.buckets[table],
      subject: (key) => `${table} ${key}`,
      ...(BUCKET_KEYS[table][0] === 'user_id' ? { place: ofUser } : {}),
    })),
    {
      kind: 'log row',
      table: 'log_counts',
      key: ['user_id', 'recorded_s', 'type'],
      expected: sums.logCounts(),
      subject: named('counts of user/quarter/type'),
      place: ofUser,
    },
    {
      kind: 'journal account',
      table: 'journal_accounts',
      key: ['account'],
      expected: sums.journalRows(),
      subject: (key) => key,
      place: placeOfAccount,
    },
    {
      kind: 'journal account',
      table: 'journal_quarters',
      key: ['line', 'recorded_s'],
      expected: sums.quarterRows(),
      subject: named('in line/quarter'),
      place: (key) => placeOfAccount(key.slice(0, key.lastIndexOf('/'))),
    },
    {
      kind: 'time',
      table: 'recorded_quarters',
      key: ['recorded_s'],
      expected: sums.recordedQuarterRows(),
      subject: named('recorded in the quarter from'),
    },
    {
      kind: 'time',
      table: 'event_counts',
      key: ['bits', 'block'],
      expected: sums.eventCountRows(),
      subject: named('events counted in bits/block'),
    },
    {
      kind: 'time',
      table: 'period_events',
      key: ['position'],
      expected: sums.periodEvents,
      subject: named('period event at position'),
    },
    { kind: 'lease', table: 'open_leases', key: ['lease_id'], expected: accounts.openLeases(), subject: named('open') },
    { kind: 'till', table: 'tills', key: ['till_id'], expected: tillRows.rows(), subject: (key) => key },
    { kind: 'claim', table: 'claims', key: ['source'], expected: sums.claims, subject: (key) => key },
    {
      kind: 'code',
      table: 'code_states',
      key: ['code_id'],
      expected: sums.codes,
      subject: named('id'),
      place: (key) => ({ codeId: Number(key) }),
    },
    { kind: 'order', table: 'top_ups', key: ['trade_no'], expected: sums.topUps, subject: (key) => key },
    { kind: 'task', table: 'tasks', key: ['task_id'], expected: sums.tasks, subject: (key) => key },
    {
      kind: 'price book',
      table: 'price_books',
      key: ['version'],
      expected: sums.priceBooks,
      subject: named('version'),
    },
  ];
  for (const table of tables) await checkTable(client, generation, findings, table);
  await checkFirstPositions(client, generation, findings, sums.firstPositions);
  checkWallets(findings, accounts, sums);
  if (sums.cleanedBeforeMs !== cleaning.beforeMs)
    findings.add('cleaning', 'watermark', sums.cleanedBeforeMs, cleaning.beforeMs);
  await checkSums(client, generation, findings, sums, cleaning);
  await checkChargedOnce(client, generation, findings);
}

/** The books' wallets are the balances of the accounts' own fold. */
function checkWallets(findings: Findings, accounts: AccountCheck, sums: SumsCheck): void {
  for (const [accountId, balance] of accounts.balances()) {
    const posted = sums.journal.get(`user:${accountId}:wallet`) ?? 0n;
    if (posted !== BigInt(balance))
      findings.add('journal account', `user:${accountId}:wallet`, `${balance}, the account's fold`, posted, {
        place: placeOfAccount(`user:${accountId}:wallet`),
        amount: posted - BigInt(balance),
        inLedger: true,
      });
  }
  for (const [accountId, earned] of accounts.earnings()) {
    const posted = sums.journal.get(`user:${accountId}:earnings`) ?? 0n;
    if (posted !== BigInt(earned))
      findings.add('journal account', `user:${accountId}:earnings`, `${earned}, the account's fold`, posted, {
        place: placeOfAccount(`user:${accountId}:earnings`),
        amount: posted - BigInt(earned),
        inLedger: true,
      });
  }
}

/** Sums over whole tables, as the issue of the books states them; exact however large. */
async function checkSums(
  client: PoolClient,
  { schema }: Generation,
  findings: Findings,
  sums: SumsCheck,
  cleaning: CleaningCheck,
): Promise<void> {
  const [seen] = await exactRows<
    Readonly<Record<'trial' | 'entries' | 'buckets' | 'used' | 'shown' | 'tags' | 'tagsOfRows' | 'tagsMissing', string>>
  >(client, query.raw(wholeSums(schema), [LOG_TYPE.consumption, cleaning.begins, cleaning.fromMs]));
  const charges = [...sums.buckets.usage_model_day.values()].reduce((sum, { quota }) => sum + BigInt(quota), 0n);
  if (seen?.trial !== '0') findings.add('trial balance', 'sum of all accounts', 0, seen?.trial, { amount: true });
  if (seen?.entries !== '0')
    findings.add('trial balance', 'sum of all journal entries', 0, seen?.entries, { amount: true });
  if (seen?.buckets !== String(charges))
    findings.add('bucket', 'sum of all buckets', `${charges}, the charges`, seen?.buckets, {
      amount: BigInt(seen?.buckets ?? 0) - charges,
    });
  if (seen?.tags !== seen?.tagsOfRows)
    findings.add('log row', 'tags of all display rows', `${seen?.tagsOfRows}, those that the rows tell`, seen?.tags);
  if (seen?.tagsMissing !== '0') findings.add('log row', 'tags that are not found', 0, seen?.tagsMissing);
  if (seen?.used !== String(charges))
    findings.add('balance', 'sum of all that was used', `${charges}, the charges`, seen?.used, {
      amount: BigInt(seen?.used ?? 0) - charges,
    });
  if (seen?.shown !== String(sums.shown))
    findings.add(
      'log row',
      'sum of all display rows',
      `${sums.shown}, the charges that are logged and not cleaned`,
      seen?.shown,
      { amount: BigInt(seen?.shown ?? 0) - sums.shown },
    );
}

const TWICE_SHOWN_MAX = 100;

/** A request is charged in one till or late, never in both nor in two. */
async function checkChargedOnce(client: PoolClient, { schema }: Generation, findings: Findings): Promise<void> {
  const { rows: twice } = await client.query<{ reference: string; times: string }>(
    chargedTwice(schema, TWICE_SHOWN_MAX),
  );
  for (const { reference, times } of twice)
    findings.add('ledger entry', `request ${reference}`, 'one charge', `${times} charges`, {
      place: { requestId: reference },
    });
}
