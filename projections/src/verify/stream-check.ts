import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import { ledgerEventSchemas } from '@ledgate/domain/events/ledger-event';
import { type Position, type RecordedEvent, START } from '@ledgate/domain/ports/event-store';
import type { Findings } from './finding.ts';

/** Each event has its place and the shape of its type; no stream leaves a revision out. */
export class StreamCheck {
  readonly #findings: Findings;
  readonly #revisions = new Map<string, number>();
  readonly #gapless: boolean;
  /** Checkpoints on which no event was found yet. */
  readonly #unseen: Set<Position>;
  readonly #last: number;
  #position = 0;

  /**
   * @param checkpoints each stands on an event that was applied
   * @param gapless whether every position of the store must have an event
   */
  constructor(findings: Findings, checkpoints: readonly Position[], gapless: boolean) {
    this.#findings = findings;
    this.#unseen = new Set(checkpoints.filter((checkpoint) => checkpoint > START));
    this.#last = Math.max(START, ...checkpoints);
    this.#gapless = gapless;
  }

  /** After the last event. */
  end(): void {
    if (this.#gapless)
      for (let missing = this.#position + 1; missing <= this.#last; missing += 1) this.#missing(missing);
    else for (const checkpoint of this.#unseen) this.#missing(checkpoint);
  }

  #missing(position: number): void {
    this.#findings.add('event', `position ${position}`, 'an event', 'none', { place: { position } });
  }

  place({ stream, revision, position, type }: RecordedEvent): void {
    if (position <= this.#position)
      this.#findings.add('event', `${stream}@${revision}`, `a position above ${this.#position}`, position);
    if (this.#gapless) for (let missing = this.#position + 1; missing < position; missing += 1) this.#missing(missing);
    this.#position = position;
    this.#unseen.delete(position);
    const expected = (this.#revisions.get(stream) ?? -1) + 1;
    for (let missing = expected; missing < revision; missing += 1)
      this.#findings.add('event', `${stream}@${missing}`, 'an event', 'none');
    if (revision < expected)
      this.#findings.add('event', `${stream}@${revision}`, `revision ${expected}`, `${revision} (${type})`);
    this.#revisions.set(stream, Math.max(revision, expected - 1));
  }

  /** False when the data cannot be what its type says. */
  shape({ stream, revision }: RecordedEvent, event: LedgerEvent): boolean {
    const schema: (typeof ledgerEventSchemas)[keyof typeof ledgerEventSchemas] | undefined =
      ledgerEventSchemas[event.type];
    if (schema === undefined) {
      this.#findings.add('event', `${stream}@${revision}`, 'a known type', event.type);
      return false;
    }
    const checked = schema.safeParse(event.data);
    if (checked.success) return true;
    const [issue] = checked.error.issues;
    this.#findings.add(
      'event',
      `${stream}@${revision} (${event.type})`,
      'data of its type',
      `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
    );
    return false;
  }
}
