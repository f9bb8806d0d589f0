/** The status that goes with what providers call an error, by its code, its type or Google's name for it; of both the code goes first. */
const STATUSES: ReadonlyMap<unknown, number> = new Map([
  ['invalid_request_error', 400],
  ['invalid_prompt', 400],
  ['context_length_exceeded', 400],
  ['content_filter', 400],
  ['INVALID_ARGUMENT', 400],
  ['FAILED_PRECONDITION', 400],
  ['invalid_api_key', 401],
  ['authentication_error', 401],
  ['UNAUTHENTICATED', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['PERMISSION_DENIED', 403],
  ['not_found_error', 404],
  ['model_not_found', 404],
  ['NOT_FOUND', 404],
  ['request_too_large', 413],
  ['insufficient_quota', 429],
  ['rate_limit_exceeded', 429],
  ['rate_limit_error', 429],
  ['RESOURCE_EXHAUSTED', 429],
  ['UNAVAILABLE', 503],
  ['timeout_error', 504],
  ['DEADLINE_EXCEEDED', 504],
  ['overloaded_error', 529],
]);
/** Of an error that says nothing of the kind. */
const UNSAID = 500;

/** The status due to an error that came with another one, or in a stream: the number that it says, else the one that goes with its name. */
export function toldStatus(error: Readonly<Record<string, unknown>>): number {
  const { code, status, type } = error;
  return numberIn(code) ?? numberIn(status) ?? named(code) ?? named(type) ?? named(status) ?? UNSAID;
}

function numberIn(told: unknown): number | undefined {
  const said = typeof told === 'number' || typeof told === 'string' ? Number(told) : Number.NaN;
  return Number.isInteger(said) && said >= 400 && said <= 599 ? said : undefined;
}

const named = (told: unknown): number | undefined => STATUSES.get(told);
