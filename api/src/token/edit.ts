import { callLimitsText } from '@ledgate/domain/call-limits/sent-call-limits';
import { TOKEN_STATUS } from '@ledgate/domain/catalogue/statuses';
import { hasExpired } from '@ledgate/domain/catalogue/token-expiry';
import { type Quota, quota } from '@ledgate/domain/shared/quota';
import { findToken } from '@ledgate/projections/directory/tokens/find';
import { type TokenEdit, updateToken } from '@ledgate/projections/directory/tokens/update';
import type { TokenRow } from '@ledgate/projections/directory/rows';
import { type TokenUse, tokenUseOf } from '@ledgate/projections/queries/balances';
import type { BodyOf } from '../contract/route.ts';
import type { Token, tokenRoutes } from '../contract/token.ts';
import { changeBoth } from '../directory/change-directory.ts';
import { doneOrOwed } from '../directory/done-or-owed.ts';
import { unknownGroup } from '../group/unknown-group.ts';
import { refused } from '../http/answer.ts';
import type { Handler, SignedCall } from '../http/call.ts';
import { actorOf } from '../http/context.ts';
import { isSent } from '../http/sent.ts';
import type { ApiPorts } from '../ports.ts';
import { newLimit } from './new-limit.ts';
import { isExhausted, tokenAnswer } from './present.ts';

/**
 * PUT /api/token/: the fields sent, and the limit. Whoever brings a new limit into the ledger recalls the account's leases (docs/ledger.md#debits).
 */
export const editToken =
  (ports: ApiPorts): Handler<typeof tokenRoutes.edit> =>
  async (call) => {
    const token = await findToken(ports.db, call.body.id, call.caller.id);
    if (token === undefined) return refused({ code: 'token_missing' });
    const problem = call.body.group === token.group ? undefined : unknownGroup(ports.view, call.body.group ?? '');
    if (problem !== undefined) return refused(problem);
    const change = await newLimit(ports, call.session, token, call.body);
    if (!change.ok) return refused(change.problem);
    const limit = change.limit === undefined ? {} : { limit: change.limit };
    const { inLedger } = await updated(ports, call, token, { ...fieldsOf(call.body), ...revived(token), ...limit });
    return tokenNow(ports, call, token.id, { limit: change.limit, inLedger });
  };

/** PUT /api/token/?status_only=true (docs/behaviour.md#tokens): what has expired or has nothing left is not enabled. */
export const setTokenStatus =
  (ports: ApiPorts): Handler<typeof tokenRoutes.setStatus> =>
  async (call) => {
    const { id, status } = call.body;
    const token = await findToken(ports.db, id, call.caller.id);
    if (token === undefined) return refused({ code: 'token_missing' });
    if (status === TOKEN_STATUS.enabled) {
      const isCaughtUp = await call.session.caughtUp();
      const use = (await tokenUseOf(ports.db, [token.id])).get(token.id);
      if (hasExpired(token.expiredTime, call.nowMs / 1_000)) return refused({ code: 'token_expired' });
      // What looks spent may have got a new limit that the read models do not have yet.
      if (isExhausted(token, use?.remain ?? 0))
        return refused({ code: isCaughtUp ? 'token_exhausted' : 'read_models_behind' });
    }
    const { inLedger } = await updated(ports, call, token, { status });
    return tokenNow(ports, call, token.id, { limit: undefined, inLedger });
  };

const updated = (
  ports: ApiPorts,
  call: SignedCall,
  token: TokenRow,
  edit: TokenEdit,
): Promise<{ readonly inLedger: boolean }> =>
  changeBoth(ports, call, null, (tx) =>
    updateToken(tx, { id: token.id, userId: token.userId }, edit, {
      actor: actorOf(call.caller),
      requestId: call.requestId,
    }),
  );

const fieldsOf = ({
  name,
  expired_time,
  model_limits_enabled,
  model_limits,
  allow_ips,
  group,
  limits,
}: BodyOf<typeof tokenRoutes.edit>): TokenEdit => ({
  ...(isSent(name) ? { name } : {}),
  ...(isSent(expired_time) ? { expiredTime: expired_time } : {}),
  ...(isSent(model_limits_enabled) ? { modelLimitsEnabled: model_limits_enabled } : {}),
  ...(isSent(model_limits) ? { modelLimits: model_limits } : {}),
  ...(isSent(allow_ips) ? { allowIps: allow_ips } : {}),
  ...(isSent(group) ? { group } : {}),
  ...(isSent(limits) ? { limits: callLimitsText(limits) } : {}),
});

/** A mark of having expired or being exhausted is taken away by an edit: what the token is then is reckoned anew at each look. */
const revived = (token: TokenRow): TokenEdit =>
  token.status === TOKEN_STATUS.expired || token.status === TOKEN_STATUS.exhausted
    ? { status: TOKEN_STATUS.enabled }
    : {};

/** The token as the next read would show it, with the limit that this call has set, whether the read models or the ledger have it or not. */
async function tokenNow(
  ports: ApiPorts,
  call: SignedCall,
  id: TokenRow['id'],
  { limit, inLedger }: { readonly limit: Quota | null | undefined; readonly inLedger: boolean },
): Promise<ReturnType<typeof doneOrOwed<Token>> | ReturnType<typeof refused>> {
  const isCaughtUp = await call.session.caughtUp();
  const token = await findToken(ports.db, id, call.caller.id);
  if (token === undefined) return refused({ code: 'token_missing' });
  const use = (await tokenUseOf(ports.db, [id])).get(id);
  const [key] = (await ports.directoryKeys.of(ports.db, 'token', [id])).get(id) ?? [];
  const answer = tokenAnswer(
    token,
    key,
    isCaughtUp || limit === undefined || use === undefined ? use : underLimit(use, limit),
    call.nowMs / 1_000,
  );
  await call.session.shown(new Map([[`token-${id}`, answer.remain_quota]]));
  return doneOrOwed(answer, { inLedger });
}

const underLimit = (use: TokenUse, limit: Quota | null): TokenUse => ({
  ...use,
  limit,
  remain: quota((limit ?? 0) - use.used),
});
