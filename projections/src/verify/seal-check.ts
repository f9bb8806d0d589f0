import { type AuditEvent, SEAL_STREAM } from '@ledgate/domain/audit/events';
import { decode } from '@ledgate/domain/events/codec';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import { WrittenByLaterRelease } from '@ledgate/domain/events/written-by-later-release';
import type { EventStore, RecordedEvent, Revision } from '@ledgate/domain/ports/event-store';
import { leafOf } from '@ledgate/domain/seal/leaf';
import { Frontier } from '@ledgate/domain/seal/tree';
import { VERIFY_PAGE_EVENTS } from '../limits.ts';
import { base64Of, digestOf, hashOfLeaf, sha256 } from '../seals/hashes.ts';
import { checkpointIn, keyChangeText } from '../seals/note-texts.ts';
import type { KeyChange, Seal } from '../seals/seal-stream.ts';
import { openedNote, type Verifier, verifierIn } from '../seals/signed-note.ts';
import type { Findings } from './finding.ts';

type Ahead = { readonly revision: number; readonly seal: Seal };

/**
 * Seals against the ledger (docs/ledger.md#seals): each is signed by the key of then, and the root of its leaves is the one that it says. A seal stands behind
 * its leaves: stream `seal` is read ahead, so that the root of its size is taken when as many leaves have come.
 */
export class SealCheck {
  readonly #findings: Pick<Findings, 'add'>;
  readonly #store: Pick<EventStore, 'readStream'>;
  readonly #tree = new Frontier(sha256);
  /** Roots of the sizes of seals that are still to come, by their revisions. */
  readonly #roots = new Map<number, string>();
  readonly #ahead: Ahead[] = [];
  #read = 0;
  #isEnd = false;
  #key: Verifier | undefined;
  #size = 0;

  constructor(findings: Pick<Findings, 'add'>, store: Pick<EventStore, 'readStream'>) {
    this.#findings = findings;
    this.#store = store;
  }

  /** Of the leaves so far; `root`: base64. */
  get tree(): { readonly size: number; readonly root: string } {
    return { size: this.#tree.size, root: base64Of(this.#tree.root) };
  }

  /** Before the next `events` events of the ledger: reads all seals of as many leaves as may have come then. */
  async readAhead(events: number): Promise<void> {
    while (!this.#isEnd && (this.#ahead.at(-1)?.seal.size ?? 0) <= this.#tree.size + events) {
      const page = await this.#store.readStream(SEAL_STREAM, this.#read as Revision, VERIFY_PAGE_EVENTS);
      this.#isEnd = page.length < VERIFY_PAGE_EVENTS;
      this.#read += page.length;
      for (const recorded of page) {
        const event = eventOf(recorded);
        if (event?.type === 'LedgerSealed' && event.data.origin !== null && event.data.size > this.#tree.size)
          this.#ahead.push({ revision: recorded.revision, seal: event.data });
      }
    }
  }

  /** The next event of the ledger, whatever it says. Throws SyntaxError for data that are no JSON. */
  leaf(stored: RecordedEvent): void {
    if (stored.stream === SEAL_STREAM) return;
    this.#tree.add(hashOfLeaf(leafOf(stored, digestOf).text));
    for (let next = this.#ahead[0]; next !== undefined && next.seal.size <= this.#tree.size; next = this.#ahead[0]) {
      if (next.seal.size === this.#tree.size) this.#roots.set(next.revision, base64Of(this.#tree.root));
      this.#ahead.shift();
    }
  }

  /** The same event, of what it says. */
  add(stored: RecordedEvent, event: LedgerEvent): void {
    if (event.type === 'SigningKeyChanged') this.#keyChange(stored, event.data);
    if (event.type === 'LedgerSealed' && event.data.origin !== null) this.#seal(stored, event.data);
  }

  #keyChange({ revision, position }: RecordedEvent, { vkey, fromSize, note }: KeyChange): void {
    const key = verifierIn(vkey);
    const signers = [this.#key, key].filter((each) => each !== undefined);
    if (key === undefined || openedNote(note, signers)?.text !== keyChangeText(key.name, fromSize, vkey))
      this.#add(`${SEAL_STREAM}@${revision}`, 'a note of the key before, or of its own', 'another', position);
    this.#key = key ?? this.#key;
  }

  #seal({ revision, position }: RecordedEvent, { size, root, note, previousSize, origin }: Seal): void {
    const subject = `${SEAL_STREAM}@${revision} of ${size} events`;
    const expected = this.#roots.get(revision);
    this.#roots.delete(revision);
    const checkpoint = checkpointIn(openedNote(note, this.#key === undefined ? [] : [this.#key])?.text ?? '');
    const isSaid = checkpoint?.origin === origin && checkpoint.size === size && base64Of(checkpoint.root) === root;
    if (!isSaid) this.#add(subject, 'a note of the ledger key that says the same', 'another', position);
    if (previousSize !== this.#size) this.#add(`${subject}, previousSize`, this.#size, previousSize, position);
    if (expected !== root) this.#add(`${subject}, root`, expected ?? 'one of events before it', root, position);
    this.#size = size;
  }

  #add(subject: string, expected: unknown, seen: unknown, position: number): void {
    this.#findings.add('seal', subject, expected, seen, { place: { position } });
  }
}

/** undefined for data that cannot be read, of which the look at each event tells. Throws WrittenByLaterRelease. */
function eventOf(recorded: RecordedEvent): AuditEvent | undefined {
  try {
    return decode<AuditEvent>(recorded).event;
  } catch (error) {
    if (error instanceof WrittenByLaterRelease) throw error;
    return undefined;
  }
}
