import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { silentLog } from '@ledgate/domain/ports/log';
import { drainAudit } from '@ledgate/projections/directory/audit/drain-audit';
import { EXPORTS_UNFINISHED_MAX } from '@ledgate/projections/directory/limits';
import { eventually } from '@ledgate/projections/directory/testing/directory-fixture';
import { createExportWorker, type ExportWorker } from '@ledgate/projections/exports/worker/export-worker';
import type { ExportOrder } from '@ledgate/projections/exports/order';
import type { writeExport } from '@ledgate/projections/exports/write-export';
import type { ExportJobAnswer } from '../contract/finance-export.ts';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';

const EXPORTS = '/api/finance/exports/';
const CHARGES = { layout: 'charges', format: 'csv' };

let world: ConsoleWorld;
let folder: string;
let clerk: ConsoleClient;
let other: ConsoleClient;
let admin: ConsoleClient;
const errors: object[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ledgate-exports-'));
  world = await openConsoleWorld({
    log: { ...silentLog, error: (facts: object) => void errors.push(facts) },
    settings: {
      version: 'test',
      startedAtMs: Date.now(),
      mailCodeSeconds: 600,
      channelTestPauseMs: 0,
      exportDir: folder,
      outside: { github: '', githubApi: '', linuxdo: '', turnstile: '' },
    },
  });
  [clerk, other, admin] = [await world.person('clerk'), await world.person('other'), await world.person('boss')];
  for (const { userId: id } of [clerk, other])
    await world.root.done('PUT', '/api/user/permissions', { id, permissions: ['finance'] });
  await world.root.done('POST', '/api/user/manage', { id: admin.userId, action: 'promote' });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => world.db.query('delete from directory.export_jobs'));

const TEXT = Array.from({ length: 2_000 }, (_, line) => `row ${line}\n`).join('');
let seen: ExportOrder[] = [];
let hold: Promise<unknown> = Promise.resolve();
const written: typeof writeExport = async (_source, order, { path, signal, onProgress }) => {
  seen.push(order);
  onProgress({ rowsDone: 7, rowsTotal: 2_000, bytes: 70 });
  await Promise.race([hold, new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))]);
  await writeFile(path, TEXT);
  return { rows: 2_000, bytes: TEXT.length, sha256: createHash('sha256').update(TEXT).digest('hex') };
};

const workers: ExportWorker[] = [];
function startWorker(): ExportWorker {
  const worker = createExportWorker({
    db: world.db,
    patientDb: world.db,
    store: world.store,
    write: written,
    folder,
    readModels: world.runner,
    holder: 'test',
    notifications: { listen: () => () => undefined, onConnected: () => () => undefined },
    log: silentLog,
  });
  worker.start();
  workers.push(worker);
  return worker;
}
afterEach(async () => {
  hold = Promise.resolve();
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  seen = [];
});

const ordered = (client: ConsoleClient, order: object = CHARGES): Promise<ExportJobAnswer> =>
  client.done('POST', EXPORTS, order);
const jobOf = (client: ConsoleClient, { id }: ExportJobAnswer): Promise<ExportJobAnswer> =>
  client.done('GET', `${EXPORTS}${id}`);
async function inStatus(client: ConsoleClient, job: ExportJobAnswer, status: string): Promise<ExportJobAnswer> {
  await eventually(async () => (await jobOf(client, job)).status === status, `the export is ${status}`, 15_000);
  return jobOf(client, job);
}
const total = async (): Promise<number> => (await clerk.done<{ total: number }>('GET', EXPORTS)).total;

describe('an export', () => {
  it('is ordered, made and had as a file', async () => {
    const job = await ordered(clerk, {
      ...CHARGES,
      period: '2026-11',
      zone: 'Asia/Kathmandu',
      group: 'vip',
      names: false,
    });
    expect(job).toMatchObject({
      layout: 'charges',
      format: 'csv',
      status: 'queued',
      actor_id: clerk.userId,
      actor_name: 'clerk',
      start: Date.UTC(2026, 9, 31, 18, 15) / 1_000,
      end: Date.UTC(2026, 10, 30, 18, 15) / 1_000,
      zone: 'Asia/Kathmandu',
      group: 'vip',
      names: false,
      raw_text: false,
      position: await world.store.head(),
      rows_done: 0,
      rows_total: null,
      sha256: null,
      error: null,
      finished_at: null,
      expires_at: null,
      may_delete: true,
    });
    startWorker();
    const end = await inStatus(clerk, job, 'done');
    expect(seen).toMatchObject([
      { layout: 'charges', group: 'vip', names: false, audit: false, position: job.position },
    ]);
    const sha256 = createHash('sha256').update(TEXT).digest('hex');
    expect(end).toMatchObject({ rows_done: 2_000, rows_total: 2_000, bytes: TEXT.length, sha256 });
    expect((end.expires_at ?? 0) - (end.finished_at ?? 0)).toBe(24 * 3_600);

    const path = `${EXPORTS}${job.id}/file`;
    const whole = await clerk.call('GET', path);
    expect([whole.status, whole.text]).toEqual([200, TEXT]);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="charges-${job.id}.csv"`,
      'content-length': String(TEXT.length),
      etag: `"${sha256}"`,
      'cache-control': 'no-store, no-transform',
    });
  });

  it('is had in parts, as long as it is the same file', async () => {
    startWorker();
    const job = await inStatus(clerk, await ordered(clerk), 'done');
    const path = `${EXPORTS}${job.id}/file`;
    const part = await clerk.call('GET', path, undefined, { Range: 'bytes=1000-1999' });
    expect([part.status, part.text]).toEqual([206, TEXT.slice(1_000, 2_000)]);
    expect(part.headers.get('content-range')).toBe(`bytes 1000-1999/${TEXT.length}`);
    const same = { Range: 'bytes=1000-', 'If-Range': `"${job.sha256}"` };
    expect((await clerk.call('GET', path, undefined, same)).text).toBe(TEXT.slice(1_000));
    const another = await clerk.call('GET', path, undefined, { Range: 'bytes=5-', 'If-Range': '"another"' });
    expect([another.status, another.text]).toEqual([200, TEXT]);
    const behind = await clerk.call('GET', path, undefined, { Range: `bytes=${TEXT.length}-` });
    expect([behind.status, behind.text, behind.headers.get('content-range')]).toEqual([
      416,
      '',
      `bytes */${TEXT.length}`,
    ]);
  });

  it.each([
    [{ layout: 'planets', format: 'csv' }, 'layout_unknown', 'layout'],
    [{ layout: 'costs', format: 'csv' }, 'layout_unknown', 'layout'],
    [{ layout: 'charges', format: 'docx' }, 'format_unknown', 'format'],
    [{ layout: 'charges', format: 'hledger' }, 'format_unknown', 'format'],
    [{ layout: 'events', format: 'csv' }, 'format_unknown', 'format'],
    [{ ...CHARGES, zone: 'Mars/Olympus' }, 'zone_unknown', 'zone'],
    [{ ...CHARGES, period: '2026-11', start: 5 }, 'period_or_range', 'period'],
    [{ ...CHARGES, period: '2026-13' }, 'period_invalid', 'period'],
    [{ ...CHARGES, start: 9, end: 5 }, 'range_invalid', 'end'],
    [{ ...CHARGES, start: 9, end: 9 }, 'range_invalid', 'end'],
    [{ ...CHARGES, position: 999_999_999 }, 'position_ahead', 'position'],
    [{ ...CHARGES, user_id: 987_654 }, 'user_missing', 'user_id'],
    [{ ...CHARGES, token_id: 987_654 }, 'token_missing', 'token_id'],
    [{ ...CHARGES, channel_id: 987_654 }, 'channel_missing', 'channel_id'],
    [{ ...CHARGES, type: 'MoonLanded' }, 'filter_unknown', 'type'],
    [{ ...CHARGES, detail: 'day' }, 'filter_unknown', 'detail'],
    [{ layout: 'events', format: 'jsonl', user_id: 1 }, 'filter_unknown', 'user_id'],
    [{}, 'field_invalid', 'layout'],
    [{ ...CHARGES, user_id: 'seven' }, 'field_invalid', 'user_id'],
    [{ ...CHARGES, names: 'no' }, 'field_invalid', 'names'],
    [{ ...CHARGES, start: 1.5 }, 'field_invalid', 'start'],
    [{ ...CHARGES, position: -1 }, 'field_invalid', 'position'],
    [{ ...CHARGES, colour: 'red' }, 'field_invalid', 'colour'],
  ])('is refused as %j, by %s at %s, and none is made', async (order, code, field) => {
    const answer = await clerk.call('POST', EXPORTS, order);
    expect([answer.status, answer.json]).toMatchObject([200, { success: false, code, field }]);
    expect(answer.json.message).toMatch(/\S/);
    expect(await total()).toBe(0);
  });

  it('is refused to who has five that are not finished, however many calls come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: EXPORTS_UNFINISHED_MAX + 3 }, () => clerk.call('POST', EXPORTS, CHARGES)),
    );
    expect(answers.filter(({ json }) => json.success)).toHaveLength(EXPORTS_UNFINISHED_MAX);
    expect(answers.find(({ json }) => !json.success)?.json).toMatchObject({ code: 'too_many_exports' });
    expect(await ordered(other)).toMatchObject({ status: 'queued' });
    const { items } = await clerk.done<{ items: ExportJobAnswer[] }>('GET', EXPORTS);
    await clerk.done('DELETE', `${EXPORTS}${items.at(-1)?.id}`);
    expect(await ordered(clerk)).toMatchObject({ status: 'queued' });
  });

  it('is listed for everybody who reads money, the newest first, and ended by who ordered it, and root', async () => {
    const jobs = [await ordered(clerk), await ordered(other), await ordered(world.root)];
    const list = await clerk.done<{ items: ExportJobAnswer[] }>('GET', `${EXPORTS}?p=1&page_size=2`);
    expect(list).toMatchObject({ total: 3, page: 1, page_size: 2 });
    expect(list.items.map(({ id, may_delete: may }) => [id, may])).toEqual([
      [jobs[2]?.id, false],
      [jobs[1]?.id, false],
    ]);
    const ofOther = `${EXPORTS}${jobs[1]?.id}`;
    expect((await clerk.call('DELETE', ofOther)).json).toMatchObject({ success: false, code: 'permission_lacking' });
    await world.root.done('DELETE', ofOther);
    expect(await other.done('GET', ofOther)).toMatchObject({ status: 'cancelled' });
    await other.done('DELETE', ofOther);
    expect((await other.call('GET', ofOther)).json).toMatchObject({ success: false, code: 'export_missing' });
  });

  it('is nothing for who does not read money', async () => {
    const { id } = await ordered(clerk);
    const stranger = await world.person('stranger');
    for (const client of [stranger, admin])
      for (const [method, path] of [
        ['POST', EXPORTS],
        ['GET', EXPORTS],
        ['GET', `${EXPORTS}${id}`],
        ['DELETE', `${EXPORTS}${id}`],
      ] as const)
        expect((await client.call(method, path, method === 'POST' ? CHARGES : undefined)).json).toMatchObject({
          success: false,
          code: 'permission_lacking',
        });
    expect((await admin.call('GET', `${EXPORTS}${id}/file`)).status).toBe(403);
  });

  it('that runs ends when it is cancelled, and leaves nothing behind', async () => {
    hold = new Promise(() => undefined);
    startWorker();
    const job = await inStatus(clerk, await ordered(clerk), 'running');
    await eventually(async () => (await jobOf(clerk, job)).rows_done === 7, 'its progress is told');
    expect(await jobOf(clerk, job)).toMatchObject({ rows_total: 2_000, status: 'running' });
    await clerk.done('DELETE', `${EXPORTS}${job.id}`);
    expect(await jobOf(clerk, job)).toMatchObject({ status: 'cancelled' });
    hold = Promise.resolve();
    const next = await inStatus(clerk, await ordered(clerk), 'done');
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
    const refused = await clerk.call('GET', `${EXPORTS}${job.id}/file`);
    expect([refused.status, refused.json]).toMatchObject([409, { code: 'export_not_done', success: false }]);
    await clerk.done('DELETE', `${EXPORTS}${next.id}`);
    expect((await clerk.call('GET', `${EXPORTS}${next.id}/file`)).status).toBe(404);
  });

  it('is expired after a day, and missing where its file is', async () => {
    startWorker();
    const job = await inStatus(clerk, await ordered(clerk), 'done');
    await world.db.query('update directory.export_jobs set expires_ms = 1');
    const refused = await clerk.call('GET', `${EXPORTS}${job.id}/file`);
    expect([refused.status, refused.json]).toMatchObject([410, { code: 'export_expired', success: false }]);
    await world.db.query('update directory.export_jobs set expires_ms = expires_ms + $1', [Date.now() * 2]);
    for (const name of await readdir(folder)) await rm(join(folder, name));
    errors.length = 0;
    const gone = await clerk.call('GET', `${EXPORTS}${job.id}/file`);
    expect([gone.status, gone.json]).toMatchObject([404, { code: 'export_missing' }]);
    expect(errors).toMatchObject([{ alarm: true, exportId: job.id }]);
  });

  it("of events is root's alone where root ordered it, since records of administration stand there in full", async () => {
    startWorker();
    const order = { layout: 'events', format: 'jsonl' };
    const [full, plain] = [await ordered(world.root, order), await ordered(clerk, order)];
    await inStatus(world.root, full, 'done');
    await inStatus(world.root, plain, 'done');
    expect(seen.map(({ audit }) => audit).sort()).toEqual([false, true]);
    const refused = await clerk.call('GET', `${EXPORTS}${full.id}/file`);
    expect([refused.status, refused.json]).toMatchObject([403, { code: 'permission_lacking' }]);
    expect((await clerk.call('GET', `${EXPORTS}${plain.id}/file`)).status).toBe(200);
    expect((await world.root.call('GET', `${EXPORTS}${full.id}/file`)).status).toBe(200);
  });

  it('leaves one record when it is ordered, with what was asked for, and none when it is read', async () => {
    const job = await ordered(clerk, { ...CHARGES, model: 'gpt-4o' });
    await jobOf(clerk, job);
    await clerk.call('POST', EXPORTS, { layout: 'planets', format: 'csv' });
    await drainAudit(world.store, world.db);
    await world.runner.waitFor(await world.store.head(), 5_000);
    const { items } = await world.root.done<{ items: { actor_id: number; target_id: string }[] }>(
      'GET',
      '/api/audit/?p=1&page_size=100',
    );
    const own = items.filter((record) => record.target_id === `export-${job.id}`);
    expect(own).toMatchObject([
      {
        action: 'finance.export',
        target_type: 'finance',
        actor_id: clerk.userId,
        after: { layout: 'charges', format: 'csv', model: 'gpt-4o', position: job.position },
      },
    ]);
  });
});
