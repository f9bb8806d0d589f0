import { TOKEN_STATUS } from '@ledgate/domain/catalogue/statuses';
import { type Database, execute } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { RELAY_VIEW_MARKS_MAX } from '../limits.ts';
import { noteSpent } from '../channels/spent.ts';
import type { DirectoryKeys } from '../keys/directory-keys.ts';
import { withDirectoryTransaction } from '../transaction.ts';

/**
 * What the relay found out and the directory should keep: written one after the other in the background, each with an audit row. A mark that
 * does not fit in the queue, or cannot be written, is dropped: the next request makes it again.
 */
export class Marks {
  readonly #waiting = new Map<string, () => Promise<void>>();
  #working: Promise<void> | undefined;
  readonly #db: Database;
  readonly #directoryKeys: DirectoryKeys;
  readonly #onError: (error: unknown) => void;

  constructor(db: Database, directoryKeys: DirectoryKeys, onError: (error: unknown) => void) {
    this.#db = db;
    this.#directoryKeys = directoryKeys;
    this.#onError = onError;
  }

  /** `limitVersion`: the limit under which it was found; a token whose limit was set since is left alone. */
  token(tokenId: number, status: number, limitVersion: number | undefined): void {
    this.#add(`token-${tokenId}`, () => markToken(this.#db, tokenId, status, limitVersion));
  }

  /** `keyNumber`: of the key that is spent. */
  spent(channelId: number, keyNumber: number | undefined, reason: string): void {
    this.#add(`channel-${channelId}-${keyNumber}`, async () => {
      await withDirectoryTransaction(this.#db, null, (tx) =>
        noteSpent(tx, this.#directoryKeys, channelId, keyNumber, { ...relayAct, reason }),
      );
    });
  }

  /** Ends when everything that was waiting has been tried. */
  async drained(): Promise<void> {
    await this.#working;
  }

  #add(name: string, write: () => Promise<void>): void {
    if (this.#waiting.has(name) || this.#waiting.size >= RELAY_VIEW_MARKS_MAX) return;
    this.#waiting.set(name, write);
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  async #work(): Promise<void> {
    for (;;) {
      const [next] = this.#waiting;
      if (next === undefined) return;
      const [name, write] = next;
      await write().catch(this.#onError);
      this.#waiting.delete(name);
    }
  }
}

const relayAct = { actorId: null, process: 'relay', requestId: '' } as const;

async function markToken(
  db: Database,
  tokenId: number,
  status: number,
  limitVersion: number | undefined,
): Promise<void> {
  await withDirectoryTransaction(db, null, async (tx) => {
    const found = query('directory.tokens')
      .where({ id: tokenId, status: TOKEN_STATUS.enabled })
      .whereNull('deleted_time');
    if (limitVersion !== undefined) found.where({ limit_version: limitVersion });
    if (status === TOKEN_STATUS.expired)
      found.whereNot({ expired_time: -1 }).where('expired_time', '<=', Math.floor(tx.nowMs / 1_000));
    if ((await execute(tx.client, found.update({ status }))) === 0) return;
    tx.changed('token', tokenId);
    tx.administered({
      ...relayAct,
      action: 'token.mark',
      target: `token-${tokenId}`,
      before: { status: TOKEN_STATUS.enabled },
      after: { status },
      reason: status === TOKEN_STATUS.expired ? 'expired' : 'exhausted',
    });
  });
}
