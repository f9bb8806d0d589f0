import { SEAL_STREAM } from '@ledgate/domain/audit/events';
import { STREAM_NAME_LENGTH_MAX } from '@ledgate/domain/ports/check-append';
import { Frontier } from '@ledgate/domain/seal/tree';
import { base64Of, digestOf, hashIn, hashOfLeaf, sha256 } from '@ledgate/projections/seals/hashes';
import type { Checkpoint } from '@ledgate/projections/seals/note-texts';
import type { Verifier } from '@ledgate/projections/seals/signed-note';
import { z } from 'zod';
import type { Line } from './bytes.ts';
import type { Fault, Faults } from './faults.ts';
import { canonicalOf, isAsPrinted, jsonIn } from './json.ts';
import { type GivenKey, openedHead } from './keys.ts';
import { LeafOrder, type LeafRead } from './leaf-order.ts';
import { SEALS_KEPT_MAX, TOLD_CHARACTERS_MAX } from './limits.ts';
import { privateIn } from './private-part.ts';
import { SealedTree } from './sealed-tree.ts';
import { Unreadable } from './unreadable.ts';

const VERSION = 1;
const count = z.number().int().min(0);

const headerSchema = z.object({
  ledgate: z.literal('events'),
  version: z.number(),
  origin: z.string().max(TOLD_CHARACTERS_MAX).nullable(),
  first: count,
  size: count,
  position: count,
  frontier: z.array(z.string()),
});
const leafSchema = z.object({
  index: count,
  position: count,
  leaf: z.string(),
  event: z
    .looseObject({ data: z.unknown(), revision: count, stream: z.string().max(STREAM_NAME_LENGTH_MAX) })
    .nullable(),
  private: z.unknown(),
});
const sealSchema = z.object({ seal: z.string(), size: count });
const endSchema = z.object({ end: z.literal(true), size: count, root: z.string(), lines: count });

/** A head that somebody has kept, and whether a key that was given has signed it. */
export type Published = Checkpoint & { readonly isSigned: boolean };

export type EventsOptions = {
  readonly keys: readonly GivenKey[];
  readonly heads: readonly Published[];
  readonly faults: Faults;
  /** Asked at each line. */
  readonly onLine: (line: number) => void;
};

/** What an events export holds and how far it is proven. */
export type EventsFound = {
  readonly origin: string | null;
  readonly first: number;
  /** The index behind the last leaf. */
  readonly size: number;
  /** Base64; undefined where leaves are missing. */
  readonly root: string | undefined;
  readonly leaves: number;
  /** Leaves whose events are not shown. */
  readonly withheld: number;
  readonly seals: number;
  readonly checked: number;
  readonly lines: number;
  /** From which size on seals are by which key. */
  readonly signers: readonly { readonly size: number; readonly by: Verifier }[];
  /** Published heads that lie before the first leaf. */
  readonly headsBefore: number;
};

/** Gaps between two events that are shown are faults; whether what is not shown at the end of a stream is administration nobody can tell. */
export const withheldWarning = (count: number): readonly string[] =>
  count === 0
    ? []
    : [`${count} events are not shown: their hashes are proven, and not that each of them is of administration.`];

/**
 * An events export line by line (docs/exports.md#audit): `faults` is told what is wrong. Throws Unreadable for what is no such export.
 */
export function auditEvents(lines: Iterable<Line>, options: EventsOptions): EventsFound {
  let audit: EventsAudit | undefined;
  for (const line of lines) {
    options.onLine(line.number);
    if (audit === undefined) audit = new EventsAudit(line, options);
    else audit.take(line);
  }
  if (audit === undefined) throw new Unreadable('the file is empty');
  return audit.end();
}

class EventsAudit {
  readonly #options: EventsOptions;
  readonly #header: z.infer<typeof headerSchema>;
  readonly #tree: SealedTree;
  readonly #order: LeafOrder;
  readonly #signers: { readonly size: number; readonly by: Verifier }[] = [];
  #lines = 1;
  #withheld = 0;
  #isEnded = false;

  constructor(line: Line, options: EventsOptions) {
    this.#options = options;
    this.#header = headerOf(line);
    const { first, frontier, origin } = this.#header;
    const before = frontierOf(first, frontier);
    const heads = options.heads.filter((head) => this.#isOurs(head, origin));
    this.#tree = new SealedTree(before, heads, options.faults);
    this.#order = new LeafOrder(this.#tree, first, options.faults);
    this.#checkText(jsonIn(line.text), line.text ?? '');
    this.#checkOrigin();
  }

  take(line: Line): void {
    this.#lines = line.number;
    if (this.#isEnded) {
      const place = { index: this.#order.next };
      this.#tell({ kind: 'inserted', place, expected: 'nothing behind the end', seen: `line ${line.number}` });
      return;
    }
    const said = jsonIn(line.text);
    if (typeof said === 'object' && said !== null) {
      const { text = '' } = line;
      // One after the other by a member of each: of a million lines all but some are leaves.
      if ('leaf' in said && this.#isLeaf(said, text)) return;
      if (('seal' in said && this.#isSeal(said)) || ('end' in said && this.#isEnd(said))) {
        this.#checkText(said, text);
        return;
      }
    }
    // Of a file that was cut the last line is half a one.
    if (!line.isEnded) return;
    this.#order.unread();
    const expected = 'a leaf, a seal or the end';
    this.#tell({ kind: 'edited', place: { index: this.#order.next }, expected, seen: `line ${line.number}` });
  }

  end(): EventsFound {
    const { first, origin, size, position } = this.#header;
    this.#order.end();
    if (!this.#isEnded) {
      const from = this.#order.next;
      const place = { from, before: Math.max(from, size) };
      this.#tell({ kind: 'truncated', place, expected: 'the end of the export', seen: `line ${this.#lines}` });
    }
    if (this.#isEnded && this.#order.position > position) {
      const place = { index: this.#order.next - 1 };
      this.#tell({ kind: 'edited', place, expected: `a position up to ${position}`, seen: this.#order.position });
    }
    this.#tree.end();
    const { root } = this.#tree;
    return {
      origin,
      first,
      size: this.#order.next,
      root: root && base64Of(root),
      leaves: this.#order.leaves,
      withheld: this.#withheld,
      seals: this.#tree.seals,
      checked: this.#tree.checked,
      lines: this.#lines,
      signers: this.#signers,
      headsBefore: this.#options.heads.filter((head) => head.size < first).length,
    };
  }

  #tell(fault: Fault): void {
    this.#options.faults.add(fault);
  }

  /** That it is of a ledger of whose keys one was given. */
  #checkOrigin(): void {
    const { origin, first, size } = this.#header;
    const names = this.#options.keys.map(({ name }) => name);
    if (origin === null || names.length === 0 || names.includes(origin)) return;
    const place = { from: first, before: Math.max(first, size) };
    this.#tell({ kind: 'signature', place, expected: names.join(', '), seen: origin });
  }

  #isOurs(head: Published, origin: string | null): boolean {
    if (origin === null || head.origin === origin) return true;
    const place = { from: 0, before: head.size };
    this.#tell({ kind: 'signature', place, expected: origin, seen: head.origin });
    return false;
  }

  /** Of a header, a seal and the end: another reader might take another one of two members of a name. */
  #checkText(said: unknown, text: string): void {
    if (isAsPrinted(said, text)) return;
    this.#tell({ kind: 'edited', place: { index: this.#order.next }, ...DOUBLED });
  }

  #isLeaf(said: object, text: string): boolean {
    const parsed = leafSchema.safeParse(said);
    if (!parsed.success) return false;
    const stated = hashIn(parsed.data.leaf);
    if (stated === undefined) return false;
    const { index, position, event } = parsed.data;
    // What the schema has no place for counts too: the hash is of everything that the line has.
    const real = this.#realHash({ ...parsed.data, ...said }, stated, { said, text });
    const stands = event === null ? undefined : { stream: event.stream, revision: event.revision };
    this.#order.take({ index, position, stated, real, stands } satisfies LeafRead);
    return true;
  }

  /** Tells where the event is another than the hash beside it says, or what stands apart is. */
  #realHash(
    { index, position, leaf, event, private: hidden }: z.infer<typeof leafSchema>,
    stated: Uint8Array,
    line: { readonly said: object; readonly text: string },
  ): Uint8Array {
    const at = { kind: 'edited', place: { index }, position } as const;
    const [own, apart] = [canonicalOf(event), canonicalOf(hidden)];
    if (own === undefined || apart === undefined) {
      this.#tell({ ...at, expected: 'an event that can be printed', seen: 'another' });
      return stated;
    }
    if (event === null) this.#withheld += 1;
    const real = event === null ? stated : hashOfLeaf(own);
    const seen = base64Of(real);
    if (seen !== leaf) this.#tell({ ...at, expected: leaf, seen });
    // A member that is there twice is another to another reader, and not in the hash.
    else if (
      line.text !== `{"index":${index},"position":${position},"leaf":"${leaf}","event":${own},"private":${apart}}` &&
      !isAsPrinted(line.said, line.text)
    )
      this.#tell({ ...at, ...DOUBLED });
    else if (event?.stream === SEAL_STREAM)
      this.#tell({ ...at, kind: 'inserted', expected: 'no event of stream seal', seen: SEAL_STREAM });
    const expected = privateIn(event?.data);
    const shown = hidden === null ? null : digestOf(apart);
    if (shown !== expected) this.#tell({ ...at, expected: `private ${expected}`, seen: `private ${shown}` });
    return real;
  }

  #isSeal(said: object): boolean {
    const parsed = sealSchema.safeParse(said);
    if (!parsed.success) return false;
    const { seal, size } = parsed.data;
    this.#order.sealed(size);
    const { keys } = this.#options;
    const known = openedHead(seal, keys, this.#header.origin);
    const refused = 'seen' in known ? known : misplaced(known.head.size, size);
    if (refused !== undefined) {
      const before = 'seen' in known ? size : Math.max(size, known.head.size);
      this.#tell({ kind: 'signature', place: { from: Math.min(this.#tree.checked, size), before }, ...refused });
      return true;
    }
    if ('seen' in known) return true;
    const { head, by } = known;
    const last = this.#signers.at(-1);
    if (by !== undefined && by.id !== last?.by.id && this.#signers.length < SEALS_KEPT_MAX)
      this.#signers.push({ size, by });
    this.#tree.seal({ ...head, isSigned: by !== undefined }, seal);
    return true;
  }

  /** Nothing proves the last line, but it goes with what stands before it. */
  #isEnd(said: object): boolean {
    const parsed = endSchema.safeParse(said);
    if (!parsed.success) return false;
    this.#isEnded = true;
    const { size, root, lines } = parsed.data;
    this.#order.end();
    const { next } = this.#order;
    const { first } = this.#header;
    const most = Math.max(size, this.#header.size);
    const { faults } = this.#options;
    if (next !== size || next !== this.#header.size) {
      const kind = next < most ? 'truncated' : 'inserted';
      this.#tell({ kind, place: { from: Math.min(next, size), before: most }, expected: most, seen: next });
    } else if (!this.#tree.fits(hashIn(root) ?? new Uint8Array()) && faults.count === 0) {
      const place = { from: Math.max(first, this.#tree.checked), before: size };
      const seen = this.#tree.root;
      this.#tell({ kind: 'refilled', place, expected: root, ...(seen === undefined ? {} : { seen: base64Of(seen) }) });
    } else if (lines !== this.#lines && faults.count === 0) {
      const kind = this.#lines < lines ? 'deleted' : 'inserted';
      this.#tell({ kind, place: { from: first, before: size }, expected: `${lines} lines`, seen: this.#lines });
    }
    return true;
  }
}

const DOUBLED = { expected: 'a line without blanks and doubled members', seen: 'another' } as const;

const misplaced = (sealed: number, size: number): { expected: string; seen: string } | undefined =>
  sealed === size ? undefined : { expected: `a seal of ${size}`, seen: `one of ${sealed}` };

function headerOf({ text, isEnded }: Line): z.infer<typeof headerSchema> {
  const parsed = headerSchema.safeParse(jsonIn(text));
  if (!parsed.success || !isEnded) throw new Unreadable('the first line is no header of an events export');
  if (parsed.data.version !== VERSION)
    throw new Unreadable(`the export is of version ${parsed.data.version}: this release reads version ${VERSION}`);
  return parsed.data;
}

function frontierOf(first: number, frontier: readonly string[]): Frontier {
  const hashes = frontier.map(hashIn).filter((hash) => hash !== undefined);
  try {
    if (hashes.length === frontier.length) return new Frontier(sha256, first, hashes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new Unreadable(`the header's frontier is not one of ${first} leaves`);
}
