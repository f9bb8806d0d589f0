/**
 * A failed call. `refused`: the server answered success false with a message; `http`: another status than 200; `network`: no answer; `elsewhere`,
 * `barred`: not sent, since another person is signed in, or the account is banned or closed (docs/console.md#sign-in).
 * `requestId` is X-Oneapi-Request-Id where there was one; `code` names the refusal where the call has codes, `field` what of the call is refused, as it was
 * sent. Of a change that got no answer it is `unanswered`,
 * or `unanswered_once` where it is done once however often it is sent.
 */
export type ApiError = {
  readonly kind: 'refused' | 'http' | 'network' | 'elsewhere' | 'barred';
  readonly status: number;
  readonly message: string;
  readonly requestId: string | undefined;
  readonly code?: string;
  readonly field?: string;
};

export const isApiError = (value: unknown): value is ApiError =>
  typeof value === 'object' && value !== null && 'kind' in value && 'status' in value && 'message' in value;

/** The error of an RTK Query result or of an unwrapped mutation, whatever form it has. */
export function toApiError(value: unknown): ApiError {
  if (isApiError(value)) return value;
  const message =
    value instanceof Error
      ? value.message
      : typeof value === 'object' && value !== null && 'message' in value
        ? String(value.message)
        : String(value);
  return { kind: 'network', status: 0, message, requestId: undefined };
}
