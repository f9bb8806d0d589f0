import type { UserId } from '../../shared/ids.ts';
import type { HandedOut } from './purse.ts';
import type { Process } from './scheduler.ts';
import type { RecallListener, World } from './world.ts';

/** How many steps of its own an asker waits for the answers. */
const RECALL_TURNS = 60;

type Running = (process: Process) => HandedOut;

/**
 * Asks every process that can be reached. Answers what may still be spent of what was handed out before: what ran under each when it answered,
 * and all that those may spend who have not answered in time, or could not be asked.
 */
export async function recall(world: World, asker: Process, accountId: UserId, running: Running): Promise<HandedOut> {
  const answered = new Map<RecallListener, HandedOut>();
  const asked = asker.postgresAway ? [] : world.listeners.filter(({ process }) => process.alive && !process.postgresAway);
  for (const listener of asked) {
    listener.handle(accountId).then(() => answered.set(listener, running(listener.process)), () => undefined);
  }
  const waits = (): boolean => asked.some((listener) => listener.process.alive && !answered.has(listener));
  for (let turn = 0; turn < RECALL_TURNS && waits(); turn += 1) await world.scheduler.turns(asker, 1);
  return world.listeners.map((listener) => answered.get(listener) ?? unheard(listener, accountId, running(listener.process))).reduce(sum, { held: 0, beside: 0 });
}

const unheard = ({ process, freeOf }: RecallListener, accountId: UserId, { held, beside }: HandedOut): HandedOut =>
  ({ held: held + (process.alive ? freeOf(accountId) : 0), beside });

const sum = (one: HandedOut, other: HandedOut): HandedOut => ({ held: one.held + other.held, beside: one.beside + other.beside });
