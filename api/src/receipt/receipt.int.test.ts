import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeAccount } from '@ledgate/domain/account/account-stream';
import { accountStream } from '@ledgate/domain/account/events';
import { encode } from '@ledgate/domain/events/codec';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import { APPEND_EVENTS_MAX, NO_STREAM } from '@ledgate/domain/ports/event-store';
import { isConsistent, isSameHash, rootFromInclusion } from '@ledgate/domain/seal/proofs';
import { canonicalJson } from '@ledgate/domain/shared/canonical-json';
import type { RequestId, SourceId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { taskStream } from '@ledgate/domain/task/events';
import { exampleCharge } from '@ledgate/domain/testing/example-charge';
import type { Charge } from '@ledgate/domain/till/charge';
import { drainAudit } from '@ledgate/projections/directory/audit/drain-audit';
import { base64Of, digestOf, hashIn, hashOfLeaf, sha256 } from '@ledgate/projections/seals/hashes';
import { RECEIPT_LATER_MAX } from '@ledgate/projections/limits';
import { checkpointIn } from '@ledgate/projections/seals/note-texts';
import { openedNote, verifierIn } from '@ledgate/projections/seals/signed-note';
import type { AuditRecord } from '../contract/audit.ts';
import type { LedgerKey, LedgerSeal } from '../contract/ledger.ts';
import type { Proved, ReceiptAnswer } from '../contract/receipt.ts';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';
import { type Sealing, startSealing } from '../testing/sealing.ts';
import { type Spending, spendingOf } from '../testing/spending.ts';

const NO_TOKEN = 0 as TokenId;
/** What it cost is nobody's but ours. */
const DEAR = exampleCharge().attempts.map((attempt) => ({
  ...attempt,
  provider: 'secret-provider',
  cost: { amount: '0.0777', currency: 'USD' },
}));
const SALT = 'c2FsdHNhbHRzYWx0c2E';
const TOKENS = exampleCharge().price;
const CALL = {
  method: 'call',
  priceBookVersion: 1,
  modelPrice: '0.0002',
  quotaPerUnit: '500000',
  groupRatio: '1',
  rounding: 'half_up_minimum_1',
  exact: '100',
} as const;
const PARTS = {
  method: 'parts',
  priceBookVersion: 1,
  quotaPerUnit: '500000',
  groupRatio: '1',
  lines: [{ what: 'input', quantity: 100, per_million: '2' }],
  rounding: 'half_up_minimum_1',
  exact: '100',
} as const;

let world: ConsoleWorld;
let sealing: Sealing;
let spending: Spending;
let person: ConsoleClient;
let stranger: ConsoleClient;
let admin: ConsoleClient;
let clerk: ConsoleClient;
let keeper: ConsoleClient;

beforeAll(async () => {
  world = await openConsoleWorld();
  sealing = await startSealing(world);
  spending = await spendingOf(world.store);
  person = await world.person('payer');
  stranger = await world.person('stranger');
  admin = await world.person('boss');
  clerk = await world.person('clerk');
  keeper = await world.person('keeper');
  await world.root.done('POST', '/api/user/manage', { id: admin.userId, action: 'promote' });
  await world.root.done('PUT', '/api/user/permissions', { id: clerk.userId, permissions: ['finance'] });
  await world.root.done('PUT', '/api/user/permissions', { id: keeper.userId, permissions: ['bookkeeping'] });
  for (const { userId: id } of [person, stranger])
    await world.root.done('POST', '/api/user/adjust', { id, delta: 1_000_000, reason: 'opening' });
});
afterAll(async () => {
  await sealing.stop();
  await world.close();
});

const seal = (): Promise<LedgerSeal> => world.root.done<LedgerSeal>('POST', '/api/ledger/seal', {});
const receiptOf = (client: ConsoleClient, id: string): Promise<ReceiptAnswer> =>
  client.done<ReceiptAnswer>('GET', `/api/receipt/${id}`);

/** As another writer would. */
async function append(stream: string, ...events: readonly LedgerEvent[]): Promise<void> {
  const [last] = await world.store.readStreamBackwards(stream, 1);
  const context = {
    commandId: `${stream}-${last?.revision}`,
    correlationId: 'x',
    occurredAtMs: Date.now(),
    actor: 'x',
  };
  const outcome = await world.store.append(stream, last?.revision ?? NO_STREAM, encode(events, context));
  if (outcome.outcome !== 'appended') throw new Error('the stream has another writer');
}
const toAccount = (...events: readonly LedgerEvent[]): Promise<void> =>
  append(accountStream(person.userId as UserId), ...events);

let names = 0;
const newRequest = (): RequestId => `asked-${(names += 1)}` as RequestId;
async function charged({ requestId = newRequest(), ...facts }: Partial<Charge> = {}, amount = 100): Promise<RequestId> {
  await spending.charge(person.userId, amount, { requestId, privateSalt: SALT, attempts: DEAR, ...facts });
  return requestId;
}

/** Whether leaf, index and hashes lead to the root of a checkpoint that the key has signed. */
function isProved({ leaf, index, proof }: Proved, vkey: string | null): boolean {
  const verifier = verifierIn(vkey ?? '');
  if (proof === null || verifier === undefined) return false;
  const head = checkpointIn(openedNote(proof.checkpoint, [verifier])?.text ?? '');
  const hashes = proof.hashes.map((hash) => hashIn(hash) ?? new Uint8Array());
  const root = rootFromInclusion(hashOfLeaf(leaf), { index, size: proof.size }, hashes, sha256);
  return (
    head !== undefined &&
    root !== undefined &&
    head.origin === verifier.name &&
    head.size === proof.size &&
    proof.index === index &&
    isSameHash(head.root, root)
  );
}

type Told = {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly charge?: Readonly<Record<string, unknown>> };
};
const eventIn = ({ leaf }: Pick<Proved, 'leaf'>): Told => JSON.parse(leaf) as Told;

/** What a receipt is to hold, whatever kind it is of. */
function expectTrue(answer: ReceiptAnswer): void {
  expect(answer.sealed).toBe(true);
  for (const one of [answer, ...answer.later]) {
    expect(isProved(one, answer.vkey)).toBe(true);
    expect(canonicalJson(JSON.parse(one.leaf))).toBe(one.leaf);
  }
  const { data } = eventIn(answer);
  const charge = (data.charge ?? data) as unknown as Charge;
  const { request_id: requestId, usage, exact, total } = answer.receipt;
  expect([charge.requestId, charge.usage.prompt, charge.usage.completion, charge.price.exact, charge.amount]).toEqual([
    requestId,
    usage.prompt,
    usage.completion,
    exact,
    total,
  ]);
  let standsAt: unknown = total;
  for (const one of answer.later) {
    const { before, after, amount } = eventIn(one).data;
    if (before !== undefined) expect(before).toBe(standsAt);
    standsAt = after ?? Number(standsAt) - Number(amount);
  }
  expect(answer.stands_at).toBe(standsAt);
}

const KINDS: Readonly<Record<string, () => Promise<RequestId>>> = {
  tokens: () => charged(),
  call: () => charged({ price: CALL }),
  parts: () => charged({ price: PARTS }),
  waived: () => charged({ price: { ...TOKENS, exact: '0' } }, 0),
  'without a salt': () => spending.charge(person.userId, 100),
  late: async () => {
    const requestId = newRequest();
    const charge = exampleCharge({
      accountId: person.userId as UserId,
      requestId,
      tokenId: NO_TOKEN,
      privateSalt: SALT,
    });
    await toAccount({ type: 'LateConsumptionRecorded', data: { source: requestId as string as SourceId, charge } });
    return requestId;
  },
  corrected: async () => {
    const requestId = await charged({ usage: { source: 'interrupted', prompt: 10, completion: 0 } }, 10);
    const charge = exampleCharge({
      accountId: person.userId as UserId,
      requestId,
      tokenId: NO_TOKEN,
      privateSalt: SALT,
    });
    await toAccount({
      type: 'ConsumptionCorrected',
      data: { delta: quota(90), source: requestId as string as SourceId, charge },
    });
    return requestId;
  },
  settled: async () => {
    const requestId = await charged({ usage: { source: 'estimated', prompt: 100, completion: 0 } });
    await toAccount(settled(requestId, 100, 80));
    return requestId;
  },
  're-rated twice': async () => {
    const requestId = await charged();
    await toAccount(rerated(requestId, 100, 120));
    await toAccount(rerated(requestId, 120, 70));
    return requestId;
  },
  refunded: async () => {
    const requestId = newRequest();
    await charged({ requestId, task: { taskId: `of-${requestId}`, platform: 'suno', action: 'music' } });
    await toAccount({
      type: 'ConsumptionRefunded',
      data: { amount: quota(100), source: `task-of-${requestId}` as SourceId, tokenId: NO_TOKEN, requestId },
    });
    return requestId;
  },
  'refunded by a release that named no request': async () => {
    const requestId = await charged();
    const taskId = `old-${requestId}`;
    await append(taskStream(taskId), {
      type: 'TaskSubmitted',
      data: {
        taskId,
        accountId: person.userId as UserId,
        tokenId: NO_TOKEN,
        requestId,
        platform: 'suno',
        action: 'music',
        amount: quota(100),
      },
    });
    await toAccount({
      type: 'ConsumptionRefunded',
      data: { amount: quota(100), source: `task-${taskId}` as SourceId, tokenId: NO_TOKEN },
    });
    return requestId;
  },
};

/** How many events followed the charge; none where nothing is said. */
const LATER: Readonly<Record<string, number>> = {
  settled: 1,
  're-rated twice': 2,
  refunded: 1,
  'refunded by a release that named no request': 1,
};

const settled = (requestId: RequestId, before: number, after: number): LedgerEvent => ({
  type: 'SuspenseSettled',
  data: {
    requestId,
    tokenId: NO_TOKEN,
    billId: 'bill-1',
    usage: { source: 'provider', prompt: after, completion: 0 },
    price: { ...TOKENS, exact: String(after) },
    before: quota(before),
    after: quota(after),
    source: `settle-${requestId}` as SourceId,
    n: 0,
  },
});
const rerated = (requestId: RequestId, before: number, after: number): LedgerEvent => ({
  type: 'ConsumptionRerated',
  data: {
    rerateId: 'r1',
    requestId,
    tokenId: NO_TOKEN,
    delta: quota(after - before),
    before: quota(before),
    after: quota(after),
    price: { ...TOKENS, exact: String(after) },
    suspended: false,
    source: `rerate-${before}-${requestId}` as SourceId,
    n: 0,
  },
});

describe('a receipt', () => {
  it.each(Object.keys(KINDS))('holds by itself, and shows its owner nothing that is private: %s', async (kind) => {
    const requestId = (await KINDS[kind]?.()) ?? '';
    const early = await receiptOf(person, requestId);
    expect([early.sealed, early.proof, early.private]).toEqual([false, null, undefined]);
    await seal();
    const answer = await receiptOf(person, requestId);
    expectTrue(answer);
    expect(answer.later).toHaveLength(LATER[kind] ?? 0);
    expect([answer.index, answer.leaf, answer.stands_at]).toEqual([early.index, early.leaf, early.stands_at]);
    expect(JSON.stringify(answer)).not.toMatch(/channelId|"up-1"|privateSalt|"attempts":\[|secret-provider|0\.0777/u);
    expect([answer.receipt.channel_id, answer.receipt.attempts, answer.receipt.postings]).toEqual([null, null, null]);
  });

  it('tells how a corrected charge ended, and what it had been by its corrections', async () => {
    const requestId = (await KINDS['corrected']?.()) ?? '';
    const { receipt, leaf, later, stands_at } = await receiptOf(person, requestId);
    expect(eventIn({ leaf }).type).toBe('ConsumptionCorrected');
    expect([receipt.total, receipt.corrections.map(({ delta }) => delta), later, stands_at]).toEqual([
      100,
      [90],
      [],
      100,
    ]);
    expect(receipt.ledger.type).toBe('ConsumptionRecorded');
  });

  it('names what followed in its order, and leaves out what a correction has overtaken', async () => {
    const requestId = await charged({ usage: { source: 'interrupted', prompt: 10, completion: 0 } }, 10);
    await toAccount(rerated(requestId, 10, 20));
    const charge = exampleCharge({
      accountId: person.userId as UserId,
      requestId,
      tokenId: NO_TOKEN,
      privateSalt: SALT,
    });
    await toAccount({
      type: 'ConsumptionCorrected',
      data: { delta: quota(80), source: requestId as string as SourceId, charge },
    });
    await toAccount(settled(requestId, 100, 60));
    await toAccount(rerated(requestId, 60, 50));
    await seal();
    const answer = await receiptOf(person, requestId);
    expect(answer.later.map((one) => eventIn(one).type)).toEqual(['SuspenseSettled', 'ConsumptionRerated']);
    expect(answer.stands_at).toBe(50);
    expectTrue(answer);
  });

  it('tells of so many changes that it does not hold them all the oldest, and how many it leaves off', async () => {
    const requestId = await charged();
    const changes = Array.from({ length: RECEIPT_LATER_MAX + 2 }, (_, n) => rerated(requestId, 100 + n, 101 + n));
    for (let from = 0; from < RECEIPT_LATER_MAX; from += APPEND_EVENTS_MAX)
      await toAccount(...changes.slice(from, Math.min(from + APPEND_EVENTS_MAX, RECEIPT_LATER_MAX)));
    await seal();
    const whole = await receiptOf(person, requestId);
    expectTrue(whole);
    expect([whole.later.length, whole.later_left_off]).toEqual([RECEIPT_LATER_MAX, undefined]);
    await toAccount(...changes.slice(RECEIPT_LATER_MAX));
    await seal();
    const answer = await receiptOf(person, requestId);
    expectTrue(answer);
    expect(answer.later.map(({ index }) => index)).toEqual(whole.later.map(({ index }) => index));
    expect([answer.later_left_off, answer.stands_at]).toEqual([2, whole.stands_at]);
  }, 60_000);

  it('is of the last correction, however many there are', async () => {
    const requestId = await charged({ usage: { source: 'interrupted', prompt: 10, completion: 0 } }, 10);
    const corrected = (to: number): LedgerEvent => ({
      type: 'ConsumptionCorrected',
      data: {
        delta: quota(1),
        source: `${requestId}-${to}` as SourceId,
        charge: exampleCharge({
          accountId: person.userId as UserId,
          requestId,
          tokenId: NO_TOKEN,
          privateSalt: SALT,
          amount: quota(to),
        }),
      },
    });
    await toAccount(...Array.from({ length: 12 }, (_, n) => corrected(11 + n)));
    const answer = await receiptOf(person, requestId);
    expect([answer.receipt.total, answer.receipt.ledger.type]).toEqual([22, 'ConsumptionRecorded']);
    expect(answer.receipt.corrections.map(({ position }) => position)).toEqual(
      answer.receipt.corrections.map(({ position }) => position).toSorted((one, other) => one - other),
    );
  });

  it('has for who reads money alone what is private, whose hash is in the leaf', async () => {
    const requestId = await charged();
    await seal();
    for (const client of [clerk, keeper, world.root]) {
      const answer = await receiptOf(client, requestId);
      expectTrue(answer);
      expect(Object.keys(answer.private ?? {}).toSorted()).toEqual(['attempts', 'channelId', 'privateSalt']);
      expect(digestOf(canonicalJson(answer.private))).toBe(eventIn(answer).data['private']);
      expect(answer.receipt.attempts).toMatchObject([{ cost: { amount: '0.0777' } }]);
    }
  });

  it('that was changed holds no more', async () => {
    await charged();
    const requestId = await charged();
    await charged();
    await seal();
    const whole = await receiptOf(person, requestId);
    const { proof } = whole;
    if (proof === null) throw new Error('it is not sealed');
    const forged: Readonly<Record<string, Proved>> = {
      leaf: { ...whole, leaf: whole.leaf.replace('"amount":100', '"amount":99') },
      index: { ...whole, index: whole.index + 1 },
      'both indexes': { ...whole, index: whole.index + 1, proof: { ...proof, index: proof.index + 1 } },
      hash: { ...whole, proof: { ...proof, hashes: [base64Of(Buffer.alloc(32, 9)), ...proof.hashes.slice(1)] } },
      'a hash less': { ...whole, proof: { ...proof, hashes: proof.hashes.slice(1) } },
      checkpoint: {
        ...whole,
        proof: { ...proof, checkpoint: proof.checkpoint.replace(`\n${proof.size}\n`, `\n${proof.size + 1}\n`) },
      },
    };
    expect(isProved(whole, whole.vkey)).toBe(true);
    for (const [what, one] of Object.entries(forged)) expect([what, isProved(one, whole.vkey)]).toEqual([what, false]);
  });

  it('as a file is a proof that other programs read, and is none before its seal', async () => {
    const requestId = await charged();
    const path = `/api/receipt/${requestId}/file`;
    const early = await person.call('GET', path);
    expect([early.status, early.json]).toMatchObject([409, { success: false, code: 'size_not_sealed' }]);
    await seal();
    const answer = await receiptOf(person, requestId);
    const { status, text, headers } = await person.call('GET', path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const end = text.indexOf('\n\n');
    const [version, extra = '', index, ...hashes] = text.slice(0, end).split('\n');
    expect([version, index, hashes]).toEqual(['c2sp.org/tlog-proof@v1', `index ${answer.index}`, answer.proof?.hashes]);
    expect(Buffer.from(extra.replace('extra ', ''), 'base64').toString()).toBe(answer.leaf);
    expect(text.slice(end + 2)).toBe(answer.proof?.checkpoint);
  });

  it("is its owner's and that of who reads money alone: to all others there is none", async () => {
    const requestId = await charged();
    for (const path of [`/api/receipt/${requestId}`, `/api/receipt/${requestId}/file`]) {
      expect((await world.client().call('GET', path)).status).toBe(401);
      for (const client of [stranger, admin]) {
        const { status, json } = await client.call('GET', path);
        expect([status, json]).toMatchObject([
          path.endsWith('file') ? 404 : 200,
          { success: false, code: 'receipt_missing', field: 'requestId' },
        ]);
      }
    }
    expect((await world.root.call('GET', '/api/receipt/no-such-request')).json).toMatchObject({
      code: 'receipt_missing',
    });
  });

  it('of a realtime session names its requests in their order, to those who may see them', async () => {
    const sessionId = '0b9c3f6e-58a1-4d27-9a34-6c1f0e7d2b85';
    for (const n of [1, 2, 10]) await charged({ requestId: `${sessionId}-${n}` as RequestId, sessionId });
    await charged({ requestId: 'plain-1' as RequestId });
    const told = { session_id: sessionId, request_ids: [1, 2, 10].map((n) => `${sessionId}-${n}`) };
    for (const client of [person, clerk]) expect(await client.done('GET', `/api/receipt/${sessionId}`)).toEqual(told);
    for (const client of [stranger, admin]) await client.refused('GET', `/api/receipt/${sessionId}`);
    // A request whose id merely ends so is of no session.
    await person.refused('GET', '/api/receipt/plain');
    expect((await person.call('GET', `/api/receipt/${sessionId}/file`)).status).toBe(404);
    // What is no id of the product's own making begins those of any number of entries.
    await charged({ requestId: 'topup-1' as RequestId, sessionId: 'topup' });
    await person.refused('GET', '/api/receipt/topup');
  });

  it('of an account that is closed is still told', async () => {
    const closing = await world.person('closing');
    await world.root.done('POST', '/api/user/adjust', { id: closing.userId, delta: 10_000, reason: 'opening' });
    const requestId = await spending.charge(closing.userId, 100);
    await spending.settle(closing.userId);
    const closed = await changeAccount(
      world.store,
      closing.userId as UserId,
      { type: 'CloseAccount', actorId: 1 as UserId },
      { commandId: 'close', correlationId: 'close', occurredAtMs: Date.now(), actor: 'user-1' },
    );
    expect(closed.ok).toBe(true);
    await seal();
    expectTrue(await receiptOf(world.root, requestId));
  });
});

describe('seals', () => {
  it('are made for who keeps books, each with its record; a refusal leaves none', async () => {
    for (const client of [world.client(), person, admin, clerk]) {
      const { status, json } = await client.call('POST', '/api/ledger/seal', {});
      expect(status === 401 ? client.cookie : json).toEqual(
        status === 401 ? '' : expect.objectContaining({ code: 'permission_lacking' }),
      );
    }
    await charged();
    const sealed = await keeper.done<LedgerSeal>('POST', '/api/ledger/seal', { reason: 'for the auditor' });
    // A reason may be left out, and the body with it.
    expect((await world.root.done<LedgerSeal>('POST', '/api/ledger/seal')).size).toBeGreaterThanOrEqual(sealed.size);
    const records = async () =>
      (await world.root.done<{ items: AuditRecord[] }>('GET', '/api/audit/?page_size=100')).items.filter(
        ({ action }) => action === 'finance.seal',
      );
    await drainAudit(world.store, world.db);
    const all = await records();
    const [own, ...more] = all.filter(({ actor_id: actor }) => actor === keeper.userId);
    expect(more).toEqual([]);
    expect(own).toMatchObject({
      actor_id: keeper.userId,
      action: 'finance.seal',
      target_type: 'finance',
      reason: 'for the auditor',
    });
    expect(new Set(all.map(({ actor_id: actor }) => actor))).toEqual(new Set([keeper.userId, world.root.userId]));
    expect(sealed.size).toBeGreaterThan(0);
  });

  it('are answered again where nothing is new, and nothing is written', async () => {
    await charged();
    const first = await seal();
    const { total } = await world.root.done<{ total: number }>('GET', '/api/ledger/seals');
    expect(await keeper.done<LedgerSeal>('POST', '/api/ledger/seal', { reason: 'again' })).toEqual(first);
    await drainAudit(world.store, world.db);
    const { items } = await world.root.done<{ items: AuditRecord[] }>('GET', '/api/audit/?page_size=100');
    expect(items.filter(({ reason }) => reason === 'again')).toEqual([]);
    // What it drained is an event that no seal has.
    expect((await seal()).size).toBeGreaterThan(first.size);
    expect((await world.root.done<{ total: number }>('GET', '/api/ledger/seals')).total).toBe(total + 1);
  });

  it('are public by their checkpoints, which anybody between may keep once they are named by size', async () => {
    const first = await seal();
    await charged();
    const second = await seal();
    expect(second.size).toBeGreaterThan(first.size);
    const anybody = world.client();
    const newest = await anybody.call('GET', '/api/ledger/checkpoint/file');
    expect([newest.status, newest.text, newest.headers.get('cache-control')]).toEqual([200, second.note, 'no-store']);
    const older = await anybody.call('GET', `/api/ledger/checkpoint/file?size=${first.size}`);
    expect([older.status, older.text]).toEqual([200, first.note]);
    expect(older.headers.get('cache-control')).toContain('immutable');
    const none = await anybody.call('GET', '/api/ledger/checkpoint/file?size=1');
    expect([none.status, none.json]).toMatchObject([404, { success: false, code: 'size_not_sealed', field: 'size' }]);
    const wrong = await anybody.call('GET', '/api/ledger/checkpoint/file?size=-1');
    expect([wrong.status, wrong.json]).toMatchObject([400, { code: 'field_invalid', field: 'size' }]);
  });

  it('are verified by the keys that everybody may read', async () => {
    const { note, key_id, size, root } = await seal();
    const keys = await world.client().done<LedgerKey[]>('GET', '/api/ledger/keys');
    expect(keys).toHaveLength(1);
    const [key] = keys;
    const verifier = verifierIn(key?.vkey ?? '');
    expect(key).toEqual({
      name: expect.stringMatching(/^ledgate\/[0-9a-f-]{36}$/u),
      key_id,
      algorithm: 'ed25519',
      public_key: base64Of(verifier?.publicKey ?? new Uint8Array()),
      vkey: key?.vkey,
      from_size: 0,
      retired_at: null,
    });
    const head = checkpointIn((verifier && openedNote(note, [verifier]))?.text ?? '');
    expect(head && [head.origin, head.size, base64Of(head.root)]).toEqual([key?.name, size, root]);
  });

  it('are each the beginning of the later ones, by proofs for who reads money alone', async () => {
    const sealed: LedgerSeal[] = [];
    for (let n = 0; n < 3; n += 1) {
      await charged();
      sealed.push(await seal());
    }
    const headOf = ({ size, root }: LedgerSeal) => ({ size, root: hashIn(root) ?? new Uint8Array() });
    for (const [at, from] of sealed.entries())
      for (const to of sealed.slice(at)) {
        const path = `/api/ledger/proof?from=${from.size}&to=${to.size}`;
        const { hashes } = await clerk.done<{ hashes: string[] }>('GET', path);
        const proof = hashes.map((hash) => hashIn(hash) ?? new Uint8Array());
        expect(isConsistent(headOf(from), headOf(to), proof, sha256)).toBe(true);
      }
    const [first, , last] = sealed;
    const refusal = async (from: unknown, to: unknown) =>
      (await clerk.call('GET', `/api/ledger/proof?from=${from}&to=${to}`)).json;
    expect(await refusal(1, last?.size)).toMatchObject({ success: false, code: 'size_not_sealed', field: 'from' });
    expect(await refusal(first?.size, 1_000_000)).toMatchObject({ code: 'size_not_sealed', field: 'to' });
    expect(await refusal('', '')).toMatchObject({ code: 'size_not_sealed', field: 'from' });
    expect(await refusal(last?.size, first?.size)).toMatchObject({ code: 'range_invalid', field: 'to' });
    expect(await refusal('x', 1)).toMatchObject({ code: 'field_invalid', field: 'from' });
  });

  it('are listed newest first, with what none of them covers', async () => {
    const newest = await seal();
    await charged();
    const list = await clerk.done<{ items: LedgerSeal[]; total: number; unsealed: { events: number; since: number } }>(
      'GET',
      '/api/ledger/seals?p=1&page_size=2',
    );
    expect(list).toMatchObject({ page: 1, page_size: 2, trouble: null });
    expect([list.items[0], list.items.length]).toEqual([newest, 2]);
    expect(list.unsealed.events).toBeGreaterThan(0);
    expect(Math.abs(list.unsealed.since - Date.now() / 1_000)).toBeLessThan(60);
    const second = await clerk.done<{ items: LedgerSeal[] }>('GET', '/api/ledger/seals?p=2&page_size=2');
    expect(second.items[0]?.size).toBeLessThan(list.items[1]?.size ?? 0);
  });
});
