import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { changeAccount, loadAccount } from '@ledgate/domain/account/account-stream';
import { deletionOf, DELETED_TOKENS_KEPT, LAST_LIMIT_VERSION } from '@ledgate/domain/account/deleted-tokens';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { tokenId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { query } from '../../shared/query.ts';
import { execute } from '../../shared/database.ts';
import { drainOutbox, drainOwn } from '../outbox/drain.ts';
import type { OwedRow } from '../outbox/enqueue.ts';
import type { TokenRow, UserRow } from '../rows.ts';
import {
  accountEventsOf,
  addToken,
  addUser,
  type DirectoryFixture,
  openDirectory,
} from '../testing/directory-fixture.ts';
import { withDirectoryTransaction } from '../transaction.ts';
import { deleteToken, sweepDeletedTokens } from './update.ts';

const asker = { actor: 'user-1', requestId: 'r1' };
const recall = () => Promise.reject(new Error('nothing is taken away'));

describe('the deletion of a token', () => {
  let directory: DirectoryFixture;
  let ann: UserRow;
  let token: TokenRow;
  beforeEach(async () => {
    directory = await openDirectory();
    ann = await addUser(directory.pool, { username: 'ann' });
    await drainAll();
    token = await addToken(directory.pool, { userId: ann.id, limit: quota(100) });
  });
  afterEach(() => directory.close());

  const ports = (store: EventStore = directory.store) => ({ store, db: directory.pool, recall });
  const drainAll = (store?: EventStore) =>
    drainOutbox({
      ...ports(store),
      recall: () => Promise.resolve(true),
      ageMs: 0,
      onParked: ({ reason }) => {
        throw new Error(reason);
      },
      onError: (error) => {
        throw error;
      },
    });
  const deleted = async (): Promise<readonly OwedRow[]> =>
    (await withDirectoryTransaction(directory.pool, null, (tx) => deleteToken(tx, directory.keys, token, asker))).owed;
  const versions = async () =>
    (await accountEventsOf(directory.store, ann.id)).flatMap(({ data }) =>
      'tokenId' in data && data.tokenId === token.id && 'version' in data ? [data.version] : [],
    );
  /** So many others that the account does not remember this one. */
  const forgotten = async (): Promise<void> => {
    for (let other = 0; other <= DELETED_TOKENS_KEPT; other += 1) {
      const context = { commandId: `other-${other}`, correlationId: 'r1', occurredAtMs: 0, actor: 'user-1' };
      await changeAccount(directory.store, ann.id, deletionOf(tokenId(1_000 + other)), context);
    }
    expect(await loadAccount(directory.store, ann.id)).toMatchObject({ tokens: new Map() });
    const account = await loadAccount(directory.store, ann.id);
    expect(account.status !== 'missing' && account.deletedTokens.has(token.id)).toBe(false);
  };

  it('is told to the account, once, and recalls nothing', async () => {
    await drainAll();
    const owed = await deleted();
    expect(await drainOwn(ports(), owed)).toMatchObject({ parked: [], written: [{ stream: `account-${ann.id}` }] });
    await drainAll();
    expect(await versions()).toEqual([1, LAST_LIMIT_VERSION]);
    expect(await loadAccount(directory.store, ann.id)).toMatchObject({ tokens: new Map() });
  });

  it('is told by whoever drains, when the process ends before it has', async () => {
    await deleted();
    await drainAll();
    expect(await versions()).toEqual([LAST_LIMIT_VERSION]);
  });

  it('is not undone by a limit that comes later, when the account remembers neither', async () => {
    await drainOwn(ports(), await deleted());
    await forgotten();
    await drainAll();
    expect(await versions()).toEqual([LAST_LIMIT_VERSION]);
  });

  it('is not undone by a limit that was under way', async () => {
    let interfered = false;
    const store: EventStore = Object.assign(Object.create(directory.store) as EventStore, {
      readStream: directory.store.readStream.bind(directory.store),
      readStreamBackwards: directory.store.readStreamBackwards.bind(directory.store),
      append: async (...given: Parameters<EventStore['append']>) => {
        if (!interfered) {
          interfered = true;
          await drainOwn(ports(), await deleted());
          await forgotten();
        }
        return directory.store.append(...given);
      },
    });
    await drainAll(store);
    expect([interfered, await versions()]).toEqual([true, [LAST_LIMIT_VERSION]]);
  });

  it('is told once by the sweep where a release did not tell it', async () => {
    await drainAll();
    await execute(directory.pool, query('directory.tokens').where({ id: token.id }).update({ deleted_time: 1 }));
    expect([await sweepDeletedTokens(directory.pool), await sweepDeletedTokens(directory.pool)]).toEqual([1, 0]);
    await drainAll();
    expect(await versions()).toEqual([1, LAST_LIMIT_VERSION]);
  });
});
