import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Position } from '@ledgate/domain/ports/event-store';
import type { ChannelId, RequestId, TokenId } from '@ledgate/domain/shared/ids';
import { createRefusedCalls } from '@ledgate/projections/directory/refused-calls/create-refused-calls';
import type { TokenView } from '@ledgate/projections/directory/relay-view';
import { eventually } from '@ledgate/projections/directory/testing/directory-fixture';
import type { Bucket } from '../contract/data.ts';
import type { TimelineEntry, TrialBalance } from '../contract/ledger.ts';
import type { Log } from '../contract/log.ts';
import type { Receipt } from '../contract/receipt.ts';
import type { Statement } from '../contract/statement.ts';
import type { Token } from '../contract/token.ts';
import type { Verification } from '../ports.ts';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';
import { type Spending, spendingOf } from '../testing/spending.ts';

let world: ConsoleWorld;
let spending: Spending;
let person: ConsoleClient;
let stranger: ConsoleClient;
let tokenId: TokenId;
let channelId: ChannelId;
let requestId: RequestId;
let startedS: number;
let verification: Verification | undefined;

type Rows = { items: Log[]; total: number };

beforeAll(async () => {
  startedS = Math.floor(Date.now() / 1_000) - 10;
  world = await openConsoleWorld({ verification: () => verification });
  spending = await spendingOf(world.store);
  stranger = await world.person('stranger');
  person = await world.person('reader');
  const [key] = await world.codes(1_000_000);
  await person.done('POST', '/api/user/topup', { key });
  await person.done('POST', '/api/token/', {
    name: 'laptop',
    unlimited_quota: true,
    remain_quota: 0,
    expired_time: -1,
  });
  await world.root.done('POST', '/api/channel/', {
    type: 1,
    name: 'upstream',
    key: 'sk-x',
    models: 'gpt-4o',
    group: 'default',
  });
  tokenId = (await person.done<Token[]>('GET', '/api/token/'))[0]?.id as TokenId;
  channelId = (await world.root.done<{ id: number }[]>('GET', '/api/channel/'))[0]?.id as ChannelId;
  const attempts = [
    { channelId, latencyMs: 5, status: 500, outcome: 'failed' as const, upstreamRequestId: 'up-0' },
    {
      channelId,
      latencyMs: 40,
      status: 200,
      outcome: 'answered' as const,
      upstreamRequestId: 'up-1',
      affinity: 'moved' as const,
    },
  ];
  const usage = {
    source: 'provider',
    prompt: 1_200,
    completion: 345,
    parts: { cachedRead: 1_024 },
  } as const;
  requestId = await spending.charge(person.userId, 3_225, {
    tokenId,
    channelId,
    attempts,
    usage,
    modelAsked: 'alias',
    modelBilled: 'gpt-4o',
    stream: false,
    durationMs: 2_900,
    price: {
      method: 'tokens',
      priceBookVersion: 1,
      modelRatio: '1.25',
      completionRatio: '4',
      groupRatio: '1',
      rounding: 'half_up_minimum_1',
      exact: '3225',
    },
  });
  await spending.charge(person.userId, 5_000, {
    channelId,
    modelBilled: 'fixed',
    tags: { project: 'atlas', 'cost-centre': 'emea/4711' },
    endUser: 'ZW5kdXNlcjEyMzQ1',
    price: {
      method: 'call',
      priceBookVersion: 1,
      modelPrice: '0.01',
      groupRatio: '1',
      quotaPerUnit: '500000',
      rounding: 'half_up_minimum_1',
      exact: '5000',
    },
  });
  await world.root.done('POST', '/api/user/adjust', { id: person.userId, delta: -775, reason: 'by agreement' });
  await world.runner.waitFor(await world.store.head(), 5_000);
});
afterAll(() => world.close());

const range = () => `start_timestamp=${startedS}&end_timestamp=${Math.floor(Date.now() / 1_000) + 3_600}`;
const own = (query: string): Promise<Rows> => person.done('GET', `/api/log/self/?p=1&page_size=10&${query}&${range()}`);

describe('the log', () => {
  it('has every field of a row, and no channel for who is no administrator', async () => {
    const [row] = (await own('type=2&model_name=gpt-4o')).items;
    expect(row).toMatchObject({
      user_id: person.userId,
      username: 'reader',
      type: 2,
      token_name: 'laptop',
      token_id: tokenId,
      model_name: 'gpt-4o',
      quota: 3_225,
      prompt_tokens: 1_200,
      completion_tokens: 345,
      cached_tokens: 1_024,
      use_time: 2,
      duration_ms: 2_900,
      is_stream: false,
      channel: 0,
      channel_name: '',
      group: 'default',
      request_id: requestId,
      content: expect.stringContaining('model ratio 1.25'),
    });
    expect(JSON.parse(row?.other ?? '')).toEqual({
      model_ratio: 1.25,
      group_ratio: 1,
      completion_ratio: 4,
      model_price: -1,
      frt: expect.any(Number),
      usage_source: 'provider',
    });
  });

  it('shows channel and attempts to administrators', async () => {
    const { items } = await world.root.done<Rows>(
      'GET',
      `/api/log/?p=1&page_size=10&type=2&username=reader&model_name=gpt%25&channel=${channelId}&${range()}`,
    );
    expect(items).toMatchObject([{ channel: channelId, channel_name: 'upstream' }]);
    expect(JSON.parse(items[0]?.other ?? '')).toMatchObject({
      admin_info: { use_channel: [String(channelId), String(channelId)] },
    });
  });

  it('is narrowed by filters and tells the total', async () => {
    const totals = await Promise.all(
      [
        'type=0',
        'type=2',
        'type=1',
        'type=3',
        'type=2&token_name=laptop',
        'type=2&token_name=none',
        'type=2&model_name=fixed',
      ].map(async (query) => (await own(query)).total),
    );
    expect(totals).toEqual([4, 2, 1, 1, 1, 0, 1]);
    expect(
      (await person.done<Rows>('GET', '/api/log/self/?type=2&start_timestamp=1000&end_timestamp=2000')).total,
    ).toBe(0);
    expect((await world.root.done<Rows>('GET', '/api/log/?type=2&username=stranger')).total).toBe(0);
    expect(await person.done<Log[]>('GET', '/api/log/self/search?keyword=fixed')).toHaveLength(1);
    for (const keyword of ['fixed', 'laptop', '2'])
      expect(
        (await world.root.done<Log[]>('GET', `/api/log/search?keyword=${keyword}`)).every(({ type }) => type === 2),
      ).toBe(true);
    expect(await stranger.done<Log[]>('GET', '/api/log/self/search?keyword=fixed')).toEqual([]);
    await stranger.refused('GET', '/api/log/search?keyword=fixed');
  });

  it('is narrowed by a tag, with its total and its sum, and tells tags and end user', async () => {
    const tag = `tag=${encodeURIComponent(' cost-centre=emea/4711 ')}`;
    const { items, total } = await own(tag);
    expect([total, items[0]?.model_name]).toEqual([1, 'fixed']);
    expect(JSON.parse(items[0]?.other ?? '')).toMatchObject({
      tags: { project: 'atlas', 'cost-centre': 'emea/4711' },
      end_user: 'ZW5kdXNlcjEyMzQ1',
    });
    expect((await world.root.done<Rows>('GET', `/api/log/?${tag}&username=reader`)).total).toBe(1);
    expect((await world.root.done<Rows>('GET', `/api/log/?${tag}&username=stranger`)).total).toBe(0);
    expect((await own('tag=project%3Dborealis')).total).toBe(0);
    const sums = { quota: 5_000, charged: 8_225, complete: false };
    expect(await person.done('GET', `/api/log/self/stat?${tag}&${range()}`)).toMatchObject(sums);
    expect(await world.root.done('GET', `/api/log/stat?username=reader&${tag}&${range()}`)).toMatchObject(sums);
    expect(await person.done('GET', `/api/log/self/stat?tag=project%3Dborealis&${range()}`)).toMatchObject({
      quota: 0,
    });
    expect(await person.done<Receipt>('GET', `/api/log/self/${items[0]?.request_id}/explanation`)).toMatchObject({
      tags: { project: 'atlas', 'cost-centre': 'emea/4711' },
      end_user: 'ZW5kdXNlcjEyMzQ1',
    });
    expect(await person.done<Receipt>('GET', `/api/log/self/${requestId}/explanation`)).toMatchObject({
      tags: {},
      end_user: null,
    });
  });

  it.each(['project', 'project=', '=atlas', 'a=b=c', 'a b=c', `a=${'x'.repeat(65)}`])(
    'refuses %j as a tag, naming the field',
    async (tag) => {
      for (const path of ['/api/log/self/', '/api/log/self/stat'])
        expect(await person.refused('GET', `${path}?tag=${encodeURIComponent(tag)}`)).toMatch(
          /^tag must be name=value/u,
        );
    },
  );

  it('keeps the name of a token that was deleted, and is found by it', async () => {
    const keeper = await world.person('keeper');
    const [key] = await world.codes(1_000);
    await keeper.done('POST', '/api/user/topup', { key });
    await keeper.done('POST', '/api/token/', {
      name: 'gone',
      unlimited_quota: true,
      remain_quota: 0,
      expired_time: -1,
    });
    const [token] = await keeper.done<Token[]>('GET', '/api/token/');
    await spending.charge(keeper.userId, 10, { tokenId: token?.id as TokenId, modelBilled: 'of-gone' });
    await world.runner.waitFor(await world.store.head(), 5_000);
    await keeper.done('DELETE', `/api/token/${token?.id}`);
    expect(await keeper.done('GET', '/api/token/')).toEqual([]);
    const shown = [{ token_name: 'gone', token_id: token?.id, model_name: 'of-gone', quota: 10 }];
    for (const [client, path] of [
      [keeper, '/api/log/self/?type=2&token_name=gone'],
      [keeper, '/api/log/self/?type=2'],
      [world.root, '/api/log/?token_name=gone'],
    ] as const) {
      expect((await client.done<Rows>('GET', path)).items).toMatchObject(shown);
    }
    expect(await keeper.done('GET', '/api/log/self/stat?type=2&token_name=gone')).toMatchObject({ quota: 10 });
    expect((await person.done<Rows>('GET', '/api/log/self/?type=2&token_name=gone')).total).toBe(0);
  });

  it('sums up', async () => {
    const sums = {
      quota: 8_225,
      rpm: 2,
      tpm: 1_200 + 345 + 100,
      charged: 8_225,
      cleaned: 0,
      unlogged: 0,
      complete: true,
      refused: 0,
    };
    expect(await person.done('GET', `/api/log/self/stat?type=0&${range()}`)).toMatchObject(sums);
    expect(await world.root.done('GET', `/api/log/stat?type=0&username=reader&${range()}`)).toMatchObject(sums);
    expect(await stranger.done('GET', '/api/log/self/stat')).toMatchObject({
      quota: 0,
      rpm: 0,
      tpm: 0,
      complete: true,
    });
  });

  it('sums the calls that were refused, of each his own, by key and range', async () => {
    const counts = createRefusedCalls({
      pool: world.db,
      relayId: 'relay-of-refused',
      onError: (error) => {
        throw error;
      },
    });
    const of = (client: ConsoleClient, token: TokenId) => ({
      tokenId: token,
      user: { userId: client.userId } as TokenView['user'],
    });
    const nowMs = Date.now();
    for (let count = 0; count < 3; count += 1) counts.count(of(person, tokenId), 'balance', nowMs);
    counts.count(of(stranger, 999_999 as TokenId), 'balance', nowMs);
    await counts.stop();
    const refusedBy = async (client: ConsoleClient, path: string): Promise<number> =>
      (await client.done<{ refused: number }>('GET', path)).refused;
    expect(await refusedBy(person, '/api/log/self/stat')).toBe(3);
    expect(await refusedBy(stranger, '/api/log/self/stat')).toBe(1);
    expect(await refusedBy(world.root, '/api/log/stat')).toBe(4);
    expect(await refusedBy(world.root, '/api/log/stat?username=reader')).toBe(3);
    expect(await refusedBy(person, '/api/log/self/stat?token_name=laptop')).toBe(3);
    expect(await refusedBy(person, '/api/log/self/stat?token_name=other')).toBe(0);
    expect(await refusedBy(person, `/api/log/self/stat?end_timestamp=${startedS - 7_200}`)).toBe(0);
    expect(await person.done('GET', '/api/log/self/refused')).toMatchObject({ total: 3 });
  });

  it("is told in the reader's language", async () => {
    const { json } = await person.call('GET', '/api/log/self/?type=3', undefined, { 'Accept-Language': 'zh' });
    expect((json.data as Rows).items[0]?.content).toMatch(/余额.*by agreement/);
  });
});

describe('a receipt', () => {
  it('explains a charge to its owner, found by request or by row', async () => {
    const receipt = await person.done<Receipt>('GET', `/api/log/self/${requestId}/explanation`);
    expect(receipt).toMatchObject({
      request_id: requestId,
      model_asked: 'alias',
      model_billed: 'gpt-4o',
      token_name: 'laptop',
      method: 'tokens',
      exact: '3225',
      total: 3_225,
      rounding_difference: '0',
      balance_before: 1_000_000,
      balance_after: 996_775,
      channel_id: null,
      attempts: null,
      postings: null,
      corrections: [],
    });
    expect(receipt.lines.map(({ subtotal }) => subtotal)).toEqual(['1200', '1380', '3225', '3225']);
    expect(await person.done('GET', `/api/log/self/${receipt.log_id}/explanation`)).toEqual(receipt);
  });

  it('tells administrators about attempts and postings, and others nothing', async () => {
    const receipt = await world.root.done<Receipt>('GET', `/api/log/${requestId}/explanation`);
    expect(receipt.attempts).toMatchObject([
      { status: 500, channel_name: 'upstream', affinity: null },
      { status: 200, upstream_request_id: 'up-1', affinity: 'moved' },
    ]);
    expect(receipt.postings?.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    await stranger.refused('GET', `/api/log/self/${requestId}/explanation`);
    await stranger.refused('GET', `/api/log/${requestId}/explanation`);
    await world.root.refused('GET', '/api/log/nothing/explanation');
  });

  it('stands under an address of its own, the same as in the log', async () => {
    const path = `/api/receipt/${requestId}`;
    expect(await person.done('GET', path)).toMatchObject({
      receipt: await person.done<Receipt>('GET', `/api/log/self/${requestId}/explanation`),
    });
    const { receipt } = await world.root.done<{ receipt: Receipt }>('GET', path);
    expect(receipt).toEqual(await world.root.done<Receipt>('GET', `/api/log/${requestId}/explanation`));
    expect([receipt.attempts?.length, receipt.postings?.length]).toEqual([2, 2]);
  });

  it('says what a million tokens cost by the price book of the charge', async () => {
    const receipts = await Promise.all(
      (await own('type=2')).items.map(({ request_id: id }) =>
        person.done<{ receipt: Receipt }>('GET', `/api/receipt/${id}`),
      ),
    );
    expect(receipts.map(({ receipt: { method, per_million_tokens: prices } }) => [method, prices]).toSorted()).toEqual([
      ['call', []],
      [
        'tokens',
        [
          { what: 'prompt', tokens: 1_200, price: '2.5' },
          { what: 'completion', tokens: 345, price: '10' },
        ],
      ],
    ]);
  });

  it('of somebody else is answered as one that there is not', async () => {
    const told = async (client: ConsoleClient, id: string) => {
      const { status, json } = await client.call('GET', `/api/receipt/${encodeURIComponent(id)}`);
      return { status, json };
    };
    const missing = {
      status: 200,
      json: {
        success: false,
        message: 'There is no receipt of such a request.',
        code: 'receipt_missing',
        field: 'requestId',
      },
    };
    expect(await told(stranger, requestId)).toEqual(missing);
    expect(await told(stranger, 'no/such request')).toEqual(missing);
    // A row's id names no request.
    const { log_id: row } = await person.done<Receipt>('GET', `/api/log/self/${requestId}/explanation`);
    expect(await told(person, String(row))).toEqual(missing);
    expect(await told(world.root, 'nothing')).toEqual(missing);
    expect(await world.root.refused('GET', `/api/receipt/${'x'.repeat(1_000)}`)).toMatch(/^requestId /u);
  });
});

describe('statement and ledger', () => {
  it('add up from opening to closing balance', async () => {
    const statement = await person.done<Statement>('GET', '/api/statement/self');
    expect(statement).toMatchObject({
      opening: 0,
      credits: 1_000_000,
      charges: -8_225,
      adjustments: -775,
      refunds: 0,
      closing: 991_000,
      next: null,
    });
    expect(statement.entries.map(({ kind, balance }) => [kind, balance])).toEqual([
      ['credit', 1_000_000],
      ['charge', 996_775],
      ['charge', 991_775],
      ['adjustment', 991_000],
    ]);
    const page = await person.done<Statement>('GET', '/api/statement/self?limit=1');
    expect(page.entries).toHaveLength(1);
    expect(
      (await person.done<Statement>('GET', `/api/statement/self?limit=10&after=${page.next}`)).entries,
    ).toHaveLength(3);
    expect(await world.root.done('GET', `/api/statement/${person.userId}`)).toMatchObject({
      username: 'reader',
      closing: 991_000,
    });
    await stranger.refused('GET', `/api/statement/${person.userId}`);
  });

  it("tell an account's life, with postings for administrators only", async () => {
    const { entries } = await person.done<{ entries: TimelineEntry[] }>('GET', '/api/ledger/account/self');
    expect(entries.at(-1)?.type).toBe('AccountOpened');
    expect(entries.find(({ type }) => type === 'RedemptionCredited')?.text).toMatch(/for \$2\.000000/);
    expect(
      entries.every(({ postings, actor }) => postings === null && [`user-${person.userId}`, ''].includes(actor)),
    ).toBe(true);
    expect(JSON.stringify(entries)).not.toMatch(/channelId|leaseId|tillId/);
    const all = await world.root.done<{ entries: TimelineEntry[] }>('GET', `/api/ledger/account/${person.userId}`);
    expect(all.entries.find(({ type }) => type === 'QuotaAdjusted')?.postings).toHaveLength(2);
    expect(all.entries.find(({ type }) => type === 'QuotaAdjusted')).toMatchObject({
      actor: 'user-1',
      actor_name: 'root',
    });
  });

  it('name a token by its name, and who was invited to administrators alone', async () => {
    const inviter = await world.person('inviter');
    await world.root.done('PUT', '/api/option/', { key: 'QuotaForInviter', value: '500000' });
    await world.person('invited', { aff_code: await inviter.done<string>('GET', '/api/user/aff') });
    await world.root.done('PUT', '/api/option/', { key: 'QuotaForInviter', value: '0' });
    await inviter.done('POST', '/api/token/', {
      name: 'nightly',
      remain_quota: 50,
      expired_time: -1,
      unlimited_quota: false,
    });
    await world.runner.waitFor(await world.store.head(), 5_000);
    const textsOf = async (reader: ConsoleClient, path: string) =>
      (await reader.done<{ entries: TimelineEntry[] }>('GET', `/api/ledger/account/${path}`)).entries.map(
        ({ text }) => text,
      );
    const own = await textsOf(inviter, 'self');
    expect(own).toContain('Limit of token “nightly” set to $0.000100');
    expect(own.join()).toMatch(/Reward for inviting user \d+: /);
    expect((await textsOf(world.root, String(inviter.userId))).join()).toContain('Reward for inviting invited: ');
    const logged = async (reader: ConsoleClient, path: string) =>
      (await reader.done<{ items: { content: string }[] }>('GET', path)).items.map(({ content }) => content).join();
    expect(await logged(inviter, '/api/log/self')).toMatch(/Reward for inviting user \d+: /);
    expect(await logged(world.root, '/api/log/?username=inviter')).toContain('Reward for inviting invited: ');
  });

  it('tell it without leases where that is asked for, and lead from a charge to its receipt', async () => {
    const asked = async (query: string) =>
      (await person.done<{ entries: TimelineEntry[] }>('GET', `/api/ledger/account/self${query}`)).entries;
    const isLease = ({ type }: TimelineEntry): boolean => type.startsWith('Lease');
    const whole = await asked('');
    expect(whole.filter(isLease).length).toBeGreaterThan(0);
    expect(await asked('?leases=true')).toEqual(whole);
    expect(await asked('?leases=false')).toEqual(whole.filter((entry) => !isLease(entry)));
    expect(whole.find(({ facts }) => facts['model'] === 'gpt-4o')).toMatchObject({
      request_id: requestId,
      facts: { prompt: 1_200, completion: 345 },
    });
    expect(whole.find(({ type }) => type === 'QuotaAdjusted')?.request_id).toBe('');
  });

  it('balance to zero, and tell how far the read models are', async () => {
    const { total, accounts } = await world.root.done<{ total: number; accounts: { balance: number }[] }>(
      'GET',
      '/api/ledger/trial_balance',
    );
    expect(total).toBe(0);
    expect(accounts.reduce((sum, { balance }) => sum + balance, 0)).toBe(0);
    expect(await world.root.done('GET', '/api/health/books')).toMatchObject({ lag_events: 0, verified: null });
  });

  it('tell what the last verification has found, member by member', async () => {
    verification = {
      atMs: 1_800_000_000_500,
      ok: false,
      position: 9 as Position,
      differences: ['balance of account 2, credits: expected 5, seen 9007199254740998'],
      findings: [
        {
          scope: 'balance',
          subject: 'of account 2, credits',
          field: 'credits',
          expected: '5',
          seen: '9007199254740998',
          amount: '9007199254740993',
          inLedger: false,
          userId: person.userId,
        },
      ],
    };
    expect(await world.root.done('GET', '/api/health/books')).toMatchObject({
      verified: {
        at: 1_800_000_000,
        ok: false,
        position: 9,
        differences: verification.differences,
        findings: [
          {
            scope: 'balance',
            id: 'of account 2, credits',
            field: 'credits',
            expected: '5',
            seen: '9007199254740998',
            amount: '9007199254740993',
            in_ledger: false,
            user_id: person.userId,
            username: 'reader',
            token_name: '',
            channel_name: '',
            token_id: null,
            channel_id: null,
            code_id: null,
            request_id: '',
            position: null,
            account: '',
          },
        ],
      },
    });
    await person.refused('GET', '/api/health/books');
    verification = undefined;
  });

  it('are summed up over a range: before it, in it, after it', async () => {
    const asked = (query: string) => world.root.done<TrialBalance>('GET', `/api/ledger/trial_balance${query}`);
    const today = Math.floor(Date.now() / 86_400_000) * 86_400;
    const [whole, before, since, after] = [
      await asked(''),
      await asked(`?end=${today - 86_400}`),
      await asked(`?start=${today - 86_400}`),
      await asked(`?start=${today + 2 * 86_400}`),
    ];
    expect(whole).toMatchObject({ start: 0, end: 0, total: 0 });
    expect(before).toMatchObject({ end: today - 86_400, accounts: [], total: 0 });
    expect(since).toEqual({ ...whole, start: today - 86_400 });
    expect(after.accounts).toEqual(
      whole.accounts.map(({ account, balance }) => ({ account, opening: balance, debits: 0, credits: 0, balance })),
    );
    for (const { opening, debits, credits, balance } of whole.accounts)
      expect(Number(opening) + Number(debits) + Number(credits)).toBe(balance);
    expect(await world.root.refused('GET', '/api/ledger/trial_balance?start=yesterday')).toContain('start');
    for (const range of [`start=${today}&end=${today}`, `start=${today}&end=5`])
      expect((await world.root.call('GET', `/api/ledger/trial_balance?${range}`)).json).toMatchObject({
        success: false,
        code: 'range_invalid',
        field: 'end',
      });
  });
});

describe('the dashboard', () => {
  it('adds up by hour and model', async () => {
    for (const buckets of [
      await person.done<Bucket[]>('GET', `/api/data/self/?${range()}`),
      await world.root.done<Bucket[]>('GET', `/api/data/?username=reader&${range()}`),
    ]) {
      expect(buckets).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            model_name: 'gpt-4o',
            count: 1,
            quota: 3_225,
            token_used: 1_545,
            user_id: person.userId,
            username: 'reader',
          }),
          expect.objectContaining({ model_name: 'fixed', count: 1, quota: 5_000 }),
        ]),
      );
      expect(buckets.every(({ created_at }) => created_at % 3_600 === 0)).toBe(true);
    }
    expect(await world.root.done<Bucket[]>('GET', `/api/data/?${range()}`)).toContainEqual(
      expect.objectContaining({ user_id: 0, username: '', model_name: 'fixed', quota: 5_000 }),
    );
    expect(await world.root.done('GET', '/api/data/?username=nobody-known')).toEqual([]);
    await person.refused('GET', '/api/data/self/?start_timestamp=1&end_timestamp=9999999');
    // Midnight may be between this and what was spent.
    const dayStart = startedS - (startedS % 3_600);
    expect(await person.done('GET', `/api/dashboard/self?day_start=${dayStart}`)).toMatchObject({
      balance: 991_000,
      used_quota: 8_225,
      request_count: 2,
      today: { quota: 8_225, requests: 2, tokens: 1_645 },
      rpm: 2,
    });
  });
});

const secondsNow = (): number => Math.floor(Date.now() / 1_000);
const dayOf = (seconds: number): number => Math.floor(seconds / 86_400);

describe('cleaning the log', () => {
  it('takes display rows away and nothing else', async () => {
    await world.root.refused('DELETE', '/api/log/?target_timestamp=0');
    expect(
      await world.root.refused('DELETE', `/api/log/?target_timestamp=${Math.ceil(Date.now() / 1_000) + 60}`),
    ).toContain('target_timestamp');
    // A timer may go off a moment before the clock shows the next second.
    const written = secondsNow();
    await eventually(() => secondsNow() > written, 'the clock shows a later second than any row');
    const before = secondsNow();
    expect(await world.root.done<number>('DELETE', `/api/log/?target_timestamp=${before}`)).toBeGreaterThanOrEqual(4);
    await world.runner.waitFor(await world.store.head(), 5_000);
    expect((await own('type=0')).total).toBe(0);
    expect(await person.done('GET', `/api/log/self/stat?${range()}`)).toMatchObject({
      quota: 0,
      charged: 8_225,
      cleaned: 8_225,
      unlogged: 0,
      complete: false,
    });
    // Midnight may be between this and what was spent.
    const dayStart = startedS - (startedS % 3_600);
    expect(await person.done('GET', `/api/dashboard/self?day_start=${dayStart}`)).toMatchObject({
      balance: 991_000,
      used_quota: 8_225,
      today: { quota: dayOf(startedS) === dayOf(secondsNow()) ? 8_225 : expect.any(Number) },
    });
    expect(await person.done('GET', `/api/log/self/${requestId}/explanation`)).toMatchObject({
      total: 3_225,
      log_id: null,
    });
  });
});
