import type { UserId } from '../../shared/ids.ts';
import type { HandedOut } from './purse.ts';
import type { Process } from './scheduler.ts';
import type { Spendable } from './truth.ts';
import type { RecallListener, World } from './world.ts';

/** How many steps of its own an asker waits for the answers. */
const RECALL_TURNS = 60;

type Measure = (process: Process) => Spendable;

/** `everyone`: every live process has answered. */
export type Recalled = { readonly handedOut: HandedOut; readonly everyone: boolean };

/**
 * Asks every process that can be reached. Answers whether all that live have answered, and what may still be spent of
 * what was handed out before: of each that has answered, what has run since it was asked; and all that those may spend
 * who have not answered in time, or could not be asked.
 */
export async function recall(world: World, asker: Process, accountId: UserId, measure: Measure): Promise<Recalled> {
  const answered = new Map<RecallListener, HandedOut>();
  const asked = asker.postgresAway
    ? []
    : world.listeners.filter(({ process }) => process.alive && !process.postgresAway);
  for (const listener of asked) {
    const before = measure(listener.process).ended;
    const onAnswer = (): void => {
      const { running, ended } = measure(listener.process);
      answered.set(listener, {
        held: running.held + ended.held - before.held,
        beside: running.beside + ended.beside - before.beside,
      });
    };
    listener.handle(accountId).then(onAnswer, () => undefined);
  }
  const waits = (): boolean => asked.some((listener) => listener.process.alive && !answered.has(listener));
  for (let turn = 0; turn < RECALL_TURNS && waits(); turn += 1) await world.scheduler.turns(asker, 1);
  const handedOut = world.listeners
    .map((listener) => answered.get(listener) ?? unheard(listener, accountId, measure(listener.process).running))
    .reduce(sum, { held: 0, beside: 0 });
  return {
    handedOut,
    everyone: world.listeners.every((listener) => !listener.process.alive || answered.has(listener)),
  };
}

/** As if every process had answered, and nobody was asked: what a mistaken asker takes for done. */
export const answeredAtOnce = (world: World, measure: Measure): Recalled => ({
  handedOut: world.listeners.map(({ process }) => measure(process).running).reduce(sum, { held: 0, beside: 0 }),
  everyone: true,
});

const unheard = ({ process, heldOf }: RecallListener, accountId: UserId, { held, beside }: HandedOut): HandedOut => ({
  held: process.alive ? Math.max(held, heldOf(accountId)) : held,
  beside,
});

const sum = (one: HandedOut, other: HandedOut): HandedOut => ({
  held: one.held + other.held,
  beside: one.beside + other.beside,
});
