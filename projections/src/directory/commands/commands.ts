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
export async function checkCommand(db: Queryable, { id, contentHash }: AskedCommand): Promise<void> {
  const noted = await maybeRow<{ contentHash: string }>(
    db,
    query('directory.commands').select('content_hash as contentHash').where({ id }),
  );
  if (noted !== undefined && noted.contentHash !== contentHash) throw new CommandIdReused(id);
}

/**
 * Notes the command in the transaction of its change. Answers false when it stands there already: then the change was made, or is being brought to
 * the ledger. Of two calls in one moment the second waits for the first one's end. Throws CommandIdReused.
 */
export async function noteCommand({ client, nowMs }: DirectoryTransaction, command: AskedCommand): Promise<boolean> {
  const added = await execute(
    client,
    query('directory.commands')
      .insert({ id: command.id, content_hash: command.contentHash, noted_time: Math.floor(nowMs / 1_000) })
      .onConflict('id')
      .ignore(),
  );
  if (added > 0) return true;
  await checkCommand(client, command);
  return false;
}
