import { type EventStore, type EventToAppend, InvalidAppend } from '../ports/event-store.ts';
import type { LedgerEventType } from './ledger-event.ts';
import { EVENT_SCHEMAS, inFull, LEDGER_SCHEMA, numberWritten, toldBy, type TypeSchema } from './schema-numbers.ts';
import type { EventData } from './schema-step.ts';

/** While an upgrade runs: what is to be written cannot be said by a shape that every process reads (docs/ledger.md#ledger_schema). Nothing was written. */
export class NotWrittenYet extends InvalidAppend {
  constructor({ type, metadata }: Pick<EventToAppend, 'type' | 'metadata'>, ledgerSchema: number) {
    super(
      `${type} of schema ${metadata['schema']} is not written at ledger_schema ${ledgerSchema}: an upgrade is running`,
    );
  }
}

/** What a process knows of the installation's `ledger_schema`: it only grows. */
export class LedgerGate {
  #number: number;

  constructor(number: number) {
    this.#number = number;
  }

  get number(): number {
    return this.#number;
  }

  raised(to: number): void {
    this.#number = Math.max(this.#number, to);
  }
}

/**
 * The event as it may be written at a `ledger_schema`: in the type's number of then, where this release would write a higher one. Throws NotWrittenYet
 * where the type is not written then, or that number cannot say it.
 */
export function writable(
  event: EventToAppend,
  ledgerSchema: number,
  schemas: Readonly<Record<string, TypeSchema>> = EVENT_SCHEMAS,
): EventToAppend {
  const { type, data, metadata } = event;
  const schema = Object.hasOwn(schemas, type) ? schemas[type as LedgerEventType] : undefined;
  if (schema === undefined) return event;
  const to = numberWritten(schema, ledgerSchema);
  const from = Number(metadata['schema'] ?? 1);
  if (to === null) throw new NotWrittenYet(event, ledgerSchema);
  if (to >= from) return event;
  const lowered = toldBy(schema, to, inFull(schema, from, JSON.parse(data) as EventData));
  if (lowered === undefined) throw new NotWrittenYet(event, ledgerSchema);
  return { ...event, data: JSON.stringify(lowered), metadata: { ...metadata, schema: String(to) } };
}

/** Whether it may be written just as it is whatever `ledger_schema` is. */
export const isAlwaysWritable = ({ type, metadata }: Pick<EventToAppend, 'type' | 'metadata'>): boolean =>
  !Object.hasOwn(EVENT_SCHEMAS, type) ||
  numberWritten(EVENT_SCHEMAS[type as LedgerEventType], 1) === Number(metadata['schema'] ?? 1);

/** A store to which nobody appends what is not writable yet. Once `ledger_schema` is this release's own nothing is looked at any more. */
export const gatedStore = (store: EventStore, gate: Pick<LedgerGate, 'number'>): EventStore => ({
  append(stream, expected, events, options) {
    if (gate.number >= LEDGER_SCHEMA) return store.append(stream, expected, events, options);
    return Promise.resolve().then(() =>
      store.append(
        stream,
        expected,
        events.map((event) => writable(event, gate.number)),
        options,
      ),
    );
  },
  readStream: (stream, from, limit) => store.readStream(stream, from, limit),
  readStreamBackwards: (stream, limit, before) => store.readStreamBackwards(stream, limit, before),
  readAll: (after, limit) => store.readAll(after, limit),
  head: () => store.head(),
  onAppended: (wake) => store.onAppended(wake),
});
