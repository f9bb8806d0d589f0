import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BOOKS_STREAM } from '@ledgate/domain/books/events';
import type { Revision } from '@ledgate/domain/ports/event-store';
import { eventually } from '@ledgate/projections/directory/testing/directory-fixture';
import { startClosingWorker } from '@ledgate/projections/testing/closing-worker';
import type { PeriodAnswer } from '../contract/finance-period.ts';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';

jest.setTimeout(60_000);
const PERIODS = '/api/finance/periods';

let world: ConsoleWorld;
let folder: string;
let keeper: ConsoleClient;
let nowS: number;
const stops: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'api-periods-'));
  world = await openConsoleWorld({
    settings: {
      version: 'test',
      startedAtMs: Date.now(),
      mailCodeSeconds: 600,
      channelTestPauseMs: 0,
      exportDir: folder,
      outside: { github: '', githubApi: '', linuxdo: '', turnstile: '' },
    },
  });
  keeper = await world.person('keeper');
  await world.root.done('PUT', '/api/user/permissions', { id: keeper.userId, permissions: ['bookkeeping'] });
  await world.root.done('POST', '/api/user/adjust', { id: keeper.userId, delta: 70, reason: 'for a start' });
  nowS = Math.floor(Date.now() / 1_000) - 5;
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await world.close();
  rmSync(folder, { recursive: true });
});

const startWorker = async (hasKey = true): Promise<void> =>
  void stops.push(await startClosingWorker({ ...world, readModels: world.runner, folder, hasKey }));
/** Its bundle may stand there a moment later. */
const asClosed = ({ bundle_bytes: _bytes, ...period }: PeriodAnswer): Omit<PeriodAnswer, 'bundle_bytes'> => period;
const close = async (body: object): Promise<Omit<PeriodAnswer, 'bundle_bytes'>> =>
  asClosed(await keeper.done('POST', PERIODS, body));
const file = (id: number, headers: Record<string, string> = {}): Promise<Response> =>
  keeper.open('GET', `${PERIODS}/${id}/file`, undefined, headers);
const audited = async (): Promise<readonly Record<string, unknown>[]> =>
  (await world.root.done<{ items: Record<string, unknown>[] }>('GET', '/api/audit/?target_type=finance')).items;
const eventsOf = async (type: string): Promise<number> =>
  (await world.store.readStream(BOOKS_STREAM, 0 as Revision, 100)).filter((event) => event.type === type).length;

describe('a period', () => {
  it('is closed, told, listed, had as a bundle, and recorded with its reason', async () => {
    await startWorker();
    const first = await close({ start: 0, end: nowS - 100, reason: 'the month is over' });
    expect(first).toMatchObject({
      id: 1,
      revision: 1,
      status: 'closed',
      start: 0,
      end: nowS - 100,
      zone: 'UTC',
      first_index: 0,
      late: [],
      actor_id: keeper.userId,
      actor_name: 'keeper',
    });
    const second = await close({ start: nowS - 100, end: nowS });
    expect(second).toMatchObject({ id: 2, first_index: first.size, start: first.end });
    const { items, total } = await keeper.done<{ items: PeriodAnswer[]; total: number }>('GET', `${PERIODS}/?p=1`);
    expect([total, items.map(asClosed)]).toEqual([2, [second, first]]);
    expect(asClosed(await keeper.done('GET', `${PERIODS}/2`))).toEqual(second);
    expect(await close({ start: 0, end: nowS - 100, zone: 'Asia/Kathmandu' })).toEqual(first);
    expect(await audited()).toMatchObject([
      { action: 'finance.close', target_id: 'period-2', actor_id: keeper.userId },
      { action: 'finance.close', target_id: 'period-1', reason: 'the month is over', after: { revision: 1 } },
    ]);
  });

  it('has a bundle, in parts too, that is made again where it is gone', async () => {
    await startWorker();
    const { id, manifest_sha256: digest } = await close({ end: nowS });
    const whole = await file(id);
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('etag')]).toEqual([
      200,
      'application/x-tar',
      `"${digest}"`,
    ]);
    const bytes = Buffer.from(await whole.arrayBuffer());
    const part = await file(id, { range: 'bytes=100-199' });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(100, 200)]);
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    expect(await keeper.done('GET', `${PERIODS}/${id}`)).toMatchObject({ bundle_bytes: null });
    expect(Buffer.from(await (await file(id)).arrayBuffer()).equals(bytes)).toBe(true);
    expect((await file(987)).status).toBe(404);
    expect(await audited()).toMatchObject([
      { action: 'finance.bundle' },
      { action: 'finance.bundle' },
      { action: 'finance.bundle' },
      { action: 'finance.close' },
    ]);
  });

  it('has no bundle for a while where the ledger gives another, which is told at once', async () => {
    await startWorker();
    const { id, manifest_sha256: digest } = await close({ end: nowS });
    await file(id);
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    writeFileSync(join(folder, `period-${id}-1-${digest}.tar.differs`), '');
    const refused = await file(id);
    expect([refused.status, await refused.json()]).toMatchObject([410, { code: 'export_expired' }]);
  });

  it('is refused by its code and field, and nothing is written', async () => {
    await startWorker();
    await close({ end: nowS - 100 });
    for (const [body, code, field] of [
      [{ period: '2026-99' }, 'period_invalid', 'period'],
      [{ period: '2026-11', start: 5 }, 'period_or_range', 'period'],
      [{ period: '2026-11', zone: 'Mars/Base' }, 'zone_unknown', 'zone'],
      [{}, 'range_invalid', 'end'],
      [{ start: nowS, end: nowS }, 'range_invalid', 'end'],
      [{ start: nowS - 99, end: nowS }, 'period_gap', 'start'],
      [{ start: nowS - 101, end: nowS + 999_999 }, 'period_gap', 'start'],
      [{ start: nowS - 100, end: nowS + 999_999 }, 'period_open', 'end'],
    ] as const) {
      const { json } = await keeper.call('POST', PERIODS, body);
      expect([body, json]).toMatchObject([body, { success: false, code, field }]);
    }
    for (const [id, body, code] of [
      [1, {}, 'reason_missing'],
      [1, { reason: ' ' }, 'reason_missing'],
      [987, { reason: 'x' }, 'period_missing'],
    ] as const)
      expect((await keeper.call('POST', `${PERIODS}/${id}/reopen`, body)).json).toMatchObject({ success: false, code });
    await close({ start: nowS - 100, end: nowS });
    expect((await keeper.call('POST', `${PERIODS}/1/reopen`, { reason: 'x' })).json).toMatchObject({
      code: 'period_not_last',
    });
    expect([await eventsOf('PeriodEnded'), await eventsOf('PeriodReopened')]).toEqual([2, 0]);
  });

  it('is reopened for a reason and closed again as its next revision, which its statement tells', async () => {
    await startWorker();
    await close({ end: nowS });
    const reason = 'a bill came late';
    expect(await keeper.done('POST', `${PERIODS}/1/reopen`, { reason })).toMatchObject({
      status: 'reopened',
      revision: 1,
      reopen_reason: reason,
    });
    expect((await keeper.call('POST', PERIODS, { start: nowS, end: nowS + 1 })).json).toMatchObject({
      code: 'period_gap',
    });
    expect(await close({ end: nowS })).toMatchObject({ id: 1, revision: 2, status: 'closed' });
    const statement = await keeper.done<{ reopened: unknown[] }>('GET', `/api/statement/self?start=${nowS - 50}`);
    expect(statement.reopened).toMatchObject([{ period_id: 1, reason }]);
    expect((await audited()).map(({ action, reason: told }) => [action, told])).toEqual([
      ['finance.close', ''],
      ['finance.reopen', reason],
      ['finance.close', ''],
    ]);
  });

  it('that nobody finishes yet is told as closing, has no bundle, and is finished by the first worker; ten calls are one', async () => {
    const begun = close({ end: nowS });
    await eventually(async () => (await eventsOf('PeriodEnded')) === 1, 'the period has ended', 10_000);
    expect(await keeper.done('GET', `${PERIODS}/1`)).toMatchObject({ status: 'closing', size: null, totals: null });
    const more = Array.from({ length: 9 }, () => close({ end: nowS }));
    const next = close({ start: nowS, end: nowS + 1 });
    await startWorker();
    const answers = await Promise.all([begun, ...more]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ id: 1, status: 'closed' });
    expect(await next).toMatchObject({ id: 2, status: 'closed' });
    expect([await eventsOf('PeriodEnded'), await eventsOf('PeriodClosed')]).toEqual([2, 2]);
  });

  it('is not begun where nobody has the key that signs', async () => {
    await startWorker(false);
    await eventually(
      async () => (await world.db.query("select from directory.seal_tree where trouble <> ''")).rowCount === 1,
      'the trouble is known',
      10_000,
    );
    expect((await keeper.call('POST', PERIODS, { end: nowS })).json).toMatchObject({ code: 'ledger_key_missing' });
    expect((await keeper.call('POST', PERIODS, { end: nowS + 999_999 })).json).toMatchObject({ code: 'period_open' });
    expect(await eventsOf('PeriodEnded')).toBe(0);
  });
});
