import { changeAccount } from '@ledgate/domain/account/account-stream';
import { decide } from '@ledgate/domain/account/decide';
import { isDeletion } from '@ledgate/domain/account/deleted-tokens';
import { initialAccount } from '@ledgate/domain/account/state';
import { takesAway } from '@ledgate/domain/account/takes-away';
import type { Refusal } from '@ledgate/domain/errors/refusal';
import { encode } from '@ledgate/domain/events/codec';
import {
  type EventStore,
  type EventToAppend,
  NO_STREAM,
  type Position,
  type Revision,
} from '@ledgate/domain/ports/event-store';
import { type Faults, NO_FAULTS } from '@ledgate/domain/ports/faults';
import type { LeaseRecalls } from '@ledgate/domain/ports/lease-recalls';
import type { UserId } from '@ledgate/domain/shared/ids';
import type { Database } from '../../shared/database.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { renameCode } from '../codes/codes.ts';
import { OUTBOX_CONFLICTS_MAX } from '../limits.ts';
import { isTokenDeleted } from '../tokens/find.ts';
import { withDirectoryTransaction } from '../transaction.ts';
import type { CodeRenaming, OutboxEntry, RepeatableAccountCommand } from './entry.ts';
import type { OutboxStep } from './fault-points.ts';
import { noteAttempt, noteRevision, outboxRow, type OutboxRow, parkRow, removeRow } from './rows.ts';

export type DrainPorts = {
  readonly store: EventStore;
  readonly db: Database;
  /** As the port has it. */
  readonly recall: LeaseRecalls['recall'];
  readonly faults?: Faults<OutboxStep>;
};

export type Drained =
  /** The events stand in the ledger; no position when another drainer wrote them, or the ledger had them already. */
  | { readonly outcome: 'written'; readonly position: Position | undefined }
  /** Not yet: something before it is missing. It will be tried again. */
  | { readonly outcome: 'waiting'; readonly refusal: Refusal }
  /** Never: the row is parked for a person to look at. */
  | { readonly outcome: 'parked'; readonly reason: string }
  /** Never, and nobody needs to look: an edit that another change of the code came before. Nothing of it was done, and the row is gone. */
  | { readonly outcome: 'overtaken' };

const NO_STREAM_REVISION = -1;

/** The account whose leases must be recalled before the row may go; undefined: it takes nothing away. */
export const debitedAccount = ({ entry }: OutboxRow): UserId | undefined =>
  entry.kind === 'account' && takesAway(entry.command) ? entry.userId : undefined;

/**
 * Appends what one outbox row owes to the ledger, recalls the account's leases where that takes something away (docs/ledger.md#debits), and
 * removes the row: in this order, so that a crash in between recalls twice rather than never. The row stays, and the recall is repeated, until every
 * live relay has answered. Safe to repeat at any point and by several processes at once: the row is removed only after the acknowledgement, and what
 * is repeated is the identical batch at the noted revision, or a command that does nothing the second time. Throws StoreUnavailable when the outcome
 * is unknown, and what `recall` throws; the row then stays.
 */
export async function drainRow(ports: DrainPorts, row: OutboxRow): Promise<Drained> {
  const drained = await appendRow(ports, row);
  if (drained.outcome !== 'written') return drained;
  const accountId = debitedAccount(row);
  if (accountId === undefined || (await ports.recall(accountId))) await endRow(ports, row);
  return drained;
}

/** The first step: appends what the row owes, or parks it. */
export async function appendRow({ store, db }: Pick<DrainPorts, 'store' | 'db'>, row: OutboxRow): Promise<Drained> {
  const { entry } = row;
  const drained = await (entry.kind === 'account'
    ? drainCommand(store, db, row, entry)
    : entry.kind === 'edited'
      ? drainEdited(store, db, row, entry)
      : drainEvents(store, db, row));
  if (drained.outcome === 'parked') await parkRow(db, row.id, drained.reason);
  return drained;
}

/** The last step, after the append and the recall. */
export async function endRow({ db, faults = NO_FAULTS }: DrainPorts, row: OutboxRow): Promise<void> {
  faults.hit('before_OutboxRowRemoved');
  if (row.entry.kind === 'edited') await endEdited(db, row.id, row.entry.renames);
  else await removeRow(db, row.id);
  faults.hit('after_OutboxRowRemoved');
}

async function drainCommand(
  store: EventStore,
  db: Database,
  row: OutboxRow,
  entry: Extract<OutboxEntry, { kind: 'account' }>,
): Promise<Drained> {
  await noteAttempt(db, row.id);
  if (entry.command.type === 'OpenAccount') {
    const decision = decide(entry.command, initialAccount);
    if (!decision.ok) return { outcome: 'parked', reason: decision.refusal.code };
    return created(store, row.stream, encode(decision.events, { ...entry.context, accountId: entry.userId }));
  }
  const changed = await changeAccount(store, entry.userId, () => asOfNow(db, entry.command), entry.context);
  if (changed.ok) return { outcome: 'written', position: changed.position };
  // Its AccountOpened is an earlier row that somebody else is still draining.
  if (changed.refusal.code === 'account_missing') return { outcome: 'waiting', refusal: changed.refusal };
  return { outcome: 'parked', reason: changed.refusal.code };
}

/**
 * A row may come again, or late, when its token is deleted and the account remembers neither: then the limit is older than any, which does nothing. Asked
 * for each decision after the account was read: a deletion that the account has heard of stands in the directory, and one that it hears of later makes
 * the append fail.
 */
async function asOfNow(db: Database, command: RepeatableAccountCommand): Promise<RepeatableAccountCommand> {
  if (command.type !== 'SetTokenLimit' || isDeletion(command)) return command;
  return (await isTokenDeleted(db, command.tokenId)) ? { ...command, version: 0 } : command;
}

/** At NO_STREAM and nowhere else: the repeated batch is recognised, another one was there before. */
async function created(store: EventStore, stream: string, events: readonly EventToAppend[]): Promise<Drained> {
  const outcome = await store.append(stream, NO_STREAM, events);
  if (outcome.outcome === 'appended') return { outcome: 'written', position: outcome.position };
  return { outcome: 'parked', reason: `the stream exists already, at ${outcome.actual}` };
}

async function drainEdited(
  store: EventStore,
  db: Database,
  row: OutboxRow,
  { stream, at, events }: Extract<OutboxEntry, { kind: 'edited' }>,
): Promise<Drained> {
  await noteAttempt(db, row.id);
  const outcome = await store.append(stream, at, events);
  if (outcome.outcome === 'appended') return { outcome: 'written', position: outcome.position };
  await removeRow(db, row.id);
  return { outcome: 'overtaken' };
}

/** Of two that end it, the one that takes the row away renames the code. */
async function endEdited(db: Database, rowId: number, { codeId, name, ...by }: CodeRenaming): Promise<void> {
  await withDirectoryTransaction(db, null, async (tx) => {
    if ((await removeRow(tx.client, rowId)) === 0) return;
    const renamed = await renameCode(tx, codeId, name);
    const fields = renamed && changedFields(renamed.before, renamed.after);
    if (fields === undefined || Object.keys(fields.after).length === 0) return;
    tx.administered({ ...by, ...fields, action: 'redemption.rename', target: `code-${codeId}`, reason: '' });
  });
}

async function drainEvents(store: EventStore, db: Database, first: OutboxRow): Promise<Drained> {
  let row: OutboxRow | undefined = first;
  for (let conflicts = 0; conflicts < OUTBOX_CONFLICTS_MAX; conflicts += 1) {
    if (row === undefined) return { outcome: 'written', position: undefined };
    const { entry, stream, expectedRevision } = row;
    if (entry.kind !== 'events') throw new Error(`outbox row ${row.id} changed its kind`);
    if (entry.creates) return created(store, stream, entry.events);
    if (expectedRevision !== null) {
      const expected = expectedRevision === NO_STREAM_REVISION ? NO_STREAM : (expectedRevision as Revision);
      const outcome = await store.append(stream, expected, entry.events);
      if (outcome.outcome === 'appended') return { outcome: 'written', position: outcome.position };
    }
    // Never tried, or a conflict there, which proves that it was never written.
    await noteRevision(db, row, await lastRevision(store, stream));
    row = await outboxRow(db, row.id);
  }
  throw new Error(`outbox row ${first.id}: ${OUTBOX_CONFLICTS_MAX} conflicts in a row`);
}

export async function lastRevision(store: EventStore, stream: string): Promise<number> {
  const [last] = await store.readStreamBackwards(stream, 1);
  return last?.revision ?? NO_STREAM_REVISION;
}
