import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type RequestId, type TillId, tokenId, userId } from '@ledgate/domain/shared/ids';
import { pause } from '../../shared/pause.ts';
import { createDirectoryWorker } from '../directory-worker.ts';
import { DirectoryUnavailable } from '../relay-view.ts';
import { rotateMasterKey } from '../keys/rotate.ts';
import { DirectoryKeys } from '../keys/directory-keys.ts';
import { KeyRing, newMasterKey } from '../keys/key-ring.ts';
import {
  KEPT_ANSWERS_KEPT_S,
  KEPT_ANSWERS_OF_USER_BYTES_MAX,
  KEPT_ANSWERS_OF_USER_MAX,
  KEPT_ANSWERS_SWEPT_ROWS,
} from '../limits.ts';
import { testMasterKey } from '../../testing/directory-keys.ts';
import { type DirectoryFixture, openDirectory } from '../testing/directory-fixture.ts';
import type { KeptAnswers } from '../kept-answers.ts';
import { createKeptAnswers } from './create-kept-answers.ts';
import { keptAnswersFigures, sweepKeptAnswers } from './sweep.ts';

const NOW_S = 1_800_000_000;
const OWN = { tokenId: tokenId(11), userId: userId(1) };
const WORDS = 'what a model said to somebody';

let directory: DirectoryFixture;
let nowS: number;
let relays: readonly KeptAnswers[];
let kept: KeptAnswers;
const clock = { nowMs: () => nowS * 1_000 };
const relayWith = (directoryKeys: DirectoryKeys): KeptAnswers =>
  createKeptAnswers({ pool: directory.pool, directoryKeys, clock });

beforeEach(async () => {
  directory = await openDirectory();
  nowS = NOW_S;
  relays = [relayWith(directory.keys), relayWith(directory.keys)];
  [kept] = relays as [KeptAnswers];
});
afterEach(() => directory.close());

const call = {
  ...OWN,
  keyHash: 'hash',
  bodyHash: 'body',
  requestId: 'one' as RequestId,
  tillId: 'till' as TillId,
};
const other = { ...call, requestId: 'other' as RequestId };
const answer = { contentType: 'application/json', body: Buffer.from(WORDS) };
const find = (relay = kept) => relay.find(call.tokenId, call.keyHash);
const columns = async (): Promise<readonly object[]> =>
  (await directory.pool.query('select * from directory.kept_answers')).rows;

/** So many rows that a user has already. */
const fill = (count: number, bytes = 0): Promise<unknown> =>
  directory.pool.query(
    `insert into directory.kept_answers (token_id, key_hash, user_id, body_hash, request_id, till_id, made_time, bytes)
     select 12, 'key' || n, 1, '', '', '', $2::bigint - n % 10, $3::bigint from generate_series(1, $1::int) as n`,
    [count, NOW_S, bytes],
  );

describe('kept answers', () => {
  it('hash key and request alike in every relay, and never alike for two tokens or users', async () => {
    const hashes = await Promise.all(relays.map((relay) => relay.hashes(OWN, 'key', ['/v1', Buffer.from('{}')])));
    expect(hashes[0]).toEqual(hashes[1]);
    expect(hashes[0]?.keyHash).toMatch(/^[\w-]{16}$/);
    const ofAnother = await kept.hashes({ ...OWN, tokenId: tokenId(12) }, 'key', ['/v1', Buffer.from('{}')]);
    expect(ofAnother.keyHash).not.toBe(hashes[0]?.keyHash);
    const ofAnotherUser = await kept.hashes({ ...OWN, userId: userId(8) }, 'key', ['/v1', Buffer.from('{}')]);
    expect(ofAnotherUser.keyHash).not.toBe(hashes[0]?.keyHash);
    const ofAnotherBody = await kept.hashes(OWN, 'key', ['/v1', Buffer.from('{ }')]);
    expect(ofAnotherBody).toMatchObject({ keyHash: hashes[0]?.keyHash });
    expect(ofAnotherBody.bodyHash).not.toBe(hashes[0]?.bodyHash);
  });

  it('are one call of all relays at once, and found by each', async () => {
    const claims = await Promise.all([call, other, call, other].map((one, index) => relays[index % 2]?.claim(one)));
    expect(claims.filter((claim) => claim === 'claimed')).toHaveLength(1);
    expect(claims.filter((claim) => claim === 'taken')).toHaveLength(3);
    for (const relay of relays) expect(await find(relay)).toMatchObject({ bodyHash: 'body', answer: undefined });
  });

  it('are good once charged, and then what was kept, byte by byte', async () => {
    await kept.claim(call);
    const body = randomBytes(100_000);
    expect(await kept.keep(call, { contentType: 'audio/mpeg', body })).toBe(true);
    expect(await find(relays[1])).toMatchObject({ isCharged: false, answeredAtMs: NOW_S * 1_000 });
    await kept.charged(call);
    const found = await find(relays[1]);
    expect(found).toEqual({
      ...call,
      answeredAtMs: NOW_S * 1_000,
      isCharged: true,
      answer: { contentType: 'audio/mpeg', body },
    });
  });

  it('stand nowhere in clear, and open in their own row alone', async () => {
    await kept.claim(call);
    await kept.keep(call, answer);
    await kept.claim({ ...call, keyHash: 'second' });
    const stored = await directory.pool.query<{ cipher: Buffer }>(
      "select cipher from directory.kept_answers where key_hash = 'hash'",
    );
    expect(stored.rows[0]?.cipher.includes(WORDS)).toBe(false);
    await directory.pool.query(
      `update directory.kept_answers as to_row set content_type = kept.content_type, master_key = kept.master_key, cipher = kept.cipher
       from directory.kept_answers as kept where to_row.key_hash = 'second' and kept.key_hash = 'hash'`,
    );
    await expect(kept.find(call.tokenId, 'second')).rejects.toThrow(DirectoryUnavailable);
  });

  it('are those of the call that has the key: another changes nothing', async () => {
    await kept.claim(call);
    expect(await kept.keep(other, answer)).toBe(false);
    expect(await kept.keep(other, 'large')).toBe(false);
    await kept.charged(other);
    expect(await kept.release(other)).toBe(false);
    expect(await find()).toMatchObject({ requestId: 'one', isCharged: false, answer: undefined });
    expect(await kept.release(call)).toBe(true);
    expect(await find()).toBeUndefined();
  });

  it('are over after a day, before anybody has swept them', async () => {
    await kept.claim(call);
    await kept.keep(call, answer);
    await kept.charged(call);
    nowS += KEPT_ANSWERS_KEPT_S;
    expect(await find()).toMatchObject({ isCharged: true });
    nowS += 1;
    expect(await find()).toBeUndefined();
    expect(await kept.claim(other)).toBe('claimed');
    expect(await find()).toMatchObject({ requestId: 'other', isCharged: false, answer: undefined });
    expect(JSON.stringify(await columns())).toContain('"cipher":null');
  });

  it('are swept after a day, however many they are', async () => {
    await fill(2 * KEPT_ANSWERS_SWEPT_ROWS + 100, 7);
    nowS = NOW_S + 60;
    await kept.claim(call);
    expect(await keptAnswersFigures(directory.pool, nowS)).toEqual({
      oldestAgeSeconds: 69,
      storedBytes: expect.any(Number),
    });
    expect(await sweepKeptAnswers(directory.pool, NOW_S - 4 + KEPT_ANSWERS_KEPT_S)).toBe(1_050);
    expect(await sweepKeptAnswers(directory.pool, NOW_S + 1 + KEPT_ANSWERS_KEPT_S)).toBe(1_050);
    expect(await find()).toBeDefined();
    await sweepKeptAnswers(directory.pool, NOW_S + 61 + KEPT_ANSWERS_KEPT_S);
    expect(await keptAnswersFigures(directory.pool, nowS)).toMatchObject({ oldestAgeSeconds: 0 });
    expect(await columns()).toEqual([]);
  });

  it('are swept by the worker that sweeps the directory', async () => {
    nowS = Math.floor(Date.now() / 1_000) - KEPT_ANSWERS_KEPT_S + 60;
    await kept.claim(call);
    nowS -= 120;
    await kept.claim({ ...call, keyHash: 'old' });
    const worker = createDirectoryWorker({
      store: directory.store,
      pool: directory.pool,
      patientPool: directory.pool,
      directoryKeys: directory.keys,
      recall: async () => true,
      onError: () => undefined,
      onParked: () => undefined,
      periodMs: 1,
    });
    worker.start();
    while ((await columns()).length > 1) await pause(5, new AbortController().signal);
    await worker.stop();
    expect(await columns()).toMatchObject([{ key_hash: 'hash' }]);
  });

  it('of one user are so many, and those of another have room beside them', async () => {
    await fill(KEPT_ANSWERS_OF_USER_MAX - 1);
    expect(await kept.claim(call)).toBe('claimed');
    expect(await kept.claim({ ...call, keyHash: 'next' })).toBe('full');
    expect(await kept.claim(other)).toBe('taken');
    expect(await kept.claim({ ...call, userId: userId(2), keyHash: 'next' })).toBe('claimed');
  });

  it('of one user have so many bytes; what goes beyond is known, and not kept', async () => {
    await fill(1, KEPT_ANSWERS_OF_USER_BYTES_MAX - answer.body.length);
    await kept.claim(call);
    await kept.keep(call, answer);
    expect(await find()).toMatchObject({ answer });
    await kept.claim({ ...call, keyHash: 'next' });
    expect(await kept.keep({ ...call, keyHash: 'next' }, answer)).toBe(true);
    expect(await kept.find(call.tokenId, 'next')).toMatchObject({ answer: 'room' });
  });

  it('open after a rotation while its earlier key is given, and are known without it', async () => {
    await kept.claim(call);
    await kept.keep(call, answer);
    await kept.charged(call);
    const [earlier, later] = [testMasterKey(), newMasterKey()];
    const both = new KeyRing(`${later},${earlier}`);
    await rotateMasterKey(directory.pool, { ring: both, nowMs: clock.nowMs() });
    expect(await find(relayWith(new DirectoryKeys(both)))).toMatchObject({ answer });
    expect(await find(relayWith(new DirectoryKeys(new KeyRing(later))))).toMatchObject({
      isCharged: true,
      answer: 'room',
    });
  });

  it('know which tills are looked after', async () => {
    await directory.pool.query(
      "insert into directory.tills (till_id, relay_id, directory_version) values ('till', 'relay', 0)",
    );
    expect(await kept.isTillOpen('till' as TillId)).toBe(true);
    expect(await kept.isTillOpen('gone' as TillId)).toBe(false);
  });

  it('are not to be had where the database is not', async () => {
    await directory.pool.query('alter table directory.kept_answers rename to elsewhere');
    try {
      await expect(find()).rejects.toThrow(DirectoryUnavailable);
    } finally {
      await directory.pool.query('alter table directory.elsewhere rename to kept_answers');
    }
  });
});
