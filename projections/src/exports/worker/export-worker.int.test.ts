import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { silentLog } from '@ledgate/domain/ports/log';
import { type Position, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import type { UserId } from '@ledgate/domain/shared/ids';
import { cancelExport, type ExportJob, findExport, orderExport } from '../../directory/export-jobs/export-jobs.ts';
import { EXPORT_DEATHS_MAX } from '../../directory/limits.ts';
import { migrateDirectory } from '../../directory/migrate.ts';
import { eventually } from '../../directory/testing/directory-fixture.ts';
import { EXPORT_FREE_BYTES_MIN, EXPORTS_AT_ONCE_MAX } from '../../limits.ts';
import { type Database, inTransaction } from '../../shared/database.ts';
import { freshDatabase } from '../../testing/fresh-database.ts';
import type { ExportOrder } from '../order.ts';
import type { writeExport } from '../write-export.ts';
import { createExportWorker, type ExportWorker } from './export-worker.ts';
import { sweepFolder } from './export-folder.ts';

const ORDER: ExportOrder = {
  layout: 'charges',
  format: 'csv',
  range: { fromS: 0, toS: undefined },
  zone: 'UTC',
  position: 7 as Position,
  names: true,
  rawText: false,
  detail: undefined,
  audit: false,
};
const FILE = 'export-00000000-0000-4000-8000-00000000000';

let db: Database;
let drop: () => Promise<void>;
let folder: string;
const alarms: object[] = [];
beforeAll(async () => {
  const { url } = await freshDatabase();
  const pool = new pg.Pool({ connectionString: url });
  db = pool;
  drop = () => pool.end();
  await migrateDirectory(db);
});
afterAll(() => drop());
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'ledgate-exports-')), 'made');
  alarms.length = 0;
});

/** What a writer does: adds to what is there, or fails. */
type Write = typeof writeExport;
const whole: Write = async (_source, _order, { path, resume }) => {
  const before = resume ? await readFile(`${path}.part`, 'utf8') : '';
  const text = `${before}whole`;
  await rm(`${path}.part`, { force: true });
  await rm(`${path}.progress`, { force: true });
  await writeFile(path, text);
  return { rows: 1, bytes: text.length, sha256: 'ab' };
};
const held: Write = async (_source, _order, { path, signal, onProgress }) => {
  await writeFile(`${path}.part`, 'a half, ');
  await writeFile(`${path}.progress`, '{}');
  onProgress({ rowsDone: 3, rowsTotal: 9, bytes: 8 });
  signal.throwIfAborted();
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  throw new Error('never');
};

const workers: ExportWorker[] = [];
function start(write: Write, parts: Partial<Parameters<typeof createExportWorker>[0]> = {}): ExportWorker {
  const worker = createExportWorker({
    db,
    patientDb: db,
    store: new MemoryEventStore(() => Date.now()),
    write,
    folder,
    readModels: { waitFor: async () => true },
    holder: 'test',
    notifications: { listen: () => () => undefined, onConnected: () => () => undefined },
    log: { ...silentLog, error: (facts: object) => void alarms.push(facts) },
    free: async () => 2 * EXPORT_FREE_BYTES_MIN,
    ...parts,
  });
  worker.start();
  workers.push(worker);
  return worker;
}
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await db.query('delete from directory.export_jobs');
  await rm(folder, { recursive: true, force: true });
});

let files = 0;
async function ordered(userId = 1): Promise<number> {
  const file = `${FILE}${(files += 1) % 10}`;
  const id = await inTransaction(db, (client) => orderExport(client, { userId: userId as UserId, order: ORDER, file }));
  return id ?? 0;
}
const job = async (id: number): Promise<ExportJob> => (await findExport(db, id)) as ExportJob;
const inStatus = (id: number, status: ExportJob['status']): Promise<void> =>
  eventually(async () => (await job(id)).status === status, `export ${id} is ${status}`, 15_000);
/** As if its process had said nothing for a while. */
const silence = (): Promise<unknown> => db.query('update directory.export_jobs set beat_ms = 0');

describe('an export worker', () => {
  it('gives back what it works at when it stops, and the next goes on from there', async () => {
    const id = await ordered();
    const first = start(held);
    await eventually(async () => (await job(id)).rowsDone === 3, 'it has begun');
    await first.stop();
    expect(await job(id)).toMatchObject({ status: 'queued', rowsDone: 3, rowsTotal: 9 });
    start(whole);
    await inStatus(id, 'done');
    const { file, attempt } = await job(id);
    expect([attempt, await readdir(folder)]).toEqual([2, [`${file}-2.csv`]]);
    expect(await readFile(join(folder, `${file}-2.csv`), 'utf8')).toBe('a half, whole');
  });

  it('goes on where a silent one is, whose files stay its own', async () => {
    const id = await ordered();
    start(held);
    await eventually(async () => (await job(id)).rowsDone === 3, 'it has begun');
    await silence();
    start(whole);
    await inStatus(id, 'done');
    // What was silent has lost it, and takes its own away.
    const { file, attempt } = await job(id);
    await eventually(async () => (await readdir(folder)).length === 1, 'one file is left');
    expect(await readFile(join(folder, `${file}-${attempt}.csv`), 'utf8')).toBe('a half, whole');
  });

  it('lets a job fail of which three processes have died', async () => {
    const id = await ordered();
    for (let death = 1; death <= EXPORT_DEATHS_MAX; death += 1) {
      const { rowCount } = await db.query(
        "update directory.export_jobs set status = 'running', attempt = attempt + 1, beat_ms = 0 where id = $1",
        [id],
      );
      expect(rowCount).toBe(1);
      const worker = start(held);
      if (death < EXPORT_DEATHS_MAX) {
        await eventually(async () => (await job(id)).attempt === 2 * death, `death ${death} is noticed`);
        // As kill -9 does: nothing is given back.
        await db.query("update directory.export_jobs set holder = 'dead', attempt = attempt where id = $1", [id]);
        await worker.stop();
        workers.splice(0);
      } else await inStatus(id, 'failed');
    }
    expect(await job(id)).toMatchObject({ status: 'failed', failure: 'worker_died' });
    expect(alarms).toMatchObject([{ alarm: true, exportId: id, failure: 'worker_died' }]);
  });

  it('ends within seconds what is cancelled, and leaves none of its files', async () => {
    const id = await ordered();
    start(held);
    await eventually(async () => (await job(id)).rowsDone === 3, 'it has begun');
    expect(await inTransaction(db, (client) => cancelExport(client, id))).toBe(true);
    await eventually(async () => (await readdir(folder)).length === 0, 'its files are gone');
    expect(await job(id)).toMatchObject({ status: 'cancelled' });
    expect(alarms).toEqual([]);
  });

  it.each([
    ['disk_full', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
    ['broken', new RangeError('there is no such layout')],
  ])('lets a job fail with its reason, %s, and leaves no half file', async (failure, error) => {
    const id = await ordered();
    start(async (_source, _order, { path }) => {
      await writeFile(`${path}.part`, 'a half');
      throw error;
    });
    await inStatus(id, 'failed');
    expect(await job(id)).toMatchObject({ failure, bytes: 0, sha256: '' });
    expect(await readdir(folder)).toEqual([]);
    expect(alarms).toMatchObject([{ alarm: true, failure, exportId: id }]);
  });

  it('leaves room on the disk for others', async () => {
    const id = await ordered();
    start(held, { free: async () => EXPORT_FREE_BYTES_MIN - 1 });
    await inStatus(id, 'failed');
    expect(await job(id)).toMatchObject({ failure: 'disk_full' });
  });

  it('tries again while the ledger cannot be reached', async () => {
    const id = await ordered();
    let tries = 0;
    start(async (source, order, options) => {
      tries += 1;
      await writeFile(`${options.path}.part`, 'a half, ');
      if (tries === 1) throw new StoreUnavailable('it is not there');
      return whole(source, order, options);
    });
    await inStatus(id, 'done');
    expect(tries).toBe(2);
  });

  it('works at a few at a time, first for who has the fewest', async () => {
    const own = [await ordered(1), await ordered(1), await ordered(1)];
    const other = await ordered(2);
    start(held);
    await inStatus(other, 'running');
    const states = await Promise.all(own.map(async (id) => (await job(id)).status));
    expect(states).toEqual(['running', 'queued', 'queued']);
    expect(EXPORTS_AT_ONCE_MAX).toBe(2);
  });
});

describe('the folder of exports', () => {
  it('loses what nobody wants any more, and nothing else', async () => {
    const [kept, gone] = [await ordered(), await ordered()];
    await db.query("update directory.export_jobs set status = 'done', attempt = 3, expires_ms = $2 where id = $1", [
      kept,
      Date.now() + 60_000,
    ]);
    await db.query("update directory.export_jobs set status = 'done', attempt = 1, expires_ms = 1 where id = $1", [
      gone,
    ]);
    const [{ file: keptFile }, { file: goneFile }] = [await job(kept), await job(gone)];
    await mkdir(folder, { recursive: true });
    const unknown = 'export-11111111-1111-4111-8111-111111111111-1.csv';
    const names = [
      `${keptFile}-3.csv`,
      `${keptFile}-2.csv.part`,
      `${goneFile}-1.csv`,
      unknown,
      `old-${unknown}`,
      unknown.replace('csv', 'parquet.progress'),
      'notes.txt',
    ];
    for (const name of names) await writeFile(join(folder, name), 'x');
    const longAgo = new Date(Date.now() - 26 * 3_600_000);
    for (const name of [`${keptFile}-2.csv.part`, unknown, `old-${unknown}`, 'notes.txt'])
      await utimes(join(folder, name), longAgo, longAgo);
    expect(await sweepFolder(db, folder, Date.now())).toBe(3);
    expect(await readdir(folder)).toEqual(
      [`${keptFile}-3.csv`, `old-${unknown}`, unknown.replace('csv', 'parquet.progress'), 'notes.txt'].sort(),
    );
  });
});
