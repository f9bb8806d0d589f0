import type { ErrorForm } from '../../errors/error-form.ts';

/** Anthropic's types of errors by HTTP status; others are invalid_request_error below 500 and api_error from there on. */
const TYPES: ReadonlyMap<number, string> = new Map([
  [401, 'authentication_error'],
  [402, 'billing_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [504, 'timeout_error'],
  [529, 'overloaded_error'],
]);
const TELLING: ReadonlySet<string> = new Set(TYPES.values());

/**
 * An error as Anthropic's SDKs read it (docs/behaviour.md#relay-errors). A type of theirs that an upstream gave stays, if it tells more than its
 * status.
 */
export const anthropicError: ErrorForm = ({ status, type, message }, requestId) => {
  const error = { type: TELLING.has(type) ? type : errorTypeOf(status), message };
  const body = JSON.stringify({ type: 'error', error, request_id: requestId });
  return { status, body, lastEvent: `event: error\ndata: ${body}\n\n` };
};

export const errorTypeOf = (status: number): string =>
  TYPES.get(status) ?? (status < 500 ? 'invalid_request_error' : 'api_error');
