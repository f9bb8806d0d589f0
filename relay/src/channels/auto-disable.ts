import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { RelayError } from '../errors/relay-error.ts';
import type { Policy } from '../providers/provider.ts';

const CODES: ReadonlySet<unknown> = new Set(['invalid_api_key', 'account_deactivated', 'billing_not_active']);
const TYPES: ReadonlySet<string> = new Set([
  'insufficient_quota',
  'insufficient_user_quota',
  'authentication_error',
  'permission_error',
  'forbidden',
]);
const BEGINNINGS = [
  'your credit balance is too low',
  'this organization has been disabled',
  'you exceeded your current quota',
  'permission denied',
];
const PARTS = [
  'the security token included in the request is invalid',
  'operation not allowed',
  'your account is not authorized',
];

/**
 * Whether a failed attempt means that the channel's key or account is of no use any more, so that the channel is disabled. `status` is the
 * upstream's own, before status_code_mapping, 0 when none came. A phrase in the message counts only where the status speaks of keys, accounts or the
 * upstream itself, and never when it stands in the request, since upstreams repeat what they refuse.
 * @param policy the provider's
 * @param sentWords the parsed body as it was sent, with all else that the caller sent up; asked only where a phrase is found
 */
export function isChannelSpent(
  { autoBan }: Pick<ChannelView, 'autoBan'>,
  policy: Policy | undefined,
  status: number,
  error: RelayError,
  sentWords: () => unknown,
): boolean {
  if (!autoBan || !error.retryable) return false;
  if (status === 401 || (status === 403 && policy?.forbiddenMeansSpent === true)) return true;
  if (CODES.has(error.code) || TYPES.has(error.type)) return true;
  if (!tellsOfItself(policy, status)) return false;
  const message = error.message.toLowerCase();
  const phrases = [
    ...BEGINNINGS.filter((beginning) => message.startsWith(beginning)),
    ...PARTS.filter((part) => message.includes(part)),
  ];
  if (phrases.length === 0) return false;
  const asked = JSON.stringify(sentWords()).toLowerCase();
  return phrases.some((phrase) => !asked.includes(phrase));
}

const tellsOfItself = (policy: Policy | undefined, status: number): boolean =>
  status === 401 ||
  status === 403 ||
  status === 429 ||
  status >= 500 ||
  (status === 400 && policy?.retriesBadRequest === true);
