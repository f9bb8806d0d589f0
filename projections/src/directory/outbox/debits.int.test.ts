import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import type { SourceId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { OUTBOX_TOLD_EVERY_ATTEMPTS } from '../limits.ts';
import {
  accountEventsOf,
  addUser,
  type DirectoryFixture,
  failingOnce,
  openDirectory,
} from '../testing/directory-fixture.ts';
import { withDirectoryTransaction } from '../transaction.ts';
import { drainOutbox, drainOwn } from './drain.ts';
import type { DrainPorts } from './drain-row.ts';
import type { OwedRow } from './enqueue.ts';
import { outboxFigures } from './figures.ts';
import type { RepeatableAccountCommand } from './entry.ts';

const actorId = 1 as UserId;
const adjusted = (delta: number) =>
  ({ type: 'AdjustQuota', delta: quota(delta), actorId, reason: 'a test', source: 'adjust-1' as SourceId }) as const;
const set = (balance: number, delta: number) =>
  ({
    ...adjusted(delta),
    absolute: { balance: quota(balance), tillCharges: quota(0) },
    source: 'balance-1' as SourceId,
  }) as const;
const limited = (limit: number | null) =>
  ({ type: 'SetTokenLimit', tokenId: 5 as TokenId, limit: limit === null ? null : quota(limit), version: 1 }) as const;

/** What takes away: the event that it leads to. */
const DEBITS: readonly (readonly [string, RepeatableAccountCommand])[] = [
  ['QuotaAdjusted', adjusted(-40)],
  ['QuotaAdjusted', set(60, -40)],
  ['TokenLimitSet', limited(9)],
  ['AccountClosed', { type: 'CloseAccount', actorId }],
];

describe('a debit that the directory owes to the ledger', () => {
  let directory: DirectoryFixture;
  let userId: UserId;
  beforeEach(async () => {
    directory = await openDirectory();
    userId = (await addUser(directory.pool, { username: 'ann' })).id;
    await drained();
  });
  afterEach(() => directory.close());

  const owe = async (command: RepeatableAccountCommand, of = userId): Promise<readonly OwedRow[]> =>
    (
      await withDirectoryTransaction(directory.pool, null, (tx) =>
        tx.toLedger({
          kind: 'account',
          userId: of,
          command,
          context: { commandId: `c-${of}`, correlationId: 'r1', occurredAtMs: 1_700_000_000_000, actor: 'user-1' },
        }),
      )
    ).owed;
  const ports = (recall: DrainPorts['recall'], store: EventStore = directory.store): DrainPorts => ({
    store,
    db: directory.pool,
    recall,
  });
  const drained = (
    recall: DrainPorts['recall'] = () => Promise.resolve(true),
    onError = (error: unknown): void => {
      throw error;
    },
  ) =>
    drainOutbox({
      ...ports(recall),
      ageMs: 0,
      onParked: () => {
        throw new Error('parked');
      },
      onError,
    });
  const events = async (of = userId): Promise<readonly string[]> =>
    (await accountEventsOf(directory.store, of)).map(({ type }) => type).slice(1);
  const openRows = async (): Promise<number> =>
    (await rows(directory.pool, query('directory.outbox').select('id'))).length;

  /** A recall that notes what stood at its beginning: the account's events, and how many rows were open. */
  function watched(): { readonly seen: unknown[]; readonly recall: DrainPorts['recall'] } {
    const seen: unknown[] = [];
    return { seen, recall: async (of) => seen.push([await events(of), await openRows()]) > 0 };
  }

  it.each(DEBITS)(
    'is followed by a recall between %s and the end of its row, by its command and by the drainer',
    async (type, command) => {
      for (const drain of [drainOwnRows, drainedBy]) {
        const { seen, recall } = watched();
        const of = (await addUser(directory.pool, { username: `user-of-${drain.name}` })).id;
        await drained();
        await drain(await owe(command, of), recall);
        expect(seen).toEqual([[[type], 1]]);
        expect(await openRows()).toBe(0);
      }
    },
  );
  const drainOwnRows = async (ids: readonly OwedRow[], recall: DrainPorts['recall']): Promise<unknown> =>
    drainOwn(ports(recall), ids);
  const drainedBy = async (_ids: readonly OwedRow[], recall: DrainPorts['recall']): Promise<unknown> => drained(recall);

  it.each([
    ['QuotaAdjusted', adjusted(40)],
    ['TokenLimitSet', limited(null)],
  ] as const)('needs no recall when it takes nothing away: %s', async (type, command) => {
    const { seen, recall } = watched();
    await owe(command);
    await drained(recall);
    expect([seen, await events()]).toEqual([[], [type]]);
  });

  describe.each(DEBITS)('%s', (type, command) => {
    it.each(['before', 'after'] as const)(
      'is recalled after all when its command is cut off %s the append',
      async (moment) => {
        const { seen, recall } = watched();
        await expect(drainOwn(ports(recall, failingOnce(directory.store, moment)), await owe(command))).rejects.toThrow(
          'cut off',
        );
        expect(seen).toEqual([]);
        await drained(recall);
        expect([seen, await openRows()]).toEqual([[[[type], 1]], 0]);
      },
    );

    it('is recalled after all, and written once, when its command dies between the append and the recall', async () => {
      const { seen, recall } = watched();
      await expect(
        drainOwn(
          ports(() => Promise.reject(new Error('dead'))),
          await owe(command),
        ),
      ).rejects.toThrow('dead');
      expect([await events(), await openRows()]).toEqual([[type], 1]);
      await drained(recall);
      expect([seen, await openRows()]).toEqual([[[[type], 1]], 0]);
    });

    it('is recalled once more when its command dies between the recall and the end of its row', async () => {
      const { seen, recall } = watched();
      const dying: DrainPorts['recall'] = (of) => recall(of).then(() => Promise.reject(new Error('dead')));
      await expect(drainOwn(ports(dying), await owe(command))).rejects.toThrow('dead');
      await drained(recall);
      expect([seen, await events(), await openRows()]).toEqual([
        [
          [[type], 1],
          [[type], 1],
        ],
        [type],
        0,
      ]);
    });
  });

  it('is written once and recalled when its command and a drainer bring it at once', async () => {
    const { seen, recall } = watched();
    const ids = await owe(adjusted(-40));
    await Promise.all([drainOwn(ports(recall), ids), drained(recall), drained(recall)]);
    expect(await events()).toEqual(['QuotaAdjusted']);
    expect(seen.length).toBeGreaterThan(0);
    expect(await openRows()).toBe(0);
  });

  it('is recalled again until every live relay has answered, and holds up nothing behind it', async () => {
    const { seen, recall } = watched();
    const silent: DrainPorts['recall'] = (of) => recall(of).then(() => false);
    expect(await drainOwn(ports(silent), await owe(adjusted(-40)))).toMatchObject({
      written: [{ stream: `account-${userId}` }],
    });
    await owe(limited(null));
    await drained(silent);
    expect([seen.length, await events(), await openRows()]).toEqual([2, ['QuotaAdjusted', 'TokenLimitSet'], 1]);
    await drained(recall);
    expect([seen.length, await events(), await openRows()]).toEqual([3, ['QuotaAdjusted', 'TokenLimitSet'], 0]);
  });

  it('holds up nobody while its recall fails, and is tried again', async () => {
    const other = (await addUser(directory.pool, { username: 'bob' })).id;
    await drained();
    await owe(adjusted(-40));
    await owe(adjusted(-40), other);
    const errors: unknown[] = [];
    await drained(
      (of) => (of === userId ? Promise.reject(new Error('nobody can be asked')) : Promise.resolve(true)),
      (error) => void errors.push(error),
    );
    expect([errors, await events(other), await openRows()]).toEqual([
      [new Error('nobody can be asked')],
      ['QuotaAdjusted'],
      1,
    ]);
    const { seen, recall } = watched();
    await drained(recall);
    expect([seen, await openRows()]).toEqual([[[['QuotaAdjusted'], 1]], 0]);
  });

  it('is over, and no alarm, when the same limit stands in the ledger and the account is closed since', async () => {
    const limit = await owe(limited(9));
    const close = await owe({ type: 'CloseAccount', actorId });
    await expect(
      drainOwn(
        ports(() => Promise.reject(new Error('dead'))),
        limit,
      ),
    ).rejects.toThrow('dead');
    await drainOwn(
      ports(() => Promise.resolve(true)),
      close,
    );
    const { seen, recall } = watched();
    await drained(recall);
    expect([seen, await openRows()]).toEqual([[[['TokenLimitSet', 'AccountClosed'], 1]], 0]);
  });

  it('is recalled once a round for each account however many its debits are, and counted only when its rows are gone', async () => {
    for (const source of ['adjust-a', 'adjust-b', 'adjust-c'])
      await owe({ ...adjusted(-1), source: source as SourceId });
    const { seen, recall } = watched();
    expect([await drained((of) => recall(of).then(() => false)), await openRows()]).toEqual([0, 3]);
    expect([await drained(recall), await openRows()]).toEqual([3, 0]);
    expect(seen).toEqual([
      [['QuotaAdjusted', 'QuotaAdjusted', 'QuotaAdjusted'], 3],
      [['QuotaAdjusted', 'QuotaAdjusted', 'QuotaAdjusted'], 3],
    ]);
  });

  it("is told of again and again while a relay is silent, and stands in the outbox's figures until it has answered", async () => {
    await owe(adjusted(-1));
    const told: number[] = [];
    for (let rounds = 0; rounds < 2 * OUTBOX_TOLD_EVERY_ATTEMPTS + 1; rounds += 1) {
      await drainOutbox({
        ...ports(() => Promise.resolve(false)),
        ageMs: 0,
        onParked: () => undefined,
        onWaiting: ({ attempts }) => void told.push(attempts),
        onError: (error) => {
          throw error;
        },
      });
    }
    expect(told).toEqual([OUTBOX_TOLD_EVERY_ATTEMPTS, 2 * OUTBOX_TOLD_EVERY_ATTEMPTS]);
    expect(await outboxFigures(directory.pool)).toMatchObject({
      openRows: 1,
      parkedRows: 0,
      oldestAgeSeconds: expect.any(Number),
    });
    await drained();
    expect(await outboxFigures(directory.pool)).toEqual({ openRows: 0, parkedRows: 0, oldestAgeSeconds: 0 });
  });

  it('is told to its own command as parked, or as written with a place to wait for, when a drainer was quicker', async () => {
    const [row, missing] = [await owe(adjusted(-1)), await owe(limited(1))];
    await drainOwn(
      ports(() => Promise.resolve(true)),
      await owe({ type: 'CloseAccount', actorId }),
    );
    const parked: string[] = [];
    await drainOutbox({
      ...ports(() => Promise.resolve(true)),
      ageMs: 0,
      onParked: ({ reason }) => void parked.push(reason),
      onError: (error) => {
        throw error;
      },
    });
    expect(parked).toEqual(['account_closed']);
    const stream = `account-${userId}`;
    expect(
      await drainOwn(
        ports(() => Promise.resolve(true)),
        [...row, ...missing],
      ),
    ).toEqual({
      written: [{ stream, position: await directory.store.head() }],
      parked: [{ stream, reason: 'account_closed' }],
    });
  });
});
