import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { changeAccount, loadAccount } from '@ledgate/domain/account/account-stream';
import { NO_FAULTS } from '@ledgate/domain/ports/faults';
import { NO_TOKEN, type RequestId, type SourceId, type UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { migrateDirectory } from '@ledgate/projections/directory/migrate';
import { sealForTest, testKeys } from '@ledgate/projections/testing/directory-keys';
import { createNotifications, type Notifications } from '@ledgate/projections/directory/notifications';
import type { RepeatableAccountCommand } from '@ledgate/projections/directory/outbox/entry';
import { createLeaseRecalls } from '@ledgate/projections/directory/recalls/lease-recalls';
import { createTillRegistry } from '@ledgate/projections/directory/tills/till-registry';
import { withDirectoryTransaction } from '@ledgate/projections/directory/transaction';
import { type FreshDatabase, freshDatabase } from '@ledgate/projections/testing/fresh-database';
import type { Reserved, RunningCashier } from '@ledgate/relay/cashier/cashier';
import { createCashier } from '@ledgate/relay/cashier/create-cashier';
import { systemClock } from '../../src/process/main/clock.ts';
import { directoryWorkerOf } from '../../src/process/main/worker-part.ts';
import { createLogger } from '../../src/server/telemetry/logger.ts';

const USER = 7 as UserId;
const ADMINISTRATOR = 1 as UserId;
const CREDITS = 100;
/** What each relay has leased, and nobody uses, when the debit comes. */
const LEASED = 30;
const CLOSE_MS = 10_000;
/** As good as for ever: a recall ends because both relays have answered. */
const RECALL_MS = 3_600_000;

const context = { commandId: 'c1', correlationId: 'r1', occurredAtMs: 1_700_000_000_000, actor: 'user-1' };

/** Live relays with leases, whose account is debited by a command that could not reach the ledger: a worker brings it there later. */
describe('a debit that a worker brings into the ledger', () => {
  const store = new MemoryEventStore();
  let database: FreshDatabase;
  let pool: pg.Pool;
  let relays: { readonly cashier: RunningCashier; readonly notifications: Notifications }[];
  let listening: Notifications;
  let requests = 0;

  beforeEach(async () => {
    database = await freshDatabase();
    pool = new pg.Pool({ connectionString: database.url });
    await migrateDirectory(pool);
    await sealForTest(pool);
    await changeAccount(
      store,
      USER,
      {
        type: 'OpenAccount',
        userId: USER,
        grants: [{ amount: quota(CREDITS), grant: 'new_user', source: 'new_user' as SourceId }],
      },
      context,
    );
    relays = [await openRelay('r1'), await openRelay('r2')];
    listening = await notificationsOf();
  });
  afterEach(async () => {
    await Promise.all(relays.map(({ cashier }) => cashier.close(CLOSE_MS)));
    await Promise.all(
      [listening, ...relays.map(({ notifications }) => notifications)].map((notifications) => notifications.close()),
    );
    await pool.end();
    await database.drop();
  });

  const notificationsOf = (): Promise<Notifications> => createNotifications({ pool, onError: () => undefined });
  const recallsOf = (notifications: Notifications, relayId: string) =>
    createLeaseRecalls({
      pool,
      notifications,
      relayId,
      onError: (error) => {
        throw error;
      },
      timeoutMs: RECALL_MS,
    });

  async function openRelay(relayId: string): Promise<{ cashier: RunningCashier; notifications: Notifications }> {
    const notifications = await notificationsOf();
    const options = {
      store,
      recalls: recallsOf(notifications, relayId),
      relayId,
      clock: systemClock,
      tills: createTillRegistry({ pool }),
      directoryVersion: () => 1,
    };
    return { cashier: await createCashier(options), notifications };
  }

  const reserve = ({ cashier }: { readonly cashier: RunningCashier }, amount: number): Promise<Reserved> =>
    cashier.reserve({
      requestId: `request-${(requests += 1)}` as RequestId,
      accountId: USER,
      tokenId: NO_TOKEN,
      limited: false,
      limitVersion: 0,
      amount: quota(amount),
    });
  const owe = (command: RepeatableAccountCommand): Promise<unknown> =>
    withDirectoryTransaction(pool, null, (tx) =>
      tx.toLedger({ kind: 'account', userId: USER, command, context: { ...context, commandId: 'owed' } }),
    );

  it('leaves the relays nothing to serve from that it has taken away', async () => {
    for (const one of relays) {
      const reserved = await reserve(one, LEASED);
      if (!reserved.ok) throw new Error(reserved.refusal.code);
      await reserved.reservation.fail({ attempts: [] });
    }
    await owe({
      type: 'AdjustQuota',
      delta: quota(-CREDITS),
      actorId: ADMINISTRATOR,
      reason: 'paid back',
      source: 'adjust-1' as SourceId,
    });
    await directoryWorkerOf({
      pool,
      patientPool: pool,
      directoryKeys: testKeys(pool),
      store,
      faults: NO_FAULTS,
      log: createLogger({ LOG_LEVEL: 'silent' }),
      recalls: recallsOf(listening, 'worker'),
    }).drainAll();

    const account = await loadAccount(store, USER);
    expect(account.status === 'missing' ? [] : [...account.leases.values()].map(({ amount }) => amount)).toEqual([
      0, 0,
    ]);
    for (const one of relays)
      expect(await reserve(one, 1)).toMatchObject({ ok: false, refusal: { code: 'insufficient_user_quota' } });
  });
});
