import type { UserId } from '@ledgate/domain/shared/ids';
import { execute, maybeRow, type Queryable } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { type KeyRing, MasterKeyMissing } from '../keys/key-ring.ts';
import { MADE_COMMANDS_KEPT_S, MADE_COMMANDS_SWEPT_ROWS } from '../limits.ts';
import type { DirectoryTransaction } from '../transaction.ts';
import { CommandIdReused } from './commands.ts';
import { NOTE, SWEEP } from './sql.ts';

/** What a caller asks to be made under an id of his own: for a day the same id makes nothing again. `content`: all that is asked for; it may hold secrets. */
export type MakingCommand = { readonly userId: UserId; readonly id: string; readonly content: string };

type Row = { readonly masterKey: string; readonly contentHash: Buffer; readonly madeIds: readonly number[] };

const MS = 1_000;
const overBefore = (nowMs: number): number => Math.floor(nowMs / MS) - MADE_COMMANDS_KEPT_S;
const own = ({ userId, id }: MakingCommand) =>
  query('directory.made_commands').where({ user_id: userId, command_id: id.toLowerCase() });

/** The ids of what was made under it, in their order; undefined when nothing was yet, or a day ago. Throws CommandIdReused. */
export async function madeBefore(
  db: Queryable,
  ring: KeyRing,
  command: MakingCommand,
  nowMs: number,
): Promise<readonly number[] | undefined> {
  const row = await maybeRow<Row>(
    db,
    own(command)
      .select({ masterKey: 'master_key', contentHash: 'content_hash', madeIds: 'made_ids' })
      .where('made_time', '>=', overBefore(nowMs)),
  );
  if (row !== undefined && !isSame(ring, row, command.content)) throw new CommandIdReused(command.id);
  return row?.madeIds;
}

/**
 * Runs `make` in the transaction unless something was made under the id before: with both or neither. Answers the ids of what was made, by this call or
 * before. Of two calls in one moment the second waits for the first one's end. Throws CommandIdReused.
 */
export async function makeOnce(
  { client, nowMs }: DirectoryTransaction,
  ring: KeyRing,
  command: MakingCommand,
  make: () => Promise<readonly number[]>,
): Promise<{ readonly ids: readonly number[]; readonly isFirst: boolean }> {
  const { userId, id, content } = command;
  const hash = ring.contentHash(ring.newest, content);
  const values = [userId, id.toLowerCase(), ring.newest, hash, Math.floor(nowMs / MS), overBefore(nowMs)];
  if ((await maybeRow(client, { text: NOTE, values })) === undefined) {
    const ids = await madeBefore(client, ring, command, nowMs);
    if (ids === undefined) throw new Error(`command ${id} is known and cannot be found`);
    return { ids, isFirst: false };
  }
  const ids = await make();
  await execute(client, own(command).update({ made_ids: JSON.stringify(ids) }));
  return { ids, isFirst: true };
}

/** Takes away what is older than it is kept, some rows a statement, until nothing is left. Answers how many. */
export async function sweepMadeCommands(db: Queryable, nowS: number): Promise<number> {
  let swept = 0;
  for (;;) {
    const gone = await execute(db, { text: SWEEP, values: [nowS - MADE_COMMANDS_KEPT_S, MADE_COMMANDS_SWEPT_ROWS] });
    swept += gone;
    if (gone < MADE_COMMANDS_SWEPT_ROWS) return swept;
  }
}

/** What was noted under a master key that is gone cannot be compared, and is taken for something else: nothing is made twice. */
function isSame(ring: KeyRing, { masterKey, contentHash }: Row, content: string): boolean {
  try {
    return ring.contentHash(masterKey, content).equals(contentHash);
  } catch (error) {
    if (error instanceof MasterKeyMissing) return false;
    throw error;
  }
}
