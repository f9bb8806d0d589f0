import { ROLE } from '@ledgate/domain/catalogue/roles';
import type { CallLimits } from '@ledgate/domain/call-limits/call-limits';
import type { LimitedPart } from '@ledgate/domain/call-limits/window';
import type { OptionValues } from '@ledgate/domain/options/values';
import { NO_TOKEN } from '@ledgate/domain/shared/ids';
import type { ChannelView, TokenView } from '@ledgate/projections/directory/relay-view';

type LimitOptions = Pick<OptionValues, 'UserConcurrencyMax' | 'TokenRequestsPerMinute' | 'ModelLimits' | 'GroupLimits'>;

/** What limits a call whatever its channel (docs/behaviour.md#limits-of-calls); undefined: nothing. */
export function limitedParts(
  token: TokenView,
  { group, model }: { readonly group: string; readonly model: string },
  options: LimitOptions,
): readonly LimitedPart[] | undefined {
  const { user } = token;
  const ofUser = withDefault(user.limits, 'parallel', options.UserConcurrencyMax);
  const ofToken = token.tokenId === NO_TOKEN ? undefined : limitsOfToken(token, options.TokenRequestsPerMinute);
  const ofModel = options.ModelLimits[model];
  const ofGroup = options.GroupLimits[group];
  if (ofUser === undefined && ofToken === undefined && ofModel === undefined && ofGroup === undefined) return undefined;
  const subject = `user:${user.userId}`;
  const parts = [
    { subject, limits: ofUser },
    { subject: `token:${token.tokenId}`, limits: ofToken },
    { subject: `${subject}:model:${model}`, limits: ofModel },
    { subject: `${subject}:group:${group}`, limits: ofGroup },
  ];
  return parts.filter((part): part is LimitedPart => part.limits !== undefined);
}

export const limitedChannel = ({ id, limits }: ChannelView): LimitedPart | undefined =>
  limits === undefined ? undefined : { subject: `channel:${id}`, limits };

/** Who is no administrator sets the limits of his own keys: below what holds for all, never above it. */
function limitsOfToken({ limits, user }: TokenView, requestsPerMinute: number): CallLimits | undefined {
  if (requestsPerMinute === 0 || limits?.rpm === undefined || user.role >= ROLE.admin)
    return withDefault(limits, 'rpm', requestsPerMinute);
  return limits.rpm <= requestsPerMinute ? limits : { ...limits, rpm: requestsPerMinute };
}

const withDefault = (own: CallLimits | undefined, kind: keyof CallLimits, value: number): CallLimits | undefined =>
  value === 0 || own?.[kind] !== undefined ? own : { ...own, [kind]: value };
