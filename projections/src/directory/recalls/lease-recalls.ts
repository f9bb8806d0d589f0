import { randomUUID } from 'node:crypto';
import { type LeaseRecalls, RECALL_TIMEOUT_MS } from '@ledgate/domain/ports/lease-recalls';
import type { UserId } from '@ledgate/domain/shared/ids';
import { type Database, rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { RECALL_POLL_MS } from '../limits.ts';
import type { Notifications } from '../notifications.ts';
import { signalled } from '../wait.ts';
import { coalesced } from './coalesced.ts';
import { type Answer, answerOf, type Question, questionOf, RECALL, RECALLED } from './messages.ts';

type Options = {
  readonly pool: Database;
  readonly notifications: Notifications;
  /** The id that this process's tills carry; another id where the process is no relay. */
  readonly relayId: string;
  /** A handler that failed: its relay has not answered, or this process's leases were not lowered. Or a message that cannot be read. */
  readonly onError: (error: unknown) => void;
  /** How long a recall waits for handlers and relays; RECALL_TIMEOUT_MS by default. */
  readonly timeoutMs?: number;
};

/**
 * Recalls over Postgres (docs/ledger.md#recalls). This process's own handler is called directly; other relays, as far as they have
 * heartbeat rows, are asked by NOTIFY and answer when their handler is done. A relay whose rows vanish need not answer.
 *
 * Calls for one account share one run, but never a run that began before the call: a debit's recall must begin after its append.
 */
export function createLeaseRecalls({
  pool,
  notifications,
  relayId,
  onError,
  timeoutMs = RECALL_TIMEOUT_MS,
}: Options): LeaseRecalls {
  const handlers = new Set<(accountId: UserId) => Promise<void>>();
  /** Ends when every handler has: one that failed says so only then, so that none is left running behind an ended recall. */
  const handled = async (accountId: UserId): Promise<void> => {
    const ends = await Promise.allSettled([...handlers].map((handle) => handle(accountId)));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  };

  notifications.listen(RECALL, (payload) => {
    const question = questionOf(payload);
    if (question === undefined) return onError(new Error(`no question about a lease on ${RECALL}: ${payload}`));
    const { recallId, accountId, from } = question;
    if (from === relayId || handlers.size === 0) return;
    const answer: Answer = { recallId, relayId };
    handled(accountId)
      .then(() => notifications.notify(RECALLED, JSON.stringify(answer)))
      .catch(onError);
  });

  const recall = coalesced(async (accountId: UserId) => {
    const complain = (error: unknown): false => {
      onError(error);
      return false;
    };
    const own = handled(accountId).then(() => true, complain);
    const others = askOthers({ pool, notifications, relayId, onError, timeoutMs }, accountId).catch(complain);
    const [isOwnLowered, haveOthersAnswered] = await Promise.all([inTime(own, timeoutMs), inTime(others, timeoutMs)]);
    return isOwnLowered && haveOthersAnswered;
  });

  return {
    recall,
    onRecall: (handle) => {
      handlers.add(handle);
      return () => void handlers.delete(handle);
    },
  };
}

/** False where `done` has not ended in time, whatever it waits for. */
async function inTime(done: Promise<boolean>, timeoutMs: number): Promise<boolean> {
  let isDone = false;
  await signalled((ended) => {
    void done.then((value) => {
      isDone = value;
      ended();
    });
    return () => undefined;
  }, timeoutMs);
  return isDone;
}

/** Answers whether all have answered whose rows are still there. */
async function askOthers(
  { pool, notifications, relayId, onError, timeoutMs }: Required<Options>,
  accountId: UserId,
): Promise<boolean> {
  let awaited = await otherRelays(pool, relayId, timeoutMs);
  if (awaited.length === 0) return true;
  const recallId = randomUUID();
  const deadline = performance.now() + timeoutMs;
  const answered = new Set<string>();
  let wake = (): void => undefined;
  const stop = notifications.listen(RECALLED, (payload) => {
    const answer = answerOf(payload);
    if (answer === undefined) return onError(new Error(`no answer to a recall on ${RECALLED}: ${payload}`));
    if (answer.recallId !== recallId) return;
    answered.add(answer.relayId);
    wake();
  });
  try {
    const question: Question = { recallId, accountId, from: relayId };
    await notifications.notify(RECALL, JSON.stringify(question));
    for (;;) {
      awaited = awaited.filter((relay) => !answered.has(relay));
      const leftMs = deadline - performance.now();
      if (awaited.length === 0 || leftMs <= 0) return awaited.length === 0;
      await signalled(
        (resolve) => {
          wake = resolve;
          return () => undefined;
        },
        Math.min(RECALL_POLL_MS, leftMs),
      );
      if (awaited.some((relay) => !answered.has(relay))) {
        const live = new Set(await otherRelays(pool, relayId, timeoutMs));
        awaited = awaited.filter((relay) => live.has(relay));
      }
    }
  } finally {
    stop();
  }
}

async function otherRelays(pool: Database, relayId: string, answerMaxMs: number): Promise<readonly string[]> {
  const found = await rows<{ relayId: string }>(
    pool,
    query('directory.tills').distinct('relay_id as relayId').whereNot({ relay_id: relayId }),
    answerMaxMs,
  );
  return found.map((row) => row.relayId);
}
