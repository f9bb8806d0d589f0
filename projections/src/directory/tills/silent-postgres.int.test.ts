import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type TillId, userId } from '@ledgate/domain/shared/ids';
import pg from 'pg';
import { createNotifications, type Notifications } from '../notifications.ts';
import { createLeaseRecalls } from '../recalls/lease-recalls.ts';
import { type DirectoryFixture, openDirectory } from '../testing/directory-fixture.ts';
import { openProxy, type SilentProxy } from '../testing/silent-proxy.ts';
import { createTillRegistry } from './till-registry.ts';

const TILL = 'till-a' as TillId;

let directory: DirectoryFixture;
let proxy: SilentProxy;
/** Without any limit of its own. */
let pool: pg.Pool;
let notifications: Notifications;
beforeEach(async () => {
  directory = await openDirectory();
  proxy = await openProxy(new URL(directory.url));
  pool = new pg.Pool({ connectionString: proxy.url });
  pool.on('error', () => undefined);
  notifications = await createNotifications({ pool: directory.pool, onError: () => undefined });
});
afterEach(async () => {
  await notifications.close();
  await proxy.close();
  await pool.end();
  await directory.close();
});

it('ends heartbeats and looks at the tills when Postgres has gone silent, with an error', async () => {
  const tills = createTillRegistry({ pool });
  await tills.open(TILL, 'a');
  expect(await tills.beat('a', 1, [TILL])).toEqual([TILL]);
  proxy.silence();
  const asked = [tills.beat('a', 1, [TILL]), tills.list(), tills.closed(TILL), tills.open(TILL, 'a')];
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(asked.map(() => 'rejected'));
}, 20_000);

it('ends a recall when Postgres has gone silent, and the next one of the account begins', async () => {
  const own: number[] = [];
  const recalls = createLeaseRecalls({ pool, notifications, relayId: 'a', onError: () => undefined });
  recalls.onRecall(async (account) => void own.push(account));
  await createTillRegistry({ pool }).open('till-b' as TillId, 'b');
  proxy.silence();
  expect(await Promise.all([recalls.recall(userId(7)), recalls.recall(userId(7))])).toEqual([false, false]);
  expect(own).toEqual([7, 7]);
}, 20_000);
