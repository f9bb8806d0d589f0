import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SEAL_STREAM } from '@ledgate/domain/audit/events';
import { changeBooks } from '@ledgate/domain/books/books-stream';
import type { ClosedPeriod } from '@ledgate/domain/books/decide';
import { BOOKS_STREAM } from '@ledgate/domain/books/events';
import { type Faults, faultPointsOf, NO_FAULTS, withFaultPoints } from '@ledgate/domain/ports/faults';
import { type EventStore, type RecordedEvent, type Revision, START } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import { canonicalJson } from '@ledgate/domain/shared/canonical-json';
import { quota } from '@ledgate/domain/shared/quota';
import { accountStream } from '@ledgate/domain/account/events';
import type { SourceId, UserId } from '@ledgate/domain/shared/ids';
import { eventually } from '../directory/testing/directory-fixture.ts';
import { noteInstallation } from '../directory/installation/installation.ts';
import { sweepBundles } from '../bundles/bundle-folder.ts';
import { BUNDLE_DIFFERS_MS, EXPORT_FREE_BYTES_MIN } from '../limits.ts';
import type { Runner } from '../runner/runner.ts';
import { absorbSome } from '../seals/absorb.ts';
import { Notary } from '../seals/notary.ts';
import { checkpointIn, originOf } from '../seals/note-texts.ts';
import { TreeGrown } from '../seals/tree-store.ts';
import type { sealNow } from '../seals/seal-now.ts';
import { newestSeal } from '../seals/seals.ts';
import { openedNote, type Signer, signerOf } from '../seals/signed-note.ts';
import type { LedgerWriter } from '../testing/ledger-writer.ts';
import { PartitionedFeed } from '../testing/partitioned-feed.ts';
import { type RunnerWorld, runnerWorld } from '../testing/runner-world.ts';
import { ALICE, SAMPLE_START_MS, writeSampleLedger } from '../testing/sample-ledger.ts';
import { systemClock } from '../testing/system-clock.ts';
import { verify } from '../verify/verify.ts';
import { type AskedPeriod, beginClose } from './begin-close.ts';
import { createCloser } from './closer.ts';
import { BUNDLE_STEPS, NoRoomForBundle } from '../bundles/make-bundle.ts';
import { CLOSE_STEPS, type CloseStep, finishClose } from './finish-close.ts';
import { type BookedPeriod, PeriodBook } from './period-book.ts';
import { BundleDiffers, bundleDiffers, keptBundle, remakeBundle } from './remake-bundle.ts';

jest.setTimeout(120_000);
const INSTALLATION = '0e5cbd3a-5f0a-4a57-9a5a-6c1a2a3d4e5f';
const ORIGIN = originOf(INSTALLATION);
const DAY_S = 86_400;
const START_S = SAMPLE_START_MS / 1_000;
const ROOT = 1 as UserId;
const signal = new AbortController().signal;
const FILES = ['charges.csv', 'credits.csv', 'journal.csv', 'statements.csv', 'trial_balance.csv', 'journal.hledger'];

let folder: string;
let world: RunnerWorld;
let writer: LedgerWriter;
let runner: Runner;
let signer: Signer;
let calls = 0;
const worlds: RunnerWorld[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'periods-'));
  world = await runnerWorld(3);
  worlds.push(world);
  writer = await writeSampleLedger(world.store);
  await noteInstallation(world.pool, INSTALLATION);
  runner = world.start(new PartitionedFeed(world.store, { partitions: 3, batchEvents: 4 }));
  signer = signerOf(ORIGIN, generateKeyPairSync('ed25519').privateKey);
});
afterEach(async () => {
  for (const each of worlds.splice(0)) await each.close();
  rmSync(folder, { recursive: true });
});

/** Crash tests end the process there; here whoever was at it goes no further. */
class Died extends Error {}
const dyingAt = (point: string): Faults<CloseStep> => ({
  hit: (at) => {
    if (at === point) throw new Died(at);
  },
});

const seal: typeof sealNow = async ({ db }) => {
  const absorbed = (): Promise<boolean> =>
    absorbSome({ store: world.store, db, log: silentLog }, signal).catch((error: unknown) => {
      if (!(error instanceof TreeGrown)) throw error;
      return false;
    });
  while (!(await absorbed()));
  const notary = new Notary({
    store: world.store,
    db,
    clock: systemClock,
    processId: 'test/1',
    key: () => signer,
    onSealed: () => Promise.resolve(),
    log: silentLog,
    limits: { lookMs: 5, everyMs: 0, eventsMax: 1 },
  });
  for (let look = await notary.look(); look === 'again'; look = await notary.look());
  await world.caughtUp(runner);
  const newest = await newestSeal(db);
  return newest === undefined ? { ok: false, code: 'size_not_sealed' } : { ok: true, seal: newest };
};

const partsOf = (faults: Faults<CloseStep> = NO_FAULTS, into = folder, key: Signer | null = signer) => {
  const store: EventStore = withFaultPoints(world.store, faults, CLOSE_STEPS);
  return {
    source: { db: world.pool, store },
    folder: into,
    faults,
    signal,
    onProgress: () => undefined,
    free: () => Promise.resolve(Infinity),
    readModels: runner,
    key: () => key ?? undefined,
    seal,
  };
};

async function begin(asked: Partial<AskedPeriod>, faults: Faults<CloseStep> = NO_FAULTS) {
  calls += 1;
  const commandId = `call-${calls}`;
  const change = await beginClose(
    { start: 0, end: START_S + DAY_S, zone: 'Asia/Kathmandu', ...asked },
    {
      source: partsOf(faults).source,
      book: new PeriodBook(world.store),
      nowMs: Date.now(),
      actorId: ROOT,
      context: {
        commandId,
        correlationId: commandId,
        occurredAtMs: Date.now(),
        actor: 'user-1',
        reason: 'the month is over',
      },
      canSign: () => Promise.resolve(true),
      signal,
    },
  );
  await world.caughtUp(runner);
  if (typeof change === 'string') throw new Error(change);
  return change;
}

const periods = (): Promise<readonly BookedPeriod[]> => new PeriodBook(world.store).read();
async function period(id: number): Promise<{ of: BookedPeriod; before: BookedPeriod | undefined }> {
  const all = await periods();
  const of = all.find(({ periodId }) => periodId === id);
  if (of === undefined) throw new Error(`no period ${id}`);
  return { of, before: all.find(({ periodId }) => periodId === id - 1) };
}
async function finish(id = 1, parts = partsOf()) {
  const { of, before } = await period(id);
  const hindrance = await finishClose(of, before, parts);
  await world.caughtUp(runner);
  return hindrance;
}
async function close(asked: Partial<AskedPeriod> = {}, id = 1): Promise<BookedPeriod> {
  expect(await begin(asked)).toMatchObject({ ok: true });
  expect(await finish(id)).toBeUndefined();
  return (await period(id)).of;
}
async function bundleOf(id = 1, into = folder): Promise<Buffer> {
  const kept = await keptBundle(into, (await period(id)).of);
  if (kept === undefined) throw new Error('no bundle');
  return readFileSync(kept.path);
}
function untarred(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; archive[at] !== 0;) {
    const name = archive.toString('latin1', at, at + 100).replace(/\0.*$/su, '');
    const bytes = Number.parseInt(archive.toString('latin1', at + 124, at + 135), 8);
    files.set(name, archive.subarray(at + 512, at + 512 + bytes));
    at += 512 + Math.ceil(bytes / 512) * 512;
  }
  return files;
}
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const closings = async (): Promise<number> =>
  (await world.store.readStream(BOOKS_STREAM, 0 as Revision, 500)).filter(
    ({ type, data }) => type === 'PeriodClosed' && !data.includes('"periodId":null'),
  ).length;
const reopen = async (): Promise<void> => {
  const context = {
    commandId: `reopen-${(calls += 1)}`,
    correlationId: 'r',
    occurredAtMs: Date.now(),
    actor: 'user-1',
  };
  const command = { type: 'ReopenPeriod', periodId: 1, reason: 'a bill came late', actorId: ROOT } as const;
  expect(await changeBooks(world.store, command, context)).toMatchObject({ ok: true });
};
let grants = 0;
const granted = async (atMs: number): Promise<void> => {
  grants += 1;
  await writer.append(accountStream(ALICE), atMs, {
    type: 'QuotaGranted',
    data: { amount: quota(5), source: `late-${grants}` as SourceId, grant: 'opening' },
  });
};

describe('a close', () => {
  it('has a bundle whose manifest is canonical, signed and true of its files', async () => {
    const one = await close();
    const two = await close({ start: START_S + DAY_S, end: START_S + 3 * DAY_S }, 2);
    expect(two.closed?.firstIndex).toBe(one.closed?.size);
    for (const { periodId, closed } of [one, two]) {
      const files = untarred(await bundleOf(periodId));
      expect([...files.keys()]).toEqual(['manifest.json', 'manifest.note', 'checkpoint', ...FILES, 'events.jsonl']);
      const text = (name: string): string => files.get(name)?.toString('utf8') ?? '';
      const manifest = JSON.parse(text('manifest.json'));
      expect(`${canonicalJson(manifest)}\n`).toBe(text('manifest.json'));
      expect(sha256(files.get('manifest.json') ?? Buffer.of())).toBe(closed?.manifestSha256);
      for (const file of manifest.files)
        expect(file).toMatchObject({
          bytes: files.get(file.name)?.length,
          sha256: sha256(files.get(file.name) ?? Buffer.of()),
        });
      const digest = Buffer.from(closed?.manifestSha256 ?? '', 'hex').toString('base64');
      expect(openedNote(text('manifest.note'), [signer])?.text).toBe(
        `ledgate close v1\n${ORIGIN}\n${periodId}\n1\n${digest}\n`,
      );
      const head = checkpointIn(openedNote(text('checkpoint'), [signer])?.text ?? '');
      expect(head?.size).toBeGreaterThanOrEqual(manifest.size);
      const end = JSON.parse(text('events.jsonl').trimEnd().split('\n').at(-1) ?? '');
      expect(manifest).toMatchObject({ root: end.root, size: end.size, id: periodId, zone: 'Asia/Kathmandu' });
      const units = (name: string, column: string): number => {
        const [head = '', ...lines] = text(name).trimEnd().split('\n');
        const at = head.split(',').indexOf(column);
        return lines.reduce((sum, line) => sum + Number(line.split(',')[at]), 0);
      };
      expect(manifest.totals).toMatchObject({
        events: manifest.size - manifest.first_index,
        charge_units: closed?.totals.chargeUnits,
        credit_units: units('credits.csv', 'units'),
      });
      const sums = manifest.totals.accounts.map((each: { closing_units: number }) => each.closing_units);
      expect(sums.reduce((sum: number, each: number) => sum + each, 0)).toBe(0);
      expect(units('journal.csv', 'amount')).toBeCloseTo(0);
    }
    expect(
      JSON.parse(
        untarred(await bundleOf(2))
          .get('manifest.json')
          ?.toString() ?? '',
      ).previous,
    ).toEqual({
      manifest_sha256: one.closed?.manifestSha256,
      size: one.closed?.size,
    });
    expect(readdirSync(folder).filter((name) => name.includes('making'))).toEqual([]);
  });

  it('is told as done by who ordered it, for his reason', async () => {
    await close();
    const [last] = await world.store.readStreamBackwards(BOOKS_STREAM, 1);
    expect(last).toMatchObject({
      type: 'PeriodClosed',
      metadata: { actor: 'user-1', reason: 'the month is over', $correlationId: `call-${calls}` },
    });
  });

  it('has the same bundle again when that is gone: from other read models, with another key, whatever came since', async () => {
    await close();
    const before = await bundleOf();
    await granted(SAMPLE_START_MS + 1_000);
    signer = signerOf(ORIGIN, generateKeyPairSync('ed25519').privateKey);
    const { store } = world;
    world = await runnerWorld(1, store);
    worlds.push(world);
    await noteInstallation(world.pool, INSTALLATION);
    runner = world.start(new PartitionedFeed(store, { partitions: 1, batchEvents: 50 }));
    await world.caughtUp(runner);
    const other = mkdtempSync(join(tmpdir(), 'periods-'));
    try {
      const { of, before: earlier } = await period(1);
      await remakeBundle(of, earlier, partsOf(NO_FAULTS, other, null));
      expect(sha256(await bundleOf(1, other))).toBe(sha256(before));
      const wrong = { ...of, closed: of.closed && { ...of.closed, manifestSha256: '0'.repeat(64) } };
      await expect(remakeBundle(wrong, earlier, partsOf(NO_FAULTS, other))).rejects.toThrow(BundleDiffers);
      expect([await bundleDiffers(other, wrong), await bundleDiffers(other, of)]).toEqual([true, false]);
      await remakeBundle(wrong, earlier, partsOf(NO_FAULTS, other));
      await sweepBundles(other, Date.now() + 2 * BUNDLE_DIFFERS_MS);
      expect(await bundleDiffers(other, wrong)).toBe(false);
    } finally {
      rmSync(other, { recursive: true });
    }
  });

  it('is one, of ten at once', async () => {
    const begun = await Promise.all(Array.from({ length: 10 }, () => begin({})));
    expect(begun.filter((change) => change.ok && change.events.length > 0)).toHaveLength(1);
    expect(begun.every(({ ok }) => ok)).toBe(true);
    await Promise.all(Array.from({ length: 10 }, () => finish()));
    expect(await closings()).toBe(1);
    expect(untarred(await bundleOf()).size).toBe(FILES.length + 4);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('goes on after what a death and a full disk have left, though it still fails', async () => {
    await begin({});
    const bundles = ['1', '2'].map((id) => join(folder, `period-${id}-1-${id.repeat(64)}.tar`));
    for (const path of bundles) writeFileSync(path, 'x');
    utimesSync(bundles[0] ?? '', 1, 1);
    const dead = join(folder, 'period-making-0e5cbd3a-5f0a-4a57-9a5a-6c1a2a3d4e5f');
    mkdirSync(dead);
    utimesSync(dead, 1, 1);
    const closer = createCloser({
      ...partsOf(),
      free: () => Promise.resolve(0),
      book: new PeriodBook(world.store),
      notifications: { listen: () => () => undefined, onConnected: () => () => undefined },
      log: silentLog,
    });
    closer.start();
    try {
      await eventually(() => Promise.resolve(readdirSync(folder).length === 1), 'only the newest is left', 10_000);
    } finally {
      await closer.stop();
    }
    expect(readdirSync(folder)).toEqual([basename(bundles[1] ?? '')]);
    expect(await closings()).toBe(0);
  });

  it('is left to others by whoever lacks the key that it waits for', async () => {
    await begin({});
    await seal({ db: world.pool, store: world.store, readModels: runner });
    const calls: (() => void)[] = [];
    let isLeft = false;
    const closer = createCloser({
      ...partsOf(NO_FAULTS, folder, null),
      book: new PeriodBook(world.store),
      notifications: {
        listen: (_channel, call) => (calls.push(() => call('')), () => undefined),
        onConnected: () => () => undefined,
      },
      log: silentLog,
      onKeyMissing: () => {
        isLeft = true;
      },
    });
    closer.start();
    try {
      await eventually(
        () => {
          for (const call of calls) call();
          return Promise.resolve(isLeft);
        },
        'it is left to others',
        10_000,
      );
      expect(closer.isHindered()).toBe(true);
    } finally {
      await closer.stop();
    }
  });

  it('is not put together, nor told as done, where its largest file has no room beside what stays free', async () => {
    await begin({});
    const free = () => Promise.resolve(EXPORT_FREE_BYTES_MIN + 10);
    await expect(finish(1, { ...partsOf(), free })).rejects.toThrow(NoRoomForBundle);
    expect(await closings()).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is not signed with a key that is not the ledger's, or none", async () => {
    await begin({});
    const other = signerOf(ORIGIN, generateKeyPairSync('ed25519').privateKey);
    for (const key of [null, other])
      expect(await finish(1, partsOf(NO_FAULTS, folder, key))).toBe('ledger_key_missing');
    expect(await closings()).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([...faultPointsOf(CLOSE_STEPS.slice(0, 3)), ...faultPointsOf(BUNDLE_STEPS)])(
    'that ends %s is finished by the next, the same bytes, before another begins',
    async (point) => {
      const reference = await closedUndisturbed();
      const faults = dyingAt(point);
      const died = await begin({}, faults)
        .then(() => finish(1, partsOf(faults)))
        .then(
          () => false,
          (error) => {
            if (!(error instanceof Died)) throw error;
            return true;
          },
        );
      if (died) {
        const isBegun = (await periods()).length > 0;
        if (isBegun && (await period(1)).of.status === 'ended')
          expect(await begin({ start: START_S + DAY_S, end: START_S + 2 * DAY_S })).toMatchObject({
            ok: false,
            refusal: { code: 'period_open', why: 'closing' },
          });
      }
      await begin({});
      if ((await period(1)).of.status === 'ended') await finish();
      const { of, before } = await period(1);
      await remakeBundle(of, before, partsOf());
      expect(await closings()).toBe(1);
      expect(sha256(untarred(await bundleOf()).get('charges.csv') ?? Buffer.of())).toBe(reference);
    },
  );
});

/** The digest of the charges of the same range, by a close that nothing disturbed, of the same ledger. */
async function closedUndisturbed(): Promise<string> {
  const kept = { world, writer, runner };
  world = await runnerWorld(1);
  worlds.push(world);
  writer = await writeSampleLedger(world.store);
  await noteInstallation(world.pool, INSTALLATION);
  runner = world.start(new PartitionedFeed(world.store, { partitions: 1, batchEvents: 50 }));
  const other = mkdtempSync(join(tmpdir(), 'periods-'));
  await begin({});
  await finish(1, partsOf(NO_FAULTS, other));
  const digest = sha256(untarred(await bundleOf(1, other)).get('charges.csv') ?? Buffer.of());
  rmSync(other, { recursive: true });
  ({ world, writer, runner } = kept);
  return digest;
}

describe('a period that is opened again', () => {
  it('is closed as its next revision with the same files, and lists what came late', async () => {
    const first = await close();
    const files = untarred(await bundleOf());
    await granted(SAMPLE_START_MS + 1_000);
    await granted(Date.now());
    await reopen();
    const again = await close();
    expect([again.periodId, again.revision, again.closed?.revision]).toEqual([1, 2, 2]);
    expect(again.closed).toMatchObject({ size: first.closed?.size, root: first.closed?.root });
    const now = untarred(await bundleOf());
    for (const name of [...FILES, 'checkpoint', 'events.jsonl'])
      expect([name, sha256(now.get(name) ?? Buffer.of())]).toEqual([name, sha256(files.get(name) ?? Buffer.of())]);
    const manifest = JSON.parse(now.get('manifest.json')?.toString() ?? '');
    expect(manifest.late).toEqual(again.closed?.late);
    const leaves = (await world.store.readAll(START, 500)).filter(({ stream }) => stream !== SEAL_STREAM);
    const late = again.closed?.late ?? [];
    expect(late.map((index) => leaves[index]?.data).some((data) => data?.includes('late-'))).toBe(true);
    for (const index of late) {
      expect(index).toBeGreaterThanOrEqual(again.closed?.size ?? 0);
      expect(Date.parse(leaves[index]?.metadata['occurredAt'] ?? '')).toBeLessThan(again.end * 1_000);
    }
    expect(late).toHaveLength(1);
    expect(first.closed?.late).toEqual([]);
  });
});

describe('what is verified of a close', () => {
  it('is its root, its size and its sums', async () => {
    await close();
    await close({ start: START_S + DAY_S, end: START_S + 3 * DAY_S }, 2);
    expect(await world.findings()).toEqual([]);
    const found = async (change: (data: ClosedPeriod) => ClosedPeriod): Promise<readonly string[]> => {
      const changed = (event: RecordedEvent): RecordedEvent =>
        event.type === 'PeriodClosed' && event.data.includes('"periodId":2')
          ? { ...event, data: JSON.stringify(change(JSON.parse(event.data))) }
          : event;
      const store = {
        readAll: async (...page: Parameters<EventStore['readAll']>) =>
          (await world.store.readAll(...page)).map(changed),
        readStream: async (...page: Parameters<EventStore['readStream']>) =>
          (await world.store.readStream(...page)).map(changed),
      };
      const all = await verify({ store, pool: world.pool, gaplessPositions: true });
      return all.filter(({ kind }) => kind === 'period').map(({ subject }) => subject);
    };
    const { closed } = (await period(2)).of;
    for (const field of ['firstIndex', 'size'] as const)
      expect(await found((data) => ({ ...data, [field]: data[field] - 1 }))).toEqual([`2, revision 1, ${field}`]);
    for (const [field, value] of [
      ['periodId', 3],
      ['revision', 2],
      ['zone', 'UTC'],
    ] as const)
      expect(await found((data) => ({ ...data, [field]: value }))).toEqual([
        expect.stringMatching(new RegExp(`, ${field}$`, 'u')),
      ]);
    const torn = {
      readAll: (...page: Parameters<EventStore['readAll']>) => world.store.readAll(...page),
      readStream: async (...page: Parameters<EventStore['readStream']>) =>
        (await world.store.readStream(...page)).map((event) =>
          event.type === 'PeriodEnded' ? { ...event, data: '{' } : event,
        ),
    };
    await expect(verify({ store: torn, pool: world.pool, gaplessPositions: true })).resolves.not.toEqual([]);
    expect(await found((data) => ({ ...data, root: closed?.manifestSha256 ?? '' }))).toEqual(['2, revision 1, root']);
    for (const sum of ['events', 'charges', 'chargeUnits', 'creditUnits'] as const)
      expect(await found((data) => ({ ...data, totals: { ...data.totals, [sum]: data.totals[sum] + 1 } }))).toEqual([
        `2, revision 1, ${sum}`,
      ]);
  });
});
