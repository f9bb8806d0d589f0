import type { Position } from '@ledgate/domain/ports/event-store';
import { z } from 'zod';
import { type Database, execute, maybeRow } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import type { Notifications } from '../notifications.ts';
import { NOTIFY } from '../../shared/sql.ts';

/** What the last verification of the books has found, whichever process made it. */
export type StoredVerification = {
  readonly atMs: number;
  readonly ok: boolean;
  /** Of the ledger, up to which all was compared. */
  readonly position: Position;
  readonly differences: readonly string[];
};

/** NOTIFY channel: the books were verified. */
const VERIFIED = 'ledgate_verified';
/** Differences that are kept; the others are in the log of who found them. */
const DIFFERENCES_KEPT_MAX = 100;

const textsSchema = z.array(z.string());

export async function saveVerification(
  db: Database,
  { atMs, ok, position, differences }: StoredVerification,
): Promise<void> {
  const found = { at_ms: atMs, ok, position, differences: JSON.stringify(differences.slice(0, DIFFERENCES_KEPT_MAX)) };
  await execute(
    db,
    query('directory.verifications')
      .insert({ single: true, ...found })
      .onConflict('single')
      .merge(),
  );
  await execute(db, query.raw(NOTIFY, [VERIFIED, '']));
}

export async function lastVerification(db: Database): Promise<StoredVerification | undefined> {
  const found = await maybeRow<Omit<StoredVerification, 'differences'> & { readonly differences: unknown }>(
    db,
    query('directory.verifications').select({ atMs: 'at_ms' }, 'ok', 'position', 'differences'),
  );
  return found === undefined ? undefined : { ...found, differences: textsSchema.parse(found.differences) };
}

/** The last verification, kept up to date by notifications. `onError`: it could not be read; the next one is. */
export function watchVerification({
  pool,
  notifications,
  onError,
}: {
  readonly pool: Database;
  readonly notifications: Notifications;
  readonly onError: (error: unknown) => void;
}): { readonly last: () => StoredVerification | undefined; readonly stop: () => void } {
  let last: StoredVerification | undefined;
  const read = (): void =>
    void lastVerification(pool)
      .then((found) => {
        last = found;
      })
      .catch(onError);
  const ends = [notifications.listen(VERIFIED, read), notifications.onConnected(read)];
  read();
  return {
    last: () => last,
    stop: () => {
      for (const end of ends) end();
    },
  };
}
