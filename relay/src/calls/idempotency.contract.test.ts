import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { quota } from '@ledgate/domain/shared/quota';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { type RequestId, type TillId, tokenId } from '@ledgate/domain/shared/ids';
import { DirectoryUnavailable } from '@ledgate/projections/directory/relay-view';
import type { KeptCall } from '@ledgate/projections/directory/kept-answers';
import { closeSettled } from '../testing/close-settled.ts';
import { FAKE_TILL } from '../testing/fake-cashier.ts';
import { tokenView } from '../testing/fake-relay-view.ts';
import { beginStream, chunk, completion, DONE, errorText, sendJson, usageChunk } from '../testing/fake-upstream.ts';
import { type Answer, errorOf, RelayFixture } from '../testing/relay-fixture.ts';

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
  relay.upstream.play = (response, { text }) => {
    if (!text.includes('"stream":true')) return sendJson(response, completion());
    beginStream(response);
    response.write(chunk('one '));
    response.end(`${chunk('two')}${usageChunk()}${DONE}`);
  };
});
afterEach(() => closeSettled(relay));

const KEY = 'order-17';
const headers = { 'Idempotency-Key': KEY };
const ask = (fields: object = {}, call: object = {}): Promise<Answer> => relay.chat(fields, { headers, ...call });
const asked = (): number => relay.upstream.received.length;
const row = (): KeptCall => {
  const [found] = relay.kept.rows.values();
  if (found === undefined) throw new Error('nothing is kept');
  return found;
};
/** As a relay leaves it that is killed: what it had not written is not there. */
const leave = (change: Partial<KeptCall>): void => void relay.kept.rows.set(row().keyHash, { ...row(), ...change });
const NO_ANSWER = { answer: undefined, answeredAtMs: undefined };
const LONG_AGO_MS = 100_000;
const expectCharges = (count: number): void => expect(relay.cashier.charges).toHaveLength(count);

function expectConflict(answer: Answer, message: RegExp): void {
  expect(answer.status).toBe(409);
  expect(errorOf(answer)).toMatchObject({ code: 'idempotency_conflict', message: expect.stringMatching(message) });
}

function expectSame(again: Answer, first: Answer): void {
  expect(first.status).toBe(200);
  expect({ status: again.status, text: again.text, type: again.headers['content-type'] }).toEqual({
    status: 200,
    text: first.text,
    type: first.headers['content-type'],
  });
  expect(again.headers['idempotent-replayed']).toBe('true');
}

describe('a call with an Idempotency-Key', () => {
  it.each([{}, { stream: true }])('%p has one answer and one charge, which names the key by a hash', async (fields) => {
    const first = await ask(fields);
    expectSame(await ask(fields), first);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(asked()).toBe(1);
    expect(relay.cashier.charges).toMatchObject([{ idempotencyKeyHash: row().keyHash }]);
    expect(relay.kept.told.slice(0, 5)).toEqual(['hashes', 'find', 'claim', 'keep', 'charged']);
  });

  it('without one is not looked for', async () => {
    await relay.chat();
    await relay.chat({}, { headers: { 'Idempotency-Key': '' } });
    expect(relay.kept.told).toEqual([]);
    expect(relay.cashier.charges[0]).not.toHaveProperty('idempotencyKeyHash');
  });

  it('is kept before it is charged', async () => {
    let kept: unknown;
    relay.cashier.recording = async () => {
      kept = { ...row() };
    };
    const { text } = await ask();
    expect(kept).toMatchObject({ isCharged: false, tillId: FAKE_TILL, requestId: 'id-1' });
    expect(String((kept as { answer: { body: Buffer } }).answer.body)).toBe(text);
  });

  it('that asks something else is refused, by a body and by an address', async () => {
    await ask();
    expectConflict(await ask({ temperature: 0 }), /another request/);
    expectConflict(await ask({}, { path: '/v1/chat/completions?a=b' }), /another request/);
    expect(asked()).toBe(1);
  });

  it('is its key alone', async () => {
    relay.view.tokens.set('other', tokenView({ tokenId: tokenId(12) }));
    await ask();
    await ask({}, { key: 'other' });
    expect(asked()).toBe(2);
  });

  it('whose twin runs waits', async () => {
    let go = (): void => undefined;
    relay.cashier.recording = () =>
      new Promise((resolve) => {
        go = resolve;
      });
    const first = ask();
    await relay.until(() => relay.kept.told.includes('keep'));
    const twin = await ask();
    expectConflict(twin, /still running/);
    expect(Number(twin.headers['retry-after'])).toBeGreaterThan(0);
    go();
    relay.cashier.recording = () => Promise.resolve();
    expectSame(await ask(), await first);
  });

  it('that another relay has claimed meanwhile gives its reservation back', async () => {
    relay.cashier.reserving = async () => {
      relay.cashier.reserving = () => Promise.resolve();
      const { tokenId, user } = tokenView();
      const other = { tokenId, userId: user.userId, tillId: 'other' as TillId, requestId: 'other' as RequestId };
      await relay.kept.claim({ ...other, keyHash: `${tokenId}-${user.userId}-${KEY}`, bodyHash: '' });
    };
    expectConflict(await ask(), /still running/);
    expect(asked()).toBe(0);
    expect(relay.kept.rows.size).toBe(1);
  });

  it('that failed without a charge may be tried again', async () => {
    const { play } = relay.upstream;
    relay.upstream.play = (response) => sendJson(response, errorText({}), 500);
    expect((await ask()).status).toBe(500);
    expect(relay.kept.rows.size).toBe(0);
    relay.upstream.play = play;
    expect((await ask()).status).toBe(200);
    expectCharges(1);
  });

  it('that cannot be paid for keeps nothing', async () => {
    relay.cashier.refusal = {
      code: 'insufficient_user_quota',
      available: quota(0),
      unspent: quota(0),
      needed: quota(1),
    };
    expect((await ask()).status).toBe(403);
    expect(relay.kept.told).not.toContain('claim');
  });

  it('that costs nothing is kept for who has a balance alone', async () => {
    relay.view.book = { ...relay.view.book, modelPrice: { ...relay.view.book.modelPrice, 'gpt-4o': '0' } };
    const { reserve } = relay.cashier;
    const amounts: number[] = [];
    relay.cashier.reserve = (request) => {
      amounts.push(request.amount);
      if (request.amount === 0) return reserve.call(relay.cashier, request);
      const refusal = {
        code: 'insufficient_user_quota' as const,
        available: quota(0),
        unspent: quota(0),
        needed: quota(1),
      };
      return Promise.resolve({ ok: false, refusal });
    };
    const answer = await ask();
    expect(answer.status).toBe(403);
    expect(errorOf(answer).message).toMatch(/only for who has a balance/);
    expect(amounts).toEqual([0, 1]);
    expect(relay.kept.told).not.toContain('claim');
    expect((await relay.chat()).status).toBe(200);
  });

  it('beyond those that a user may have is refused, in our words', async () => {
    relay.kept.isFull = true;
    const answer = await ask();
    expect(answer.status).toBe(429);
    expect(errorOf(answer).message).toMatch(/Idempotency-Key are kept/);
  });

  it.each([{}, { stream: true }])('%p whose answer is large is charged once, and says so', async (fields) => {
    const large = 'x'.repeat(1_100_000);
    relay.upstream.play = (response, { text }) => {
      if (!text.includes('"stream":true')) return sendJson(response, completion(undefined, large));
      beginStream(response);
      response.end(`${chunk(large)}${usageChunk()}${DONE}`);
    };
    expect((await ask(fields)).status).toBe(200);
    expectConflict(await ask(fields), /1 MiB/);
    expectCharges(1);
  });

  it.each([
    ['x'.repeat(256), 400],
    ['\u00fc', 400],
    ['x'.repeat(255), 200],
  ])('of letters that no key has is refused: %#', async (key, status) => {
    expect((await ask({}, { headers: { 'Idempotency-Key': key } })).status).toBe(status);
  });

  it('of a caller who hung up has the answer that was read on for him', async () => {
    relay.view.setOptions({ HangUpReadSeconds: 9 });
    let end = (): void => undefined;
    relay.upstream.play = (response) => {
      beginStream(response);
      response.write(chunk('one '));
      end = () => response.end(`${chunk('two')}${usageChunk()}${DONE}`);
    };
    await ask({ stream: true }, { onText: (_text: string, hangUp: () => void) => hangUp() });
    await relay.hangUpAll();
    end();
    await relay.until(() => row().isCharged);
    const again = await ask({ stream: true });
    expect(again.text).toBe(`${chunk('one ')}${chunk('two')}${DONE}`);
    expectCharges(1);
  });

  it('of a caller who hung up, and was not read on for, says so', async () => {
    relay.upstream.play = (response) => {
      beginStream(response);
      response.write(chunk('one '));
    };
    await ask({ stream: true }, { onText: (_text: string, hangUp: () => void) => hangUp() });
    await relay.until(() => row().isCharged);
    expectConflict(await ask({ stream: true }), /not completed/);
    expectCharges(1);
  });

  it('whose stream broke off says so', async () => {
    relay.upstream.play = (response) => {
      beginStream(response);
      response.write(chunk('one '), () => response.destroy());
    };
    await ask({ stream: true });
    expectConflict(await ask({ stream: true }), /not completed/);
    expectCharges(1);
  });

  it('is not served where nothing can be kept', async () => {
    relay.kept.error = new DirectoryUnavailable();
    expect((await ask()).status).toBe(503);
    expect(asked()).toBe(0);
  });

  it('of which it is not known whether it has the key gives it back, and is not served', async () => {
    relay.kept.claimError = new DirectoryUnavailable();
    expect((await ask()).status).toBe(503);
    expect(asked()).toBe(0);
    expect(relay.kept.rows.size).toBe(0);
    relay.kept.claimError = undefined;
    expect((await ask()).status).toBe(200);
  });

  it('whose answer could not be kept is charged all the same', async () => {
    relay.kept.keepError = new DirectoryUnavailable();
    expect((await ask()).status).toBe(200);
    expectCharges(1);
  });

  it('whose key was given to another call meanwhile is not charged', async () => {
    const { play } = relay.upstream;
    relay.upstream.play = (response, received) => {
      leave({ requestId: 'other' as RequestId });
      return play(response, received);
    };
    expectConflict(await ask(), /still running/);
    expectCharges(0);
    expect(relay.kept.rows.size).toBe(1);
  });

  it('whose charge is not known to stand is asked for at its till', async () => {
    const first = await ask();
    relay.kept.openTills.clear();
    const { requestId } = row();

    leave({ isCharged: false });
    expectConflict(await ask(), /still running/);
    relay.cashier.ends.set(requestId, { end: undefined, closedAtMs: Date.now() });
    expectConflict(await ask(), /still running/);

    relay.cashier.ends.set(requestId, { end: 'charged', closedAtMs: undefined });
    expectSame(await ask(), first);
    expect(row().isCharged).toBe(true);
    expect(asked()).toBe(1);
  });

  it.each([
    ['by its end', { end: 'free' as const, closedAtMs: undefined }, {}],
    [
      'by a till that tells no end, and was closed long ago',
      { end: undefined, closedAtMs: Date.now() - LONG_AGO_MS },
      {},
    ],
    ['by a till that tells no end, where there is no answer', { end: undefined, closedAtMs: Date.now() }, NO_ANSWER],
  ])('that was not charged is served anew: %s', async (_how, end, change) => {
    await ask();
    relay.kept.openTills.clear();
    leave({ isCharged: false, ...change });
    relay.cashier.ends.set(row().requestId, end);
    expect((await ask()).headers['idempotent-replayed']).toBeUndefined();
    expect(asked()).toBe(2);
    expect(row()).toMatchObject({ isCharged: true, requestId: 'id-2' });
  });

  it('that was charged for what came of it before its relay was killed is not repeated', async () => {
    await ask();
    leave({ isCharged: true, ...NO_ANSWER });
    expectConflict(await ask(), /was charged/);
    expect(asked()).toBe(1);
  });

  it('whose till is open is asked for there once its answer is old', async () => {
    const first = await ask();
    leave({ isCharged: false, answeredAtMs: Date.now() - LONG_AGO_MS });
    relay.cashier.ends.set(row().requestId, { end: 'charged', closedAtMs: undefined });
    expectSame(await ask(), first);
  });

  it('whose charge could not be recorded in time stays undecided', async () => {
    relay.cashier.recordError = new StoreUnavailable('silence');
    expect((await ask()).status).toBe(503);
    expect(row()).toMatchObject({ isCharged: false, answer: { contentType: 'application/json' } });
    expectConflict(await ask(), /still running/);
  });

  it.each([{}, { stream: true }])('%p that tells its cost has the same again', async (fields) => {
    relay.view.setOptions({ CostInAnswers: true });
    const call = { headers: { ...headers, 'X-Ledgate-Cost': '1' } };
    const first = await ask(fields, call);
    expect(first.text).toContain('"revision"');
    expectSame(await ask(fields, call), first);
  });
});
