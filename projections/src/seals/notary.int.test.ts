import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SEAL_STREAM } from '@ledgate/domain/audit/events';
import type { EventStore, Position, RecordedEvent, Revision } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import { consistencyRanges, inclusionRanges, isConsistent, rootFromInclusion } from '@ledgate/domain/seal/proofs';
import { leafOf } from '@ledgate/domain/seal/leaf';
import { noteInstallation } from '../directory/installation/installation.ts';
import type { Runner } from '../runner/runner.ts';
import type { LedgerWriter } from '../testing/ledger-writer.ts';
import { PartitionedFeed } from '../testing/partitioned-feed.ts';
import { type RunnerWorld, runnerWorld } from '../testing/runner-world.ts';
import { SAMPLE_START_MS, writeSampleLedger } from '../testing/sample-ledger.ts';
import { systemClock } from '../testing/system-clock.ts';
import { absorbAgainAndAgain, absorbSome } from './absorb.ts';
import { base64Of, digestOf, hashIn, hashOfLeaf, sha256 } from './hashes.ts';
import { type Look, notarizeAgainAndAgain, Notary } from './notary.ts';
import { checkpointIn, keyChangeText, originOf } from './note-texts.ts';
import { appendToSeals, sealState } from './seal-stream.ts';
import { sealNow } from './seal-now.ts';
import { sealTreeRow } from './seal-tree-row.ts';
import { newestSeal, sealOfSize, sealsPage, signingKeys } from './seals.ts';
import { sealingState } from './sealing-state.ts';
import { openedNote, signedNote, type Signer, signerOf, vkeyOf } from './signed-note.ts';
import { consistencyProof, frontierHashes, inclusionProof } from './tree-proofs.ts';
import { forgetTree, keepTree, readTree, TreeGrown } from './tree-store.ts';

jest.setTimeout(120_000);
const INSTALLATION = '0e5cbd3a-5f0a-4a57-9a5a-6c1a2a3d4e5f';
const ORIGIN = originOf(INSTALLATION);
const never = new AbortController().signal;
const newKey = (): Signer => signerOf(ORIGIN, generateKeyPairSync('ed25519').privateKey);

let world: RunnerWorld;
let writer: LedgerWriter;
let runner: Runner;
let held: Signer | undefined;
let told: number[];

beforeEach(async () => {
  world = await runnerWorld(3);
  writer = await writeSampleLedger(world.store);
  await noteInstallation(world.pool, INSTALLATION);
  runner = world.start(new PartitionedFeed(world.store, { partitions: 3, batchEvents: 4 }));
  held = newKey();
  told = [];
});
afterEach(() => world.close());

const partsOf = (store: EventStore = world.store, everyMs = 0) => ({
  store,
  db: world.pool,
  clock: systemClock,
  processId: 'test/1',
  key: () => held,
  onSealed: ({ size }: { readonly size: number }) => {
    told.push(size);
    return Promise.resolve();
  },
  log: silentLog,
  limits: { lookMs: 5, everyMs, eventsMax: 100_000 },
});

const absorbed = async (): Promise<void> => {
  while (!(await absorbSome({ store: world.store, db: world.pool, log: silentLog }, never)));
};

/** Everything there is, by as many looks as it takes. */
async function sealed(notary = new Notary(partsOf())): Promise<Look> {
  await absorbed();
  let look = await notary.look();
  for (let again = 0; look === 'again' && again < 5; again += 1) look = await notary.look();
  await world.caughtUp(runner);
  return look;
}

/** The ledger as somebody has changed it. */
const changedStore = (change: (event: RecordedEvent) => RecordedEvent): EventStore => ({
  append: (...append) => world.store.append(...append),
  readStream: async (...read) => (await world.store.readStream(...read)).map(change),
  readStreamBackwards: (...read) => world.store.readStreamBackwards(...read),
  readAll: async (...read) => (await world.store.readAll(...read)).map(change),
  head: () => world.store.head(),
  onAppended: (wake) => world.store.onAppended(wake),
});

let days = 0;
/** One more event, at whichever time. */
const more = (): Promise<Position> => {
  days += 1;
  return writer.append('audit-202611', SAMPLE_START_MS + days, {
    type: 'AdministrationRecorded',
    data: {
      actorId: 1 as never,
      action: 'user.edit',
      target: '2',
      before: {},
      after: {},
      reason: '',
      requestId: `r${days}`,
    },
  });
};

const leaves = async (): Promise<Uint8Array[]> =>
  (await world.store.readAll(0 as Position, 100_000))
    .filter(({ stream }) => stream !== SEAL_STREAM)
    .map((event) => hashOfLeaf(leafOf(event, digestOf).text));

const sealEvents = async (): Promise<readonly string[]> =>
  (await world.store.readStream(SEAL_STREAM, 0 as Revision, 1_000)).map(({ type }) => type);

describe('the notary', () => {
  it('tells of its key once, and seals everything that is there, and then what is new', async () => {
    const notary = new Notary(partsOf());
    expect(await sealed(notary)).toBe('sealed');
    const first = await newestSeal(world.pool);
    expect(first?.size).toBe((await leaves()).length);
    const vkey = vkeyOf(held ?? newKey());
    expect(await signingKeys(world.pool)).toMatchObject([{ vkey, fromSize: 0, retiredAtMs: null }]);
    const opened = openedNote(first?.note ?? '', held === undefined ? [] : [held]);
    expect(checkpointIn(opened?.text ?? '')).toEqual({
      origin: ORIGIN,
      size: first?.size,
      root: hashIn(first?.root ?? ''),
    });
    expect(await sealed(notary)).toBe('nothing');
    await more();
    expect(await sealed(notary)).toBe('sealed');
    expect(await sealEvents()).toEqual(['SigningKeyChanged', 'LedgerSealed', 'LedgerSealed']);
    expect(told).toEqual([first?.size, Number(first?.size) + 1]);
    expect((await sealsPage(world.pool, { offset: 0, limit: 1 })).total).toBe(2);
    expect(await sealOfSize(world.pool, Number(first?.size))).toEqual(first);
    expect(await sealState(world.store)).toMatchObject({ keyId: held?.id, seal: { previousSize: first?.size } });
  });

  it('waits until a seal is due: by its age, by the number of events, or since somebody wants it', async () => {
    const notary = new Notary({
      ...partsOf(world.store, 3_600_000),
      limits: { lookMs: 5, everyMs: 3_600_000, eventsMax: 3 },
    });
    expect(await sealed(notary)).toBe('sealed');
    await more();
    await more();
    expect(await sealed(notary)).toBe('nothing');
    await more();
    expect(await sealed(notary)).toBe('sealed');
    await more();
    const waiting = sealNow({ db: world.pool, store: world.store, readModels: runner }, { waitMs: 20_000 });
    while ((await sealTreeRow(world.pool)).wishedPosition < (await world.store.head()));
    expect(await sealed(notary)).toBe('sealed');
    expect(await waiting).toMatchObject({ ok: true, seal: { size: (await leaves()).length } });
  });

  it('proves each leaf, and each head to be the beginning of each later one', async () => {
    const heads: { size: number; root: Uint8Array }[] = [];
    for (let round = 0; round < 3; round += 1) {
      await sealed();
      const { size = 0, root = '' } = (await newestSeal(world.pool)) ?? {};
      heads.push({ size, root: hashIn(root) ?? new Uint8Array() });
      await more();
    }
    const all = await leaves();
    for (const { size, root } of heads) {
      for (let index = 0; index < size; index += 1) {
        const path = (await inclusionProof(world.pool, index, size)) ?? [];
        expect(path).toHaveLength(inclusionRanges(index, size).length);
        expect(rootFromInclusion(all[index] ?? root, { index, size }, path, sha256)).toEqual(Buffer.from(root));
      }
      for (const later of heads.filter((head) => head.size >= size)) {
        const path = (await consistencyProof(world.pool, size, later.size)) ?? [];
        expect(path).toHaveLength(consistencyRanges(size, later.size).length);
        expect(isConsistent({ size, root }, later, path, sha256)).toBe(true);
      }
    }
  });

  it('seals nothing without the key that sealed last, until the ledger knows of another', async () => {
    await sealed();
    const old = held ?? newKey();
    await more();
    held = undefined;
    expect(await sealed()).toBe('key_missing');
    held = newKey();
    expect(await sealed()).toBe('key_differs');
    expect((await sealTreeRow(world.pool)).trouble).toBe('key_differs');
    expect(await sealNow({ db: world.pool, store: world.store, readModels: runner }, { waitMs: 50 })).toEqual({
      ok: false,
      code: 'ledger_key_missing',
    });
    const state = await sealState(world.store);
    const [fromSize, vkey] = [state.seal?.size ?? 0, vkeyOf(held)];
    const note = signedNote(keyChangeText(ORIGIN, fromSize, vkey), old);
    const data = { vkey, previous: vkeyOf(old), fromSize, note };
    const context = { commandId: 'change', correlationId: 'test', occurredAtMs: SAMPLE_START_MS, actor: 'user-1' };
    await appendToSeals(world.store, state, { type: 'SigningKeyChanged', data }, context);
    expect(await sealed()).toBe('sealed');
    expect((await sealTreeRow(world.pool)).trouble).toBeNull();
    expect(openedNote((await newestSeal(world.pool))?.note ?? '', [held])).toBeDefined();
    expect(await signingKeys(world.pool)).toMatchObject([
      { vkey, fromSize, retiredAtMs: null },
      { vkey: vkeyOf(old), fromSize: 0, retiredAtMs: expect.any(Number) },
    ]);
  });

  it('signs the same head once more when nothing but the key has changed', async () => {
    await sealed();
    const old = held ?? newKey();
    held = newKey();
    const state = await sealState(world.store);
    const [fromSize, vkey] = [state.seal?.size ?? 0, vkeyOf(held)];
    const note = signedNote(keyChangeText(ORIGIN, fromSize, vkey), old);
    const context = { commandId: 'change', correlationId: 'test', occurredAtMs: SAMPLE_START_MS, actor: 'user-1' };
    await appendToSeals(world.store, state, { type: 'SigningKeyChanged', data: { vkey, fromSize, note } }, context);
    expect(await sealed()).toBe('sealed');
    expect(await newestSeal(world.pool)).toMatchObject({ size: fromSize, keyId: held.id });
    expect(await sealed()).toBe('nothing');
  });

  it('builds a tree anew that does not fit the last seal, and goes on where the ledger does', async () => {
    await sealed();
    await more();
    await absorbed();
    const { tree } = await readTree(world.pool);
    await world.pool.query("update directory.seal_tiles set hashes = overlay(hashes placing '\\x00'::bytea from 1)");
    const notary = new Notary(partsOf());
    expect(await notary.look()).toBe('behind');
    expect(await sealed(notary)).toBe('sealed');
    expect((await readTree(world.pool)).tree.root).toEqual(tree.root);
  });

  it('seals nothing more of a ledger that is not the one that was sealed', async () => {
    await sealed();
    await more();
    const forged = changedStore((event) =>
      event.position === 1 ? { ...event, metadata: { ...event.metadata, actor: 'user-9' } } : event,
    );
    await forgetTree(world.pool);
    const notary = new Notary(partsOf());
    const absorbForged = async (): Promise<void> => {
      while (!(await absorbSome({ store: forged, db: world.pool, log: silentLog }, never)));
    };
    await absorbForged();
    expect(await notary.look()).toBe('behind');
    await absorbForged();
    expect(await notary.look()).toBe('ledger_differs');
    expect((await sealTreeRow(world.pool)).trouble).toBe('ledger_differs');
    expect(await sealEvents()).toHaveLength(2);
  });

  it('seals nothing more of a ledger that has become shorter', async () => {
    await sealed();
    const shorter: EventStore = {
      ...changedStore((event) => event),
      readAll: async (after, limit) =>
        (await world.store.readAll(after, limit)).filter(({ position }) => position !== 3),
    };
    await forgetTree(world.pool);
    const notary = new Notary(partsOf());
    for (const look of ['behind', 'ledger_differs']) {
      await absorbSome({ store: shorter, db: world.pool, log: silentLog }, never);
      await world.pool.query('update directory.seal_tree set sealed_position = 0');
      expect(await notary.look()).toBe(look);
    }
  });

  it('builds the tree anew where the event up to which it was read is another one by now', async () => {
    await sealed();
    await more();
    await absorbed();
    const { position } = await readTree(world.pool);
    const [last] = await world.store.readAll((position - 1) as Position, 1);
    const other = changedStore((event) => (event.id === last?.id ? { ...event, id: 'another' as never } : event));
    await more();
    expect(await absorbSome({ store: other, db: world.pool, log: silentLog }, never)).toBe(false);
    expect((await readTree(world.pool)).tree.size).toBe(0);
    expect(await sealed()).toBe('sealed');
  });

  it('tells a head that a process has left behind', async () => {
    await sealed();
    const size = told.at(-1);
    await world.pool.query('update directory.seal_tree set sealed_size = 0, sealed_position = 0');
    told = [];
    const notary = new Notary(partsOf());
    expect(await sealed(notary)).toBe('nothing');
    expect(await sealed(notary)).toBe('nothing');
    expect(told).toEqual([size]);
  });

  it('builds the tree anew after a load has emptied it, and seals meanwhile nothing', async () => {
    await sealed();
    const { size = 0 } = (await newestSeal(world.pool)) ?? {};
    await world.pool.query('delete from directory.seal_tiles');
    await world.pool.query('delete from directory.seal_tree');
    await more();
    expect(await inclusionProof(world.pool, 0, size)).toBeUndefined();
    expect(await frontierHashes(world.pool, size)).toBeUndefined();
    expect(await new Notary(partsOf()).look()).toBe('nothing');
    expect(await sealed()).toBe('sealed');
    expect(await newestSeal(world.pool)).toMatchObject({ size: size + 1 });
  });

  it('is one of two: whoever comes second begins from what the first has written', async () => {
    await sealed();
    await more();
    await absorbed();
    const quicker = new Notary(partsOf());
    let isFirst = true;
    const store: EventStore = {
      append: async (...append) => {
        if (isFirst) {
          isFirst = false;
          expect(await quicker.look()).toBe('sealed');
        }
        return world.store.append(...append);
      },
      readStream: (...read) => world.store.readStream(...read),
      readStreamBackwards: (...read) => world.store.readStreamBackwards(...read),
      readAll: (...read) => world.store.readAll(...read),
      head: () => world.store.head(),
      onAppended: (wake) => world.store.onAppended(wake),
    };
    await new Notary(partsOf(store)).look();
    expect(await sealEvents()).toEqual(['SigningKeyChanged', 'LedgerSealed', 'LedgerSealed']);
    const earlier = await readTree(world.pool);
    await more();
    await absorbed();
    await expect(
      keepTree(world.pool, { size: earlier.tree.size, position: earlier.position }, earlier),
    ).rejects.toBeInstanceOf(TreeGrown);
  });

  it('runs beside whoever reads leaves until it is ended, and says how old what is not sealed is', async () => {
    await world.caughtUp(runner);
    const before = await sealingState(world.pool, world.store);
    expect(before).toMatchObject({ seal: undefined, unsealedEvents: (await leaves()).length, trouble: null });
    const [{ recordedAt = '' } = {}] = await world.store.readAll(0 as Position, 1);
    expect(before.unsealedSinceMs).toBe(Date.parse(recordedAt));
    const over = new AbortController();
    const running = Promise.all([
      absorbAgainAndAgain({ store: world.store, db: world.pool, log: silentLog }, over.signal),
      notarizeAgainAndAgain(partsOf(), over.signal),
    ]);
    expect(await sealNow({ db: world.pool, store: world.store, readModels: runner })).toMatchObject({ ok: true });
    expect(await sealingState(world.pool, world.store)).toMatchObject({ unsealedEvents: 0, unsealedSinceMs: null });
    over.abort();
    await running;
    const position = await more();
    await world.caughtUp(runner);
    const [{ recordedAt: since = '' } = {}] = await world.store.readAll((position - 1) as Position, 1);
    expect(await sealingState(world.pool, world.store)).toMatchObject({
      unsealedEvents: 1,
      unsealedSinceMs: Date.parse(since),
    });
    expect(base64Of((await readTree(world.pool)).tree.root)).toBe((await newestSeal(world.pool))?.root);
  });
});
