import type { Refusal } from '../errors/refusal.ts';

/** What a decider answers: the events to append (none when there is nothing to do), or why it refuses. Refusals are values; exceptions are bugs. */
export type Decision<Event> =
  { readonly ok: true; readonly events: readonly Event[] } | { readonly ok: false; readonly refusal: Refusal };

export const accept = <Event>(...events: readonly Event[]): Decision<Event> => ({ ok: true, events });

/** The command is known already, or changes nothing. */
export const nothing: Decision<never> = { ok: true, events: [] };

export const refuse = (refusal: Refusal): Decision<never> => ({ ok: false, refusal });
