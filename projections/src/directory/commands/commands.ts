import { execute, maybeRow, type Queryable } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { sha256Hex } from '../random-text.ts';
import type { DirectoryTransaction } from '../transaction.ts';

/** What a caller asks for under an id of his own: sent again, it is the same command and not a second one. */
export type AskedCommand = { readonly id: string; readonly contentHash: string };

/** @param content all that says what is asked for, by whom and of whom, always in the same order; never a secret */
export const askedCommand = (id: string, content: readonly (string | number | boolean | null)[]): AskedCommand => ({
  id: id.toLowerCase(),
  contentHash: sha256Hex(JSON.stringify(content)),
});

/** The id was used before to ask for something else: nothing is changed. An expected refusal. */
export class CommandIdReused extends Error {
  override readonly name = 'CommandIdReused';
  constructor(id: string) {
    super(`command id ${id} was used for something else`);
  }
}

/** Throws CommandIdReused. */
export async function checkCommand(db: Queryable, command: AskedCommand): Promise<void> {
  await notedTime(db, command);
}

/** In Unix seconds; undefined when nobody has asked for it yet. Throws CommandIdReused. */
async function notedTime(db: Queryable, { id, contentHash }: AskedCommand): Promise<number | undefined> {
  const noted = await maybeRow<{ contentHash: string; notedTime: number }>(
    db,
    query('directory.commands').select('content_hash as contentHash', 'noted_time as notedTime').where({ id }),
  );
  if (noted !== undefined && noted.contentHash !== contentHash) throw new CommandIdReused(id);
  return noted?.notedTime;
}

/** `notedMs`: when the command was first asked for, in Unix milliseconds of a full second, by the clock of who noted it. */
type NotedCommand = { readonly isFirst: boolean; readonly notedMs: number };

/**
 * Notes the command in the transaction of its change. It is not the first when it stands there already: then the change was made, or is being
 * brought to the ledger. Of two calls in one moment the second waits for the first one's end. Throws CommandIdReused.
 */
export async function noteCommand(
  { client, nowMs }: DirectoryTransaction,
  command: AskedCommand,
): Promise<NotedCommand> {
  const nowS = Math.floor(nowMs / 1_000);
  const added = await execute(
    client,
    query('directory.commands')
      .insert({ id: command.id, content_hash: command.contentHash, noted_time: nowS })
      .onConflict('id')
      .ignore(),
  );
  if (added > 0) return { isFirst: true, notedMs: nowS * 1_000 };
  const notedS = await notedTime(client, command);
  if (notedS === undefined) throw new Error(`command ${command.id} is noted and cannot be found`);
  return { isFirst: false, notedMs: notedS * 1_000 };
}
