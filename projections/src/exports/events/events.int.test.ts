import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SEAL_STREAM } from '@ledgate/domain/audit/events';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import { type Position, type RecordedEvent, type Revision, START } from '@ledgate/domain/ports/event-store';
import { noteInstallation } from '../../directory/installation/installation.ts';
import { PartitionedFeed } from '../../testing/partitioned-feed.ts';
import { type RunnerWorld, runnerWorld } from '../../testing/runner-world.ts';
import { SAMPLE_START_MS, writeSampleLedger } from '../../testing/sample-ledger.ts';
import type { ExportSource } from '../layout.ts';
import { exportedBytes, orderOf } from '../testing/exported.ts';
import { base64Sha256, canonical, frontierOf, hashOfLeaf, rootOf } from '../testing/naive-books.ts';
import { events } from './events.ts';

jest.setTimeout(120_000);
const INSTALLATION = '0e5cbd3a-5f0a-4a57-9a5a-6c1a2a3d4e5f';
const EVENTS_MAX = 10_000;
const HOUR_S = 3_600;
/** Leaves that the first two seals hold; the third holds two more. */
const SEALED = 9;
const SEALS = new Map([
  [SEALED, ['note 0', 'note 1']],
  [SEALED + 2, ['note 2']],
]);
/** The lines of seals behind a leaf. */
const sealsBehind = (index: number) => (SEALS.get(index + 1) ?? []).map((seal) => ({ seal, size: index + 1 }));

type Line = Readonly<Record<string, never>> & { readonly event: Readonly<Record<string, unknown>> | null };

let world: RunnerWorld;
let source: ExportSource;
let stored: readonly RecordedEvent[];
let leaves: readonly Buffer[];

beforeAll(async () => {
  world = await runnerWorld(3);
  const writer = await writeSampleLedger(world.store);
  const administered = {
    actorId: 1,
    action: 'user.edit',
    target: 'user-2',
    before: {},
    after: {},
    reason: '',
    requestId: 'r',
  };
  const seals = [SEALED, SEALED, SEALED + 2].map((size, at) => ({
    type: 'LedgerSealed' as const,
    data: { origin: `ledgate/${INSTALLATION}`, size, root: 'r', previousSize: 0, note: `note ${at}`, keyId: 'k' },
  }));
  await writer.append('audit-202611', SAMPLE_START_MS, {
    type: 'AdministrationRecorded',
    data: administered,
  } as LedgerEvent);
  await writer.append(SEAL_STREAM, SAMPLE_START_MS, ...seals);
  await writer.append('audit-202612', SAMPLE_START_MS, {
    type: 'AdministrationRecorded',
    data: administered,
  } as LedgerEvent);
  await noteInstallation(world.pool, INSTALLATION);
  await world.caughtUp(world.start(new PartitionedFeed(world.store, { partitions: 3, batchEvents: 4 })));
  source = { db: world.pool, store: world.store };
  stored = await world.store.readAll(START, EVENTS_MAX);
  leaves = indexed().map((event) => hashOfLeaf(canonical(leafOf(event).leaf)));
});
afterAll(() => world.close());

const indexed = (): readonly RecordedEvent[] => stored.filter(({ stream }) => stream !== SEAL_STREAM);

/** By the sentences that say what a leaf is. */
function leafOf({ id, type, stream, revision, recordedAt, metadata, data }: RecordedEvent) {
  const members = JSON.parse(data) as Record<string, unknown>;
  const within = ('charge' in members ? members['charge'] : members) as Record<string, unknown>;
  const { recordedAt: _, ...others } = metadata;
  let hidden: unknown = null;
  if ('attempts' in within) {
    const { attempts, privateSalt } = within;
    const ofLast = type === 'ConsumptionRecorded' ? (attempts as { channelId: number }[]).at(-1)?.channelId : undefined;
    const channelId = within['channelId'] ?? ofLast;
    hidden = { attempts, ...(channelId === undefined ? {} : { channelId }), privateSalt: privateSalt ?? '' };
    for (const name of ['attempts', 'channelId', 'privateSalt']) delete within[name];
    within['private'] = base64Sha256(canonical(hidden));
  }
  return { leaf: { data: members, id, metadata: others, recordedAt, revision, stream, type }, hidden };
}

async function linesOf(changes: Partial<ReturnType<typeof orderOf>> = {}): Promise<readonly Line[]> {
  const order = orderOf({ layout: 'events', position: await world.store.head(), ...changes });
  const text = (await exportedBytes(source, order)).toString('utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

describe('layout events', () => {
  it('has a header, a line for each event but seals, one for each seal behind its last leaf, and an end with the root', async () => {
    const [header, ...lines] = await linesOf();
    const position = await world.store.head();
    const size = leaves.length;
    const origin = `ledgate/${INSTALLATION}`;
    expect(header).toEqual({ ledgate: 'events', version: 1, origin, first: 0, size, position, frontier: [] });
    expect(lines.at(-1)).toEqual({ end: true, size, root: rootOf(leaves).toString('base64'), lines: size + 5 });
    expect(lines.slice(0, -1)).toEqual(
      indexed().flatMap((event, index) => {
        const { leaf, hidden } = leafOf(event);
        const isAudit = event.stream.startsWith('audit-');
        const shown = isAudit ? { event: null, private: null } : { event: leaf, private: hidden };
        const line = { index, position: event.position, leaf: leaves[index]?.toString('base64'), ...shown };
        return [line, ...sealsBehind(index)];
      }),
    );
  });

  it('shows acts of administration to root alone, by the same leaves', async () => {
    const [hidden, shown] = [await linesOf(), await linesOf({ audit: true })];
    const audit = shown.filter(({ event }) => String(event?.['stream']).startsWith('audit-'));
    expect(audit).toHaveLength(2);
    expect(shown.map(({ leaf }) => leaf)).toEqual(hidden.map(({ leaf }) => leaf));
    expect(hidden.filter(({ event }) => event === null)).toHaveLength(2);
  });

  it('begins later with the hashes of what stands before, at whichever event', async () => {
    for (let hours = 0; hours < 9; hours += 1) {
      const fromS = SAMPLE_START_MS / 1_000 + hours * HOUR_S;
      const [header, ...lines] = await linesOf({ range: { fromS, toS: fromS + HOUR_S } });
      const [first, size] = [Number(header?.['first']), Number(header?.['size'])];
      expect(header?.['frontier']).toEqual(frontierOf(leaves.slice(0, first)).map((hash) => hash.toString('base64')));
      const told = leaves.slice(first, size).flatMap((_, at) => [{ index: first + at }, ...sealsBehind(first + at)]);
      expect(lines.slice(0, -1)).toMatchObject(told);
      const root = rootOf(leaves.slice(0, size)).toString('base64');
      expect(lines.at(-1)).toEqual({ end: true, size, root, lines: told.length + 2 });
    }
  });

  it('tells no seal that stands behind its position, though its leaves do not', async () => {
    const [{ position: sealedAt = 0 } = {}] = await world.store.readStream(SEAL_STREAM, 1 as Revision, 1);
    const lines = await linesOf({ position: sealedAt as Position });
    expect(lines.filter(({ seal }) => seal !== undefined)).toEqual(sealsBehind(SEALED - 1));
  });

  it('has the header and the end alone of a range in which nothing stands', async () => {
    const [header, end] = await linesOf({ range: { fromS: 4_000_000_000, toS: undefined } });
    const size = leaves.length;
    expect(header).toMatchObject({ first: size, size });
    expect(end).toEqual({ end: true, size, root: rootOf(leaves).toString('base64'), lines: 2 });
  });

  it('goes on from any event to the same lines', async () => {
    const signal = new AbortController().signal;
    const order = orderOf({ layout: 'events', position: await world.store.head() });
    const all = await rowsFrom(0);
    expect(await events.total(source, order)).toBe(all.length);
    let lines = 1;
    for (const [index, { position }] of indexed().entries()) {
      lines += 1 + sealsBehind(index).length;
      if (index % 7 === 3 || (index > 6 && index < 12)) expect(await rowsFrom(position)).toEqual(all.slice(lines));
    }
    expect(await rowsFrom(Number(order.position) + 1)).toEqual([]);

    async function rowsFrom(after: number): Promise<readonly unknown[]> {
      const rows: unknown[] = [];
      for await (const stretch of events.rowsOf(source, order, after as Position, signal)) rows.push(...stretch.rows);
      return rows;
    }
  });
});
