import type { UserId } from '@ledgate/domain/shared/ids';
import { OUTBOX_RECALLS_AT_ONCE_MAX } from '../limits.ts';
import { debitedAccount, type DrainPorts, endRow } from './drain-row.ts';
import type { OutboxRow } from './rows.ts';

type Told = { readonly onWaiting: (row: OutboxRow) => void; readonly onError: (error: unknown) => void };

/**
 * Recalls the leases of every account that these rows have taken something from, once each, and ends their rows; those of an account whose recall not
 * every live relay has answered stay, and are told to `onWaiting`. Takes at most RECALL_TIMEOUT_MS for each OUTBOX_RECALLS_AT_ONCE_MAX accounts.
 * Answers how many rows are gone. Rejects never.
 */
export async function endDebits(
  ports: DrainPorts,
  rows: readonly OutboxRow[],
  { onWaiting, onError }: Told,
): Promise<number> {
  const accounts = [...new Set(rows.map(debitedAccount))].filter((accountId) => accountId !== undefined);
  let ended = 0;
  for (let at = 0; at < accounts.length; at += OUTBOX_RECALLS_AT_ONCE_MAX) {
    await Promise.all(
      accounts.slice(at, at + OUTBOX_RECALLS_AT_ONCE_MAX).map(async (accountId) => {
        const owed = rows.filter((row) => debitedAccount(row) === accountId);
        try {
          if (!(await everyoneAnswered(ports, accountId, owed, onWaiting))) return;
          for (const row of owed) {
            await endRow(ports, row);
            ended += 1;
          }
        } catch (error) {
          onError(error);
        }
      }),
    );
  }
  return ended;
}

async function everyoneAnswered(
  { recall }: DrainPorts,
  accountId: UserId,
  owed: readonly OutboxRow[],
  onWaiting: Told['onWaiting'],
): Promise<boolean> {
  let isAnswered = false;
  try {
    isAnswered = await recall(accountId);
  } finally {
    if (!isAnswered) owed.forEach(onWaiting);
  }
  return isAnswered;
}
