import { ROLE } from '@ledgate/domain/catalogue/roles';
import { type EventStore } from '@ledgate/domain/ports/event-store';
import { publishBuiltInCatalogue } from '@ledgate/domain/pricebook/catalogue-stream';
import { changePriceBook } from '@ledgate/domain/pricebook/pricebook-stream';
import { quota } from '@ledgate/domain/shared/quota';
import type { SourceId } from '@ledgate/domain/shared/ids';
import type { Database } from '../shared/database.ts';
import { lockHead } from './changes.ts';
import { drainOwn } from './outbox/drain.ts';
import type { UserRow } from './rows.ts';
import { noteChange, withDirectoryTransaction } from './transaction.ts';
import { createUser } from './users/create.ts';
import { anyUser } from './users/list.ts';

/** The first user of an empty database; the password is to be changed. */
const ROOT_USER = {
  username: 'root',
  initialPassword: '123456',
  displayName: 'Root User',
  quota: quota(100_000_000),
} as const;

const REQUEST_ID = 'first-start';

type Options = {
  readonly pool: Database;
  readonly store: EventStore;
  readonly hashPassword: (password: string) => Promise<string>;
  /** `ledger_schema`: what may be written. */
  readonly ledgerSchema: number;
};

/** The `ledger_schema` from which on there are catalogues, and books that name one. */
const CATALOGUE_FROM = 2;

type FirstStart = {
  /** The user that was made; undefined when there were users already. */
  readonly root: UserRow | undefined;
  readonly pricesPublished: boolean;
};

/**
 * Makes an empty installation usable: root with its account, and the built-in price book as the first published, behind the catalogue that it names. Does
 * nothing the second time; two processes may call it at once. Throws StoreUnavailable; then the same call may follow, and the outbox finishes what was begun.
 */
export async function ensureFirstStart({ pool, store, hashPassword, ledgerSchema }: Options): Promise<FirstStart> {
  const root = await ensureRoot({ pool, store, hashPassword });
  const catalogue = ledgerSchema >= CATALOGUE_FROM ? await publishBuiltInCatalogue(store, Date.now()) : undefined;
  const published = await changePriceBook(
    store,
    { type: 'PublishDefaults', catalogue },
    {
      commandId: 'publish-default-prices',
      correlationId: REQUEST_ID,
      occurredAtMs: Date.now(),
      actor: 'ledgate',
      reason: 'first start',
    },
  );
  if (!published.ok) throw new Error(`the built-in price book was refused: ${published.refusal.code}`);
  const pricesPublished = published.events.length > 0;
  if (pricesPublished) await noteChange(pool, 'pricebook');
  return { root, pricesPublished };
}

async function ensureRoot({ pool, store, hashPassword }: Omit<Options, 'ledgerSchema'>): Promise<UserRow | undefined> {
  if (await anyUser(pool)) return undefined;
  const passwordHash = await hashPassword(ROOT_USER.initialPassword);
  const { value: root, owed } = await withDirectoryTransaction(pool, null, async (tx) => {
    // Of two processes the second waits here and then finds a user.
    await lockHead(tx.client);
    if (await anyUser(tx.client)) return undefined;
    const { username, displayName, quota: amount } = ROOT_USER;
    const user = await createUser(
      tx,
      { username, passwordHash, displayName, role: ROLE.root },
      {
        grants: [{ amount, grant: 'first_user', source: 'first_user' as SourceId }],
        actor: 'ledgate',
        requestId: REQUEST_ID,
      },
    );
    tx.administered({
      actorId: null,
      process: 'ledgate',
      action: 'user.create',
      target: `user-${user.id}`,
      before: {},
      after: { username, role: ROLE.root },
      reason: 'first start',
      requestId: REQUEST_ID,
    });
    return user;
  });
  // Nobody can have leased anything of an installation that is only beginning.
  await drainOwn({ store, db: pool, recall: () => Promise.resolve(true) }, owed);
  return root;
}
