import { expect } from '@jest/globals';
import type { Refusal } from '../errors/refusal.ts';
import type { Decision } from '../shared/result.ts';

/** The pure functions under test. */
type Rules<Command, State, Event> = {
  readonly decide: (command: Command, state: State) => Decision<Event>;
  readonly fold: (events: readonly Event[]) => State;
};

export type Outcome<Event> = {
  /** Exactly these events, in this order; none: there was nothing to do. */
  then(...events: readonly Event[]): void;
  thenRefused(refusal: Refusal): void;
  thenThrows(message: RegExp): void;
};

export type Specification<Command, Event> = (...events: readonly Event[]) => { when(command: Command): Outcome<Event> };

/** A decider's tests read given(events).when(command).then(events). */
export const specification =
  <Command, State, Event>({ decide, fold }: Rules<Command, State, Event>): Specification<Command, Event> =>
  (...events) => ({
    when: (command) => ({
      then: (...expected) => expect(decide(command, fold(events))).toEqual({ ok: true, events: expected }),
      thenRefused: (refusal) => expect(decide(command, fold(events))).toEqual({ ok: false, refusal }),
      thenThrows: (message) => expect(() => decide(command, fold(events))).toThrow(message),
    }),
  });
