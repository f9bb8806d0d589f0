import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { READ_MODELS } from '../../schema/shape.ts';
import { type ReadModelDatabase, readModelDatabase } from '../../testing/read-model-database.ts';
import { NOTICE_LEASE_S } from '../limits.ts';
import { noteLowBalances, noticeFailed, noticeFigures, noticeSent, sweepNotices, takeDueNotices } from './notices.ts';

const NOW_S = 1_800_000_000;
const PAUSE_S = 7_200;
const THRESHOLD = 1_000;

let database: ReadModelDatabase;
let position: number;
beforeEach(async () => {
  database = await readModelDatabase();
  position = 0;
  await at(0);
  await look();
  for (const [id, email] of [
    [7, 'ada@example.com'],
    [8, ''],
    [9, 'eve@example.com'],
  ])
    await database.pool.query(
      'insert into directory.users (id, username, password_hash, email, created_time) values ($1::bigint, $1::text, $2, $3, 0)',
      [id, '', email],
    );
});
afterEach(() => database.drop());

const at = (applied: number): Promise<unknown> =>
  database.pool.query(`update ${READ_MODELS}.checkpoints set position = $1`, [applied]);
const look = (nowS = NOW_S, rowsMax = 1_000): Promise<number> =>
  noteLowBalances(database.pool, { threshold: THRESHOLD, pauseS: PAUSE_S, nowS, rowsMax });

/** A change of the balance, applied. */
async function entry(userId: number, amount: number, balance: number, type = 'ConsumptionRecorded'): Promise<void> {
  position += 1;
  await database.pool.query(
    `insert into ${READ_MODELS}.ledger_entries values ($1, $2, 0, $3, 's', $2, $4, $5, 0, 0, null, '', '', '', '{}', null, null, null, null, 0, 0, 0, 0, null)`,
    [userId, position, type, amount, balance],
  );
  await at(position);
}

describe('a balance that has become low', () => {
  it('is noted when a charge takes it below the threshold, with what it was at last', async () => {
    await entry(7, -500, 1_500);
    expect(await look()).toBe(0);
    await entry(7, -600, 900);
    await entry(7, -100, 800);
    expect(await look()).toBe(1);
    const [notice] = await takeDueNotices(database.pool, NOW_S);
    expect(notice).toMatchObject({ kind: 'low_balance', email: 'ada@example.com', attempts: 1 });
    expect(notice?.facts).toEqual({ balance: 800 });
  });

  it('is noted once in two hours, then for each charge that leaves nothing', async () => {
    await entry(7, -600, 900);
    expect(await look()).toBe(1);
    await entry(7, -900, 0);
    expect(await look(NOW_S + 60)).toBe(0);
    await entry(7, -1, -1);
    expect(await look(NOW_S + PAUSE_S)).toBe(1);
  });

  it('is noted some entries a look after a long pause, of everybody, with what it is by now', async () => {
    const person =
      'insert into directory.users (id, username, password_hash, email, created_time) values ($1, $2, $3, $4, 0)';
    const ids = Array.from({ length: 10 }, (_, at) => 20 + at);
    for (const id of ids) {
      await database.pool.query(person, [id, `person-${id}`, '', `person-${id}@example.com`]);
      await entry(id, -600, 900);
      await entry(id, -1, 899);
    }
    const looks = [];
    for (let times = 0; times < 8; times += 1) looks.push(await look(NOW_S + times, 3));
    expect(looks).toEqual([2, 1, 2, 1, 2, 1, 1, 0]);
    const noted = await database.pool.query(
      "select user_id::int as id, facts from directory.notices where kind = 'low_balance' order by 1",
    );
    expect(noted.rows).toEqual(ids.map((id) => ({ id, facts: JSON.stringify({ balance: 899 }).replace(':', ' : ') })));
  });

  it('is noted of nobody without an e-mail, and of no change that is no charge', async () => {
    await entry(8, -600, 900);
    await entry(7, -600, 900, 'QuotaAdjusted');
    await entry(9, -100, 850);
    expect(await look()).toBe(0);
  });

  it('is noted once by several that look at once, and not again where read models are made anew', async () => {
    await entry(7, -600, 900);
    await entry(9, -600, 900);
    const noted = await Promise.all(Array.from({ length: 4 }, () => look()));
    expect(noted.reduce((sum, count) => sum + count, 0)).toBe(2);
    await at(0);
    expect(await look(NOW_S + 2 * PAUSE_S)).toBe(0);
  });
});

describe('a notice', () => {
  beforeEach(async () => {
    await entry(7, -600, 900);
    await look();
  });
  const take = (nowS: number) => takeDueNotices(database.pool, nowS);

  it('is of one holder, and another may take it once its time is over', async () => {
    const taken = await Promise.all([take(NOW_S), take(NOW_S)]);
    expect(taken.flat()).toHaveLength(1);
    expect(await take(NOW_S + NOTICE_LEASE_S - 1)).toEqual([]);
    expect((await take(NOW_S + NOTICE_LEASE_S))[0]?.attempts).toBe(2);
  });

  it('is told once, is tried again after a failure, and is dropped where there is no next try', async () => {
    const [{ id } = { id: '' }] = await take(NOW_S);
    const problem = 'the server is gone';
    await noticeFailed(database.pool, id, { problem, againS: NOW_S + 30, nowS: NOW_S });
    expect(await noticeFigures(database.pool, NOW_S + 10)).toEqual({ waiting: 1, oldestAgeS: 10, dropped: 0 });
    expect(await take(NOW_S + 30)).toHaveLength(1);
    await noticeSent(database.pool, id, NOW_S + 31);
    expect(await take(NOW_S + 1_000)).toEqual([]);
    await entry(7, -901, -1);
    await look(NOW_S + PAUSE_S);
    const [late] = await take(NOW_S + PAUSE_S);
    await noticeFailed(database.pool, late?.id ?? '', { problem, againS: undefined, nowS: NOW_S + PAUSE_S });
    expect(await take(NOW_S + 10 * PAUSE_S)).toEqual([]);
    expect(await noticeFigures(database.pool, NOW_S + PAUSE_S)).toMatchObject({ waiting: 0, dropped: 1 });
    expect(await sweepNotices(database.pool, NOW_S + 30 * 24 * 3_600)).toBe(2);
  });
});
