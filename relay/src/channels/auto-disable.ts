import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { RelayError } from '../http/relay-error.ts';

const GEMINI = 24;
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
 * Whether a failed attempt means that the channel's key or account is of no use any more, so that the channel is disabled (contract B.7).
 * `status` is the upstream's own, before status_code_mapping, 0 when none came.
 */
export function isChannelSpent(channel: ChannelView, status: number, error: RelayError): boolean {
  if (!channel.autoBan || !error.retryable) return false;
  if (status === 401 || (status === 403 && channel.type === GEMINI)) return true;
  if (CODES.has(error.code) || TYPES.has(error.type)) return true;
  const message = error.message.toLowerCase();
  return BEGINNINGS.some((beginning) => message.startsWith(beginning)) || PARTS.some((part) => message.includes(part));
}
