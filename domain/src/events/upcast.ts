import type { LedgerEvent } from './ledger-event.ts';

/** Lifts the data of one event type from a schema number to the next. Pure; a fixture of every version stays in `fixtures/`. */
type Upcaster = (data: Record<string, unknown>) => Record<string, unknown>;

/** By event type: the upcaster at index i lifts schema i + 1 to i + 2. */
const UPCASTERS: Readonly<Record<string, readonly Upcaster[]>> = {};

/** The event in today's shape, whatever schema it was written with. */
export function upcast(type: string, schema: number, data: Record<string, unknown>): LedgerEvent {
  const steps = UPCASTERS[type]?.slice(schema - 1) ?? [];
  return { type, data: steps.reduce((shape, step) => step(shape), data) } as LedgerEvent;
}
