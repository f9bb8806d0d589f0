import type { RefusedFor } from '@ledgate/domain/catalogue/refused-calls';

/** What refusals with a code of ours are counted under, where it is not their status that says it. */
const REASONS: Readonly<Record<string, RefusedFor>> = {
  insufficient_user_quota: 'balance',
  pre_consume_token_quota_failed: 'key_limit',
  model_price_missing: 'unpriced',
  sensitive_words_detected: 'words',
  too_many_pipelined_calls: 'too_many',
};

/** The error type of what we say ourselves. */
const OWN_TYPE = 'new_api_error';

/**
 * A refusal or failure as the caller sees it: an HTTP status and the members of OpenAI's error object, which each protocol says in its
 * own form. A value, not an exception.
 * `retryable` is false for errors of our own making (validation, quota): no other channel would do better (docs/behaviour.md#retries).
 */
export class RelayError {
  readonly status: number;
  readonly message: string;
  readonly type: string;
  readonly param: string | null | undefined;
  readonly code: string | null | undefined;
  readonly retryable: boolean;
  /** What the header Retry-After says; '' without one. */
  readonly retryAfter: string;
  /** What it is counted under when no provider was asked. */
  readonly reason: RefusedFor;
  /** What the ledger keeps of it: our code, never an upstream's words, whatever they look like. */
  readonly ownCode: string;

  constructor(
    status: number,
    members: ErrorMembers,
    retryable: boolean,
    retryAfter = '',
    { reason, ownCode }: { readonly reason?: RefusedFor; readonly ownCode?: string } = {},
  ) {
    this.status = status;
    this.message = members.message;
    this.type = members.type;
    this.param = members.param;
    this.code = members.code;
    this.retryable = retryable;
    this.retryAfter = retryAfter;
    this.reason = reason ?? reasonOf(status, members.code);
    this.ownCode = ownCode ?? (typeof members.code === 'string' ? members.code : this.reason);
  }

  /** What an upstream has said. `retryAfter`: its header. */
  static ofUpstream(status: number, members: ErrorMembers, retryable: boolean, retryAfter: string): RelayError {
    return new RelayError(status, members, retryable, retryAfter, { ownCode: 'upstream_error' });
  }

  /** Of the checks before a request is looked at: neither code nor param (docs/behaviour.md#relay-errors). */
  static access(status: number, reason: RefusedFor, message: string): RelayError {
    const members = { message, type: OWN_TYPE, param: undefined, code: undefined };
    return new RelayError(status, members, false, '', { reason });
  }

  /** Of our own making, with a code (docs/behaviour.md#relay-errors). */
  static own(status: number, code: string, message: string, param: string | null = null): RelayError {
    return new RelayError(status, { message, type: OWN_TYPE, param, code }, false);
  }

  /** A request field that cannot be accepted; `field` is its path in the body, '' for the body as a whole. */
  static field(field: string, problem: string): RelayError {
    return RelayError.own(400, 'invalid_text_request', field === '' ? problem : `${field}: ${problem}`, field);
  }

  /** An attempt that failed on the way to the upstream or with it. */
  static attempt(status: number, code: string, message: string): RelayError {
    return new RelayError(status, { message, type: OWN_TYPE, param: null, code }, true);
  }

  /** The ledger or the directory cannot be reached: nothing is served unmetered. */
  static unavailable(what: string): RelayError {
    return RelayError.own(503, 'service_unavailable', `${what}; nothing has been charged, please try again`);
  }

  /** There is no room for so much beside the bodies of other running requests. */
  static noRoom(): RelayError {
    return RelayError.unavailable('too many large requests are running');
  }

  /** More at a time than may be; the next may be served a moment later. */
  static tooMany(message: string): RelayError {
    return new RelayError(429, { message, type: OWN_TYPE, param: null, code: 'too_many_requests' }, false, '1');
  }

  /** More in a minute, or at a time, than a limit lets (docs/behaviour.md#limits-of-calls). */
  static rateLimited(message: string, retryAfterS: number): RelayError {
    const members = { message, type: OWN_TYPE, param: null, code: 'rate_limit_exceeded' };
    return new RelayError(429, members, false, String(retryAfterS));
  }

  /** The same, of the field as somebody else spells it. */
  inField(field: string): RelayError {
    const { message, type, code, param } = this;
    if (field === param || typeof param !== 'string' || !message.startsWith(`${param}: `)) return this;
    const told = `${field}: ${message.slice(param.length + 2)}`;
    return new RelayError(
      this.status,
      { message: told, type, param: field, code },
      this.retryable,
      this.retryAfter,
      this,
    );
  }

  withMessage(message: string): RelayError {
    return this.#changed(message, this.retryable);
  }

  /** The same once something of an answer has come: no other channel is asked any more. */
  withoutRetry(): RelayError {
    return this.#changed(this.message, false);
  }

  #changed(message: string, retryable: boolean): RelayError {
    const { type, param, code } = this;
    return new RelayError(this.status, { message, type, param, code }, retryable, this.retryAfter, this);
  }
}

type ErrorMembers = {
  readonly message: string;
  readonly type: string;
  /** undefined: the member is left out. */
  readonly param: string | null | undefined;
  readonly code: string | null | undefined;
};

function reasonOf(status: number, code: string | null | undefined): RefusedFor {
  const own = typeof code === 'string' && Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  if (own !== undefined) return own;
  if (status === 413) return 'too_large';
  if (status === 429) return 'too_many';
  return status < 500 ? 'request' : 'unavailable';
}
