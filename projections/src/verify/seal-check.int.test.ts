import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SEAL_STREAM } from '@ledgate/domain/audit/events';
import type { EventStore, Position, RecordedEvent, Revision } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import { noteInstallation } from '../directory/installation/installation.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { absorbSome } from '../seals/absorb.ts';
import { Notary } from '../seals/notary.ts';
import { originOf } from '../seals/note-texts.ts';
import { signerOf } from '../seals/signed-note.ts';
import { PartitionedFeed } from '../testing/partitioned-feed.ts';
import { type RunnerWorld, runnerWorld } from '../testing/runner-world.ts';
import { SAMPLE_START_MS, writeSampleLedger } from '../testing/sample-ledger.ts';
import { systemClock } from '../testing/system-clock.ts';
import { findingText } from './finding.ts';
import { verify } from './verify.ts';

jest.setTimeout(120_000);
const INSTALLATION = '0e5cbd3a-5f0a-4a57-9a5a-6c1a2a3d4e5f';
const never = new AbortController().signal;

let world: RunnerWorld;

/** A ledger with two seals, the second of one event more. */
beforeEach(async () => {
  world = await runnerWorld(2);
  const writer = await writeSampleLedger(world.store);
  await noteInstallation(world.pool, INSTALLATION);
  const runner = world.start(new PartitionedFeed(world.store, { partitions: 2, batchEvents: 50 }));
  const signer = signerOf(originOf(INSTALLATION), generateKeyPairSync('ed25519').privateKey);
  const notary = new Notary({
    store: world.store,
    db: world.pool,
    clock: systemClock,
    processId: 'test/1',
    key: () => signer,
    onSealed: () => Promise.resolve(),
    log: silentLog,
    limits: { lookMs: 1, everyMs: 0, eventsMax: 1 },
  });
  const sealAll = async (): Promise<void> => {
    await absorbSome({ store: world.store, db: world.pool, log: silentLog }, never);
    while ((await notary.look()) !== 'sealed');
  };
  await sealAll();
  await writer.append('books', SAMPLE_START_MS, {
    type: 'LogsCleaned',
    data: { beforeMs: SAMPLE_START_MS + 1, actorId: 1 as never },
  });
  await sealAll();
  await world.caughtUp(runner);
});
afterEach(() => world.close());

const findings = async (store: Pick<EventStore, 'readAll' | 'readStream'> = world.store): Promise<readonly string[]> =>
  (await verify({ store, pool: world.pool, gaplessPositions: true })).map(findingText);

/** The ledger as somebody has changed it. */
const changed = (change: (event: RecordedEvent) => RecordedEvent): Pick<EventStore, 'readAll' | 'readStream'> => ({
  readAll: async (...page) => (await world.store.readAll(...page)).map(change),
  readStream: async (...page) => (await world.store.readStream(...page)).map(change),
});

const withData =
  (revision: number, change: (data: Record<string, unknown>) => Record<string, unknown>) =>
  (event: RecordedEvent): RecordedEvent =>
    event.stream === SEAL_STREAM && event.revision === revision
      ? { ...event, data: JSON.stringify(change(JSON.parse(event.data) as Record<string, unknown>)) }
      : event;

describe('seals', () => {
  it('are those of the ledger', async () => {
    expect(await findings()).toEqual([]);
  });

  it('name a changed event by the first seal that has it, where nothing else would', async () => {
    const [first] = await world.store.readAll(0 as Position, 1);
    const found = await findings(
      changed((event) =>
        event.position === first?.position ? { ...event, metadata: { ...event.metadata, actor: 'user-9' } } : event,
      ),
    );
    expect(found.filter((text) => text.startsWith('seal '))).toEqual([
      expect.stringMatching(/^seal seal@1 of \d+ events, root: expected .{44}, seen .{44}$/),
      expect.stringMatching(/^seal seal@2 of \d+ events, root: expected .{44}, seen .{44}$/),
    ]);
  });

  it.each<[string, number, (data: Record<string, unknown>) => Record<string, unknown>, RegExp[]]>([
    [
      'a root',
      1,
      (data) => ({ ...data, root: 'x' }),
      [/a note of the ledger key that says the same/, /root: expected/],
    ],
    ['a size', 2, (data) => ({ ...data, size: 4 }), [/that says the same/, /root: expected one of events before it/]],
    ['a size before', 2, (data) => ({ ...data, previousSize: 4 }), [/previousSize: expected \d+, seen 4/]],
    ['a note', 2, (data) => ({ ...data, note: `${String(data['note'])}x\n` }), [/that says the same/]],
    ['a key', 0, (data) => ({ ...data, note: 'x' }), [/a note of the key before, or of its own/]],
  ])('are not what they were with another: %s', async (_, revision, change, expected) => {
    const found = (await findings(changed(withData(revision, change)))).filter((text) => text.startsWith('seal seal@'));
    expect(found).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
  });

  it('that cannot be read are named, and nothing else is passed over', async () => {
    const [first] = await world.store.readAll(0 as Position, 1);
    const found = await findings(
      changed((event) => {
        if (event.stream === SEAL_STREAM && event.revision === 2) return { ...event, data: 'no JSON' };
        return event.position === first?.position ? { ...event, metadata: { ...event.metadata, actor: 'x' } } : event;
      }),
    );
    expect(found).toContainEqual(expect.stringMatching(/^event seal@2 /u));
    expect(found).toContainEqual(expect.stringMatching(/^seal seal@1 of \d+ events, root: /u));
  });

  it('stand in the read models as they stand in the ledger', async () => {
    const [{ position = 0 } = {}] = await world.store.readStream(SEAL_STREAM, 1 as Revision, 1);
    await world.pool.query(`update ${READ_MODELS}.seals set note = 'x' where position = ${position}`);
    await world.pool.query(`delete from ${READ_MODELS}.signing_keys`);
    expect(await findings()).toEqual([
      expect.stringMatching(new RegExp(`^seal row of seals at position ${position}, note: expected ledgate/`)),
      expect.stringMatching(/^seal row of signing_keys at position \d+: expected a row, seen none$/),
    ]);
  });
});
