import { changeBooks } from '@ledgate/domain/books/books-stream';
import type { Clock } from '@ledgate/domain/ports/clock';
import { firstRootId } from '@ledgate/projections/directory/users/find';
import { cleanedBefore } from '@ledgate/projections/queries/log-range';
import { LOG_KEEPING_PERIOD_MS } from '../limits.ts';
import type { ApiPorts } from '../ports.ts';
import { createRounds, type Rounds } from '../rounds.ts';

type KeeperPorts = Pick<ApiPorts, 'db' | 'store' | 'log'> & {
  readonly view: { readonly options: Pick<ApiPorts['view']['options'], 'LogKeepDays'> };
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly periodMs?: number;
};

const ACTOR = 'worker-logs';
const MS = 1_000;
const DAY_MS = 86_400_000;

/** The oldest rows that are kept for so many days: a day of UTC goes as a whole. Unix milliseconds. */
export const keptFromMs = (days: number, nowMs: number): number => nowMs - (nowMs % DAY_MS) - days * DAY_MS;

/**
 * Cleans the log each day of what is older than LogKeepDays (docs/behaviour.md#logs), in root's name. Any number of processes may run one: a day is one
 * command, and a time that is not later than the one before changes nothing.
 */
export function createLogKeeper({
  db,
  store,
  view,
  clock,
  log,
  periodMs = LOG_KEEPING_PERIOD_MS,
}: KeeperPorts): Rounds {
  async function look(): Promise<void> {
    const days = view.options.LogKeepDays;
    const nowMs = clock.nowMs();
    const beforeMs = keptFromMs(days, nowMs);
    if (days === 0 || beforeMs <= 0) return;
    const actorId = await firstRootId(db);
    if (actorId === undefined) return;
    const commandId = `keep-logs-${beforeMs}`;
    const command = { type: 'CleanLogs', beforeMs, nowMs, actorId } as const;
    const context = { commandId, correlationId: commandId, occurredAtMs: nowMs, actor: ACTOR };
    const change = await changeBooks(store, command, context);
    if (!change.ok) throw new Error(`the log could not be cleaned: ${change.refusal.code}`);
    if (change.events.length > 0) log.info({ beforeMs, days }, 'the log was cleaned of what is not kept any longer');
  }
  return createRounds({
    look,
    periodMs,
    onError: (error) => log.warn({ err: error }, 'the log could not be cleaned of what is not kept any longer'),
  });
}

/** Whether rows stand that LogKeepDays says are not kept: for a while each day, until the worker has looked. */
export const isCleaningDue = async (
  { db, view }: Pick<KeeperPorts, 'db' | 'view'>,
  nowMs: number,
): Promise<boolean> => {
  const days = view.options.LogKeepDays;
  return days > 0 && (await cleanedBefore(db)) * MS < keptFromMs(days, nowMs);
};
