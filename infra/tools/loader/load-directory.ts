import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import type { ChannelId, CodeId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import { createChannel } from '@ledgate/projections/directory/channels/create';
import type { DirectoryKeys } from '@ledgate/projections/directory/keys/directory-keys';
import { newCodeKey, newTokenKey } from '@ledgate/projections/directory/random-text';
import { withDirectoryTransaction } from '@ledgate/projections/directory/transaction';
import { type Database, inTransaction, type Queryable, rows } from '@ledgate/projections/shared/database';
import { query } from '@ledgate/projections/shared/query';

const CHANNELS = 20;
const { code: OPENAI } = channelTypeNamed('openai');
const ROWS_AT_ONCE = 1_000;
const ROOT = 1 as UserId;
/** Of a hash: nobody signs in with it. */
const NO_PASSWORD = '-';

export type LoadedDirectory = {
  readonly userIds: readonly UserId[];
  /** Of each person one. */
  readonly tokenIds: ReadonlyMap<UserId, TokenId>;
  readonly codeIds: readonly CodeId[];
  readonly channelIds: readonly ChannelId[];
};

/** Rows of so many people with a token each, of codes, and of a few channels; what the ledger has to say of them is the caller's. */
export async function loadDirectory(
  pool: Database,
  keys: DirectoryKeys,
  { users, codes, createdS }: { readonly users: number; readonly codes: number; readonly createdS: number },
): Promise<LoadedDirectory> {
  const userIds: UserId[] = [];
  const tokenIds = new Map<UserId, TokenId>();
  const codeIds: CodeId[] = [];
  for (const numbers of slices(users))
    await inTransaction(pool, async (client) => {
      const added = await insertedIds<UserId>(
        client,
        'users',
        numbers.map((number) => userRow(number, createdS)),
      );
      userIds.push(...added);
      const ofTokens = added.map((userId) => tokenRow(userId, createdS));
      const tokens = await insertedIds<TokenId>(client, 'tokens', ofTokens);
      for (const [index, tokenId] of tokens.entries()) tokenIds.set(added[index] ?? ROOT, tokenId);
      await keys.add(
        client,
        'token',
        tokens.map((ownerId) => ({ ownerId, secret: newTokenKey() })),
      );
    });
  for (const numbers of slices(codes))
    await inTransaction(pool, async (client) => {
      const ofCodes = numbers.map((number) => ({
        name: `spring-${number % 50}`,
        user_id: ROOT,
        created_time: createdS,
      }));
      const added = await insertedIds<CodeId>(client, 'codes', ofCodes);
      await keys.add(
        client,
        'code',
        added.map((ownerId) => ({ ownerId, secret: newCodeKey() })),
      );
      codeIds.push(...added);
    });
  const { value: channelIds } = await withDirectoryTransaction(pool, null, async (tx) => {
    const ids: ChannelId[] = [];
    for (let number = 0; number < CHANNELS; number += 1) {
      const facts = { type: OPENAI, name: `channel-${number}`, models: 'gpt-4o,gpt-4o-mini', keys: ['sk-nobody'] };
      ids.push((await createChannel(tx, keys, facts)).id);
    }
    return ids;
  });
  return { userIds, tokenIds, codeIds, channelIds };
}

function* slices(count: number): Generator<readonly number[]> {
  for (let from = 0; from < count; from += ROWS_AT_ONCE)
    yield Array.from({ length: Math.min(ROWS_AT_ONCE, count - from) }, (_, index) => from + index);
}

/** In the order of the rows. */
const insertedIds = async <Id>(
  client: Queryable,
  table: 'users' | 'tokens' | 'codes',
  added: readonly object[],
): Promise<readonly Id[]> =>
  (await rows<{ id: Id }>(client, query(`directory.${table}`).insert(added).returning('id'))).map(({ id }) => id);

const userRow = (number: number, createdS: number) => ({
  username: `person-${number}`,
  password_hash: NO_PASSWORD,
  display_name: `Person ${number}`,
  email: `person-${number}@example.com`,
  group: number % 3 === 2 ? 'vip' : 'default',
  created_time: createdS,
});

const tokenRow = (userId: UserId, createdS: number) => ({
  user_id: userId,
  name: `token-${userId}`,
  created_time: createdS,
  accessed_time: createdS,
  unlimited_quota: true,
});
