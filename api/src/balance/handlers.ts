import type { TokenId } from '@ledgate/domain/shared/ids';
import type { UserRow } from '@ledgate/projections/directory/rows';
import { tokenOwnersOf } from '@ledgate/projections/directory/tokens/find';
import { findUser } from '@ledgate/projections/directory/users/find';
import { balanceAt } from '@ledgate/projections/queries/balance-at';
import type { balanceRoutes } from '../contract/balance.ts';
import type { QueryOf } from '../contract/route.ts';
import { done, refusedAt } from '../http/answer.ts';
import type { AnyCall, Handlers } from '../http/call.ts';
import type { ApiPorts } from '../ports.ts';
import { instantOf } from './asked.ts';
import { cutOf } from './cut.ts';

export const balanceHandlers = (ports: ApiPorts): Handlers<typeof balanceRoutes> => ({
  self: (call) => told(ports, call, call.caller, call.query),

  user: async (call) => {
    const user = await findUser(ports.db, call.params.id);
    return user === undefined ? refusedAt('id', { code: 'user_missing' }) : told(ports, call, user, call.query);
  },
});

type Query = QueryOf<(typeof balanceRoutes)['self']>;

async function told(ports: ApiPorts, call: AnyCall, user: Pick<UserRow, 'id' | 'username'>, query: Query) {
  const instant = instantOf(query);
  if ('problem' in instant) return instant;
  const tokenId = query.token_id === 0 ? undefined : (query.token_id as TokenId);
  if (tokenId !== undefined && (await tokenOwnersOf(ports.db, [tokenId])).get(tokenId)?.userId !== user.id)
    return refusedAt('token_id', { code: 'token_missing' });
  const cut = await cutOf(ports, call, instant);
  if ('problem' in cut) return cut;
  const { position } = cut;
  const { index, balance, credits, used, earnings, token } = await balanceAt(ports.db, {
    accountId: user.id,
    tokenId,
    position,
  });
  return done({
    user_id: user.id,
    username: user.username,
    basis: 'atMs' in instant ? instant.basis : null,
    at_ms: 'atMs' in instant ? instant.atMs : null,
    position,
    index,
    balance,
    credits,
    used,
    earnings,
    token: tokenId === undefined || token === undefined ? null : { token_id: tokenId, ...token },
  });
}
