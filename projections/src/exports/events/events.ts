import { SEAL_STREAM } from '@ledgate/domain/audit/events';
import type { Position, RecordedEvent } from '@ledgate/domain/ports/event-store';
import { leafOf } from '@ledgate/domain/seal/leaf';
import { Frontier } from '@ledgate/domain/seal/tree';
import { installationOf } from '../../directory/installation/installation.ts';
import { indexAt } from '../../queries/head.ts';
import type { PositionRange } from '../../queries/ranges.ts';
import { EXPORT_READ_EVENTS_MAX } from '../../limits.ts';
import { base64Of, digestOf, hashOfLeaf, sha256 } from '../../seals/hashes.ts';
import { originOf } from '../../seals/note-texts.ts';
import { type SealRow, sealCount, sealsAfter, type SealsOf } from '../../seals/seals.ts';
import { frontierHashes } from '../../seals/tree-proofs.ts';
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
 * Every event as a leaf of the tree of all events, with what is needed to check it without the product (docs/exports.md#events): a header, a line a leaf, one a
 * seal behind its last leaf, and an end. A filter would leave leaves out, by which nothing could be checked: it is refused where exports are ordered, and not
 * looked at here. Its `after` is the position of the last leaf; behind the end it is that of the range.
 */
export const events: Layout = {
  columns: [],
  total: async (source, order) => {
    const tree = await treeOf(source.db, await positionsOf(source, order));
    return linesOf(tree, await sealCount(source.db, sealsOf(tree, order)));
  },
  rowsOf,
};

/** Indexes: of the first leaf of a range, and behind its last one. */
type Leaves = { readonly first: number; readonly size: number };

async function treeOf(db: Queryable, { from, before }: PositionRange): Promise<Leaves> {
  const first = (await indexAt(db, (from - 1) as Position)) + 1;
  return { first, size: from >= before ? first : (await indexAt(db, (before - 1) as Position)) + 1 };
}

/** Those whose last leaf is told, as they stood at the order's position: later ones would be others on another day. */
const sealsOf = ({ first, size }: Leaves, { position }: ExportOrder): SealsOf => ({ from: first, size, position });

const linesOf = ({ first, size }: Leaves, seals: number): number => size - first + seals + OTHER_LINES;

async function* rowsOf(
  source: ExportSource,
  order: ExportOrder,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<ExportStretch> {
  const positions = await positionsOf(source, order);
  if (after >= positions.before) return;
  const leaves = await treeOf(source.db, positions);
  const { first, size } = leaves;
  const tree = await treeBefore(source, Math.max(after + 1, positions.from), signal);
  const seals = new SealLines(source.db, sealsOf(leaves, order), tree.size);
  let rows: ExportRow[] =
    after > 0 ? [] : [[await header(source.db, { first, size, position: order.position, frontier: tree.hashes })]];
  for await (const page of ledgerPages(source, positions, after, signal)) {
    for (const event of page.filter(isLeaf)) {
      rows.push([leafLine(event, tree, order.audit)]);
      for (const line of await seals.at(tree.size)) rows.push([line]);
    }
    if (rows.length === 0) continue;
    yield { rows, after: page.at(-1)?.position ?? after };
    rows = [];
  }
  if (tree.size !== size) throw new Error(`the ledger has ${tree.size} events where its read models know ${size}`);
  const lines = linesOf(leaves, await sealCount(source.db, sealsOf(leaves, order)));
  const end = { end: true, size, root: base64Of(tree.root), lines };
  yield { rows: [...rows, [JSON.stringify(end)]], after: positions.before };
}

/** Seals in the order of their sizes, some read at once. */
class SealLines {
  readonly #db: Queryable;
  readonly #of: SealsOf;
  readonly #passed: number;
  #read: readonly SealRow[] = [];
  #after = 0;
  #isEnd = false;

  /** @param passed the size up to which they are not wanted any more */
  constructor(db: Queryable, of: SealsOf, passed: number) {
    this.#db = db;
    this.#of = of;
    this.#passed = Math.max(of.from, passed);
  }

  /** Those of a size, which is above that of the call before. */
  async at(size: number): Promise<readonly string[]> {
    const lines: string[] = [];
    for (let seal = await this.#next(); seal?.size === size; seal = await this.#next()) {
      lines.push(JSON.stringify({ seal: seal.note, size }));
      this.#read = this.#read.slice(1);
    }
    return lines;
  }

  async #next(): Promise<SealRow | undefined> {
    while (this.#read.length === 0 && !this.#isEnd) {
      this.#read = await sealsAfter(this.#db, { ...this.#of, from: this.#passed }, this.#after, EXPORT_READ_EVENTS_MAX);
      this.#isEnd = this.#read.length < EXPORT_READ_EVENTS_MAX;
      this.#after = this.#read.at(-1)?.position ?? this.#after;
    }
    return this.#read[0];
  }
}

const isLeaf = ({ stream }: RecordedEvent): boolean => stream !== SEAL_STREAM;

/** The tree of all events before a position. They are read for it only where the notary does not keep their hashes yet. */
async function treeBefore(source: ExportSource, before: number, signal: AbortSignal): Promise<Frontier> {
  const size = (await indexAt(source.db, (before - 1) as Position)) + 1;
  const kept = await frontierHashes(source.db, size);
  if (kept !== undefined) return new Frontier(sha256, size, kept);
  const tree = new Frontier(sha256);
  for await (const page of ledgerPages(source, { from: 0, before }, 0, signal))
    for (const event of page.filter(isLeaf)) tree.add(hashOfLeaf(leafOf(event, digestOf).text));
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
  const origin = installation === undefined ? null : originOf(installation);
  return JSON.stringify({ ledgate: 'events', version: VERSION, origin, ...told, frontier: frontier.map(base64Of) });
}

/** The event stands there as the leaf's own text. */
function leafLine(event: RecordedEvent, tree: Frontier, isAuditShown: boolean): string {
  const { text, private: hidden } = leafOf(event, digestOf);
  const index = tree.size;
  const hash = hashOfLeaf(text);
  tree.add(hash);
  const isShown = isAuditShown || !event.stream.startsWith(AUDIT);
  const [shown, apart] = isShown ? [text, hidden ?? 'null'] : ['null', 'null'];
  const place = `"index":${index},"position":${event.position},"leaf":"${base64Of(hash)}"`;
  return `{${place},"event":${shown},"private":${apart}}`;
}
