import {
  type EventStore,
  type ExpectedRevision,
  NO_STREAM,
  type Position,
  type Revision,
} from '../ports/event-store.ts';
import type { Decision } from '../shared/result.ts';
import { decode, encode, type EventContext } from './codec.ts';
import type { LedgerEvent } from './ledger-event.ts';

const PAGE_EVENTS = 250;
/** Conflicts in a row after which a command gives up: every one means that somebody else's append succeeded. */
const CONFLICTS_MAX = 200;

/** The three pure functions that rule one kind of stream. For streams short enough to be read from their beginning each time. */
export type Decider<Command, State, Event extends LedgerEvent> = {
  readonly decide: (command: Command, state: State) => Decision<Event>;
  readonly evolve: (state: State, event: Event) => State;
  readonly initial: State;
};

/** A stream's fold, and the revision that an append must state. */
export type Loaded<State> = { readonly state: State; readonly revision: ExpectedRevision };

export type StreamChange<State, Event> =
  | {
      readonly ok: true;
      readonly state: State;
      readonly events: readonly Event[];
      /** Of the last event; undefined when nothing was to do. */ readonly position: Position | undefined;
    }
  | (Extract<Decision<never>, { ok: false }> & { readonly state: State });

/** Reads a stream to its end, from where `known` stands. */
export async function loadStream<Command, State, Event extends LedgerEvent>(
  store: EventStore,
  stream: string,
  decider: Decider<Command, State, Event>,
  known: Loaded<State> = { state: decider.initial, revision: NO_STREAM },
): Promise<Loaded<State>> {
  let { state, revision } = known;
  for (;;) {
    const page = await store.readStream(stream, (revision === NO_STREAM ? 0 : revision + 1) as Revision, PAGE_EVENTS);
    for (const recorded of page) {
      state = decider.evolve(state, decode<Event>(recorded).event);
      revision = recorded.revision;
    }
    if (page.length < PAGE_EVENTS) return { state, revision };
  }
}

/**
 * Loads, decides and appends at the exact revision; a conflict loads and decides again. `known` saves reading what has
 * been folded already. Throws StoreUnavailable when the outcome is unknown: the same call with the same
 * `context.commandId` may follow only if the command is a no-op the second time.
 */
export async function changeStream<Command, State, Event extends LedgerEvent>(
  store: EventStore,
  stream: string,
  decider: Decider<Command, State, Event>,
  command: Command,
  context: EventContext,
  known?: Loaded<State>,
): Promise<StreamChange<State, Event>> {
  let loaded = await loadStream(store, stream, decider, known);
  for (let conflicts = 0; conflicts < CONFLICTS_MAX; conflicts += 1) {
    const { state, revision } = loaded;
    const decision = decider.decide(command, state);
    if (!decision.ok) return { ...decision, state };
    const { events } = decision;
    if (events.length === 0) return { ok: true, state, events, position: undefined };
    const outcome = await store.append(stream, revision, encode(events, context));
    if (outcome.outcome === 'appended')
      return { ok: true, state: events.reduce(decider.evolve, state), events, position: outcome.position };
    loaded = await loadStream(store, stream, decider, loaded);
  }
  throw new Error(`${stream}: ${CONFLICTS_MAX} conflicts in a row`);
}
