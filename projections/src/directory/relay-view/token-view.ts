import { callLimitsIn } from '@ledgate/domain/call-limits/sent-call-limits';
import type { UserId } from '@ledgate/domain/shared/ids';
import { maybeRow, type Queryable } from '../../shared/database.ts';
import type { DirectoryKeys } from '../keys/directory-keys.ts';
import type { TokenView } from '../relay-view.ts';
import type { TokenRow, UserRow } from '../rows.ts';
import { addressList } from '../tokens/address-list.ts';
import { commaList } from './channel-view.ts';
import { TOKEN_OF_CLEAR_KEY, TOKEN_WITH_OWNER } from './sql.ts';

type Joined = Omit<TokenRow, 'createdTime' | 'accessedTime' | 'userId'> & {
  readonly ownerId: UserId;
  readonly username: string;
  readonly role: number;
  readonly ownerStatus: number;
  readonly ownerGroup: string;
  readonly ownerLimits: string;
  readonly closedTime: UserRow['closedTime'];
};

/** One query: the token and its owner are of one moment. */
export async function readTokenView(
  db: Queryable,
  directoryKeys: DirectoryKeys,
  key: string,
): Promise<TokenView | undefined> {
  const row = await directoryKeys.read(
    db,
    () => maybeRow<Joined>(db, { text: TOKEN_WITH_OWNER, values: [directoryKeys.ring.hashes('token', key)] }),
    () => maybeRow<Joined>(db, { text: TOKEN_OF_CLEAR_KEY, values: [key] }),
  );
  return row && tokenView(row, key);
}

const tokenView = (row: Joined, key: string): TokenView => ({
  tokenId: row.id,
  key,
  name: row.name,
  status: row.status,
  expiredTime: row.expiredTime,
  unlimited: row.unlimitedQuota,
  limitVersion: row.limitVersion,
  models: row.modelLimitsEnabled ? new Set(commaList(row.modelLimits)) : null,
  addresses: addressList(row.allowIps),
  group: row.group,
  limits: callLimitsIn(row.limits),
  user: {
    userId: row.ownerId,
    username: row.username,
    role: row.role,
    status: row.ownerStatus,
    group: row.ownerGroup,
    closed: row.closedTime !== null,
    limits: callLimitsIn(row.ownerLimits),
  },
});
