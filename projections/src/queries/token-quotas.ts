import type { TokenId, UserId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import { TOKEN_QUOTAS_ANSWER_MAX_MS } from '../limits.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { type Queryable, rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';

/** All that there was to be used, of a user or a token with a limit, and what was; quota units. */
export type QuotaUse = { readonly given: Quota; readonly used: Quota };

/** What programs are told of quotas (docs/behaviour.md#billing-routes). Each throws where Postgres does not answer in time. */
export interface TokenQuotas {
  ofToken(tokenId: TokenId): Promise<QuotaUse>;
  ofUser(userId: UserId): Promise<QuotaUse>;
}

type Read = { readonly given: number | null; readonly used: number };

export function createTokenQuotas(pool: Queryable): TokenQuotas {
  const one = async (table: string, key: Readonly<Record<string, number>>, given: string): Promise<QuotaUse> => {
    const found = query(`${READ_MODELS}.${table}`)
      .select(query.raw(`${given} as given, till_charges + late as used`))
      .where(key);
    const [row] = await rows<Read>(pool, found, TOKEN_QUOTAS_ANSWER_MAX_MS);
    return { given: quota(row?.given ?? 0), used: quota(row?.used ?? 0) };
  };
  return {
    ofToken: (tokenId) => one('token_use', { token_id: tokenId }, 'limit_quota'),
    ofUser: (userId) => one('balances', { user_id: userId }, 'credits'),
  };
}
