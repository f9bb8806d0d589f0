import { createHash } from 'node:crypto';
import { SEAL_STREAM } from '@ledgate/domain/audit/events';
import type { Position, RecordedEvent } from '@ledgate/domain/ports/event-store';
import { leafOf } from '@ledgate/domain/seal/leaf';
import { Frontier, leafHash, type Sha256 } from '@ledgate/domain/seal/tree';
import { installationOf } from '../../directory/installation/installation.ts';
import { indexAt } from '../../queries/head.ts';
import type { PositionRange } from '../../queries/ranges.ts';
import type { Queryable } from '../../shared/database.ts';
import type { ExportRow, ExportSource, ExportStretch, Layout } from '../layout.ts';
import type { ExportOrder } from '../order.ts';
import { positionsOf } from '../shared/entries.ts';
import { ledgerPages } from '../shared/ledger-pages.ts';

const VERSION = 1;
/** Beside the leaves: the header and the end. */
const OTHER_LINES = 2;
/** May name people. */
const AUDIT = 'audit-';

/**
 * Every event as a leaf of the tree of all events, with what is needed to check it without the product (docs/exports.md#events): a header, a line a leaf and
 * an end. A filter would leave leaves out, by which nothing could be checked: it is refused where exports are ordered, and not looked at here. Its `after` is
 * the position of the last leaf; behind the end it is that of the range.
 */
export const events: Layout = {
  columns: [],
  total: async (source, order) => {
    const { first, size } = await treeOf(source.db, await positionsOf(source, order));
    return size - first + OTHER_LINES;
  },
  rowsOf,
};

/** Indexes: of the first leaf of a range, and behind its last one. */
async function treeOf(db: Queryable, { from, before }: PositionRange): Promise<{ first: number; size: number }> {
  const first = (await indexAt(db, (from - 1) as Position)) + 1;
  return { first, size: from >= before ? first : (await indexAt(db, (before - 1) as Position)) + 1 };
}

async function* rowsOf(
  source: ExportSource,
  order: ExportOrder,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<ExportStretch> {
  const positions = await positionsOf(source, order);
  if (after >= positions.before) return;
  const { first, size } = await treeOf(source.db, positions);
  const tree = await treeBefore(source, Math.max(after + 1, positions.from), signal);
  let rows: ExportRow[] =
    after > 0 ? [] : [[await header(source.db, { first, size, position: order.position, frontier: tree.hashes })]];
  for await (const page of ledgerPages(source, positions, after, signal)) {
    for (const event of page.filter(isLeaf)) rows.push([leafLine(event, tree, order.audit)]);
    if (rows.length === 0) continue;
    yield { rows, after: page.at(-1)?.position ?? after };
    rows = [];
  }
  if (tree.size !== size) throw new Error(`the ledger has ${tree.size} events where its read models know ${size}`);
  const end = { end: true, size, root: base64(tree.root), lines: size - first + OTHER_LINES };
  yield { rows: [...rows, [JSON.stringify(end)]], after: positions.before };
}

const isLeaf = ({ stream }: RecordedEvent): boolean => stream !== SEAL_STREAM;

/** The tree of all events before a position; they are read for it. */
async function treeBefore(source: ExportSource, before: number, signal: AbortSignal): Promise<Frontier> {
  const tree = new Frontier(sha256);
  for await (const page of ledgerPages(source, { from: 0, before }, 0, signal))
    for (const event of page.filter(isLeaf)) tree.add(hashOf(leafOf(event, digest).text));
  return tree;
}

type Header = {
  readonly first: number;
  readonly size: number;
  readonly position: number;
  readonly frontier: readonly Uint8Array[];
};

async function header(db: Queryable, { frontier, ...told }: Header): Promise<string> {
  const installation = await installationOf(db);
  const origin = installation === undefined ? null : `ledgate/${installation}`;
  return JSON.stringify({ ledgate: 'events', version: VERSION, origin, ...told, frontier: frontier.map(base64) });
}

/** The event stands there as the leaf's own text. */
function leafLine(event: RecordedEvent, tree: Frontier, isAuditShown: boolean): string {
  const { text, private: hidden } = leafOf(event, digest);
  const index = tree.size;
  const hash = hashOf(text);
  tree.add(hash);
  const isShown = isAuditShown || !event.stream.startsWith(AUDIT);
  const [shown, apart] = isShown ? [text, hidden ?? 'null'] : ['null', 'null'];
  const place = `"index":${index},"position":${event.position},"leaf":"${base64(hash)}"`;
  return `{${place},"event":${shown},"private":${apart}}`;
}

const sha256: Sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const hashOf = (text: string): Uint8Array => leafHash(Buffer.from(text), sha256);
const digest = (text: string): string => createHash('sha256').update(text).digest('base64');
const base64 = (hash: Uint8Array): string => Buffer.from(hash).toString('base64');
