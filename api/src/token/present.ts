import { callLimitsShown } from '@ledgate/domain/call-limits/sent-call-limits';
import { TOKEN_STATUS } from '@ledgate/domain/catalogue/statuses';
import { hasExpired } from '@ledgate/domain/catalogue/token-expiry';
import type { TokenUse } from '@ledgate/projections/queries/balances';
import type { TokenRow } from '@ledgate/projections/directory/rows';
import type { Token } from '../contract/token.ts';

type Times = Pick<TokenRow, 'status' | 'expiredTime' | 'unlimitedQuota'>;

export const isExhausted = ({ unlimitedQuota }: Pick<TokenRow, 'unlimitedQuota'>, remain: number): boolean =>
  !unlimitedQuota && remain <= 0;

/** As it is at this moment: what is enabled may have expired or have nothing left before a request finds out (docs/behaviour.md#tokens). */
export function statusNow(token: Times, remain: number, nowS: number): number {
  if (token.status !== TOKEN_STATUS.enabled) return token.status;
  if (hasExpired(token.expiredTime, nowS)) return TOKEN_STATUS.expired;
  return isExhausted(token, remain) ? TOKEN_STATUS.exhausted : TOKEN_STATUS.enabled;
}

/** The token object of docs/behaviour.md#tokens; a token that was deleted meanwhile has no key any more. */
export const tokenAnswer = (
  token: TokenRow,
  key: string | undefined,
  use: TokenUse | undefined,
  nowS: number,
): Token => {
  const remain = use?.remain ?? 0;
  return {
    id: token.id,
    user_id: token.userId,
    key: key ?? '',
    status: statusNow(token, remain, nowS),
    name: token.name,
    created_time: token.createdTime,
    accessed_time: Math.max(token.accessedTime, Math.floor((use?.lastUsedMs ?? 0) / 1_000)),
    expired_time: token.expiredTime,
    remain_quota: remain,
    unlimited_quota: token.unlimitedQuota,
    model_limits_enabled: token.modelLimitsEnabled,
    model_limits: token.modelLimits,
    allow_ips: token.allowIps,
    used_quota: use?.used ?? 0,
    group: token.group,
    limits: callLimitsShown(token.limits),
    DeletedAt: null,
  };
};
