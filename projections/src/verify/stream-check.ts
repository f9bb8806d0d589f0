import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import { ledgerEventSchemas } from '@ledgate/domain/events/ledger-event';
import type { RecordedEvent } from '@ledgate/domain/ports/event-store';
import type { Findings } from './finding.ts';

/** Each event has its place and the shape of its type; no stream leaves a revision out. */
export class StreamCheck {
  readonly #findings: Findings;
  readonly #revisions = new Map<string, number>();
  readonly #gapless: boolean;
  #position = 0;

  /** @param gapless whether every position of the store must have an event */
  constructor(findings: Findings, gapless: boolean) {
    this.#findings = findings;
    this.#gapless = gapless;
  }

  /** After the last event: the checkpoint stands on an event that was applied. */
  end(checkpoint: number): void {
    for (let missing = this.#gapless ? this.#position + 1 : checkpoint; missing <= checkpoint && missing > this.#position; missing += 1) this.#missing(missing);
  }

  #missing(position: number): void {
    this.#findings.add('event', `position ${position}`, 'an event', 'none');
  }

  place({ stream, revision, position, type }: RecordedEvent): void {
    if (position <= this.#position) this.#findings.add('event', `${stream}@${revision}`, `a position above ${this.#position}`, position);
    if (this.#gapless) for (let missing = this.#position + 1; missing < position; missing += 1) this.#missing(missing);
    this.#position = position;
    const expected = (this.#revisions.get(stream) ?? -1) + 1;
    for (let missing = expected; missing < revision; missing += 1) this.#findings.add('event', `${stream}@${missing}`, 'an event', 'none');
    if (revision < expected) this.#findings.add('event', `${stream}@${revision}`, `revision ${expected}`, `${revision} (${type})`);
    this.#revisions.set(stream, Math.max(revision, expected - 1));
  }

  /** False when the data cannot be what its type says. */
  shape({ stream, revision }: RecordedEvent, event: LedgerEvent): boolean {
    const schema: (typeof ledgerEventSchemas)[keyof typeof ledgerEventSchemas] | undefined = ledgerEventSchemas[event.type];
    if (schema === undefined) {
      this.#findings.add('event', `${stream}@${revision}`, 'a known type', event.type);
      return false;
    }
    const checked = schema.safeParse(event.data);
    if (checked.success) return true;
    const [issue] = checked.error.issues;
    this.#findings.add('event', `${stream}@${revision} (${event.type})`, 'data of its type', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
    return false;
  }
}
