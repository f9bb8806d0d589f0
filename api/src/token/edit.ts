import { findToken } from '@ledgate/projections/directory/tokens/find';
import { type TokenEdit, updateToken } from '@ledgate/projections/directory/tokens/update';
import { TOKEN_STATUS, type TokenRow } from '@ledgate/projections/directory/rows';
import { tokenUseOf } from '@ledgate/projections/queries/balances';
import type { BodyOf } from '../contract/route.ts';
import type { Token, tokenRoutes } from '../contract/token.ts';
import { changeDirectory } from '../directory/change-directory.ts';
import { unknownGroup } from '../group/unknown-group.ts';
import { refused } from '../http/answer.ts';
import type { Handler, SignedCall } from '../http/call.ts';
import { actorOf } from '../http/context.ts';
import { given } from '../http/given.ts';
import type { ApiPorts } from '../ports.ts';
import { newLimit } from './new-limit.ts';
import { hasExpired, isExhausted, tokenAnswer } from './present.ts';

/** PUT /api/token/: the fields sent, and the limit. A new limit is recalled before the answer (design section 4, step 5). */
export const editToken = (ports: ApiPorts): Handler<typeof tokenRoutes.edit> => async (call) => {
  const token = await findToken(ports.db, call.body.id, call.caller.id);
  if (token === undefined) return refused({ code: 'token_missing' });
  const problem = call.body.group === token.group ? undefined : unknownGroup(ports.view, call.body.group ?? '');
  if (problem !== undefined) return refused(problem);
  const change = await newLimit(ports, call.session, token, call.body);
  if (!change.ok) return refused(change.problem);
  const limit = change.limit === undefined ? {} : { limit: change.limit };
  await updated(ports, call, token, { ...fieldsOf(call.body), ...revived(token), ...limit });
  if (given(change.limit)) await ports.recalls.recall(call.caller.id);
  return tokenNow(ports, call, token.id);
};

/** PUT /api/token/?status_only=true (contract A.6): what has expired or has nothing left is not enabled. */
export const setTokenStatus = (ports: ApiPorts): Handler<typeof tokenRoutes.setStatus> => async (call) => {
  const { id, status } = call.body;
  const token = await findToken(ports.db, id, call.caller.id);
  if (token === undefined) return refused({ code: 'token_missing' });
  if (status === TOKEN_STATUS.enabled) {
    await call.session.caughtUp();
    const use = (await tokenUseOf(ports.db, [token.id])).get(token.id);
    if (hasExpired(token, call.nowMs / 1_000)) return refused({ code: 'token_expired' });
    if (isExhausted(token, use?.remain ?? 0)) return refused({ code: 'token_exhausted' });
  }
  await updated(ports, call, token, { status });
  return tokenNow(ports, call, token.id);
};

const updated = (ports: ApiPorts, call: SignedCall, token: TokenRow, edit: TokenEdit): Promise<unknown> =>
  changeDirectory(ports, call, null, (tx) => updateToken(tx, { id: token.id, userId: token.userId }, edit, { actor: actorOf(call.caller), requestId: call.requestId }));

const fieldsOf = ({ name, expired_time, model_limits_enabled, model_limits, allow_ips, group }: BodyOf<typeof tokenRoutes.edit>): TokenEdit => ({
  ...(given(name) ? { name } : {}),
  ...(given(expired_time) ? { expiredTime: expired_time } : {}),
  ...(given(model_limits_enabled) ? { modelLimitsEnabled: model_limits_enabled } : {}),
  ...(given(model_limits) ? { modelLimits: model_limits } : {}),
  ...(given(allow_ips) ? { allowIps: allow_ips } : {}),
  ...(given(group) ? { group } : {}),
});

/** A mark of having expired or being exhausted is taken away by an edit: what the token is then is reckoned anew at each look. */
const revived = (token: TokenRow): TokenEdit =>
  (token.status === TOKEN_STATUS.expired || token.status === TOKEN_STATUS.exhausted ? { status: TOKEN_STATUS.enabled } : {});

/** The token as the next read would show it. */
async function tokenNow(ports: ApiPorts, call: SignedCall, id: TokenRow['id']): Promise<{ readonly ok: true; readonly data: Token } | ReturnType<typeof refused>> {
  await call.session.caughtUp();
  const token = await findToken(ports.db, id, call.caller.id);
  if (token === undefined) return refused({ code: 'token_missing' });
  const answer = tokenAnswer(token, (await tokenUseOf(ports.db, [id])).get(id), call.nowMs / 1_000);
  await call.session.shown(new Map([[`token-${id}`, answer.remain_quota]]));
  return { ok: true, data: answer };
}
