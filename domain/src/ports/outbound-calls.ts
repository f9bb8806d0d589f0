/** For the whole of a call, and how much of an answer is read where the caller says nothing else (docs/architecture.md#calls-that-go-out). */
export const OUTBOUND_TIMEOUT_MS = 10_000;
export const OUTBOUND_BYTES_MAX = 256 * 1024;

/** What calls are made for. */
export const OUTBOUND_PURPOSES = ['picture', 'seal'] as const;
export type OutboundPurpose = (typeof OUTBOUND_PURPOSES)[number];

/**
 * Why there is no answer. `url`: it is no absolute http or https URL, or has a name and password in it; `plain`: http, which only OUTBOUND_PRIVATE allows;
 * `private`: an address behind the name is not public; `unknown_host`; `unreachable`: also where its certificate does not fit; `timeout`; `too_large`;
 * `unreadable`: packed in a way that cannot be unpacked; `no_room`: `hold` said so; `busy`: as many calls run as may; `ended`: by `signal`.
 */
export const OUTBOUND_PROBLEMS = [
  'url',
  'plain',
  'private',
  'unknown_host',
  'unreachable',
  'timeout',
  'too_large',
  'unreadable',
  'no_room',
  'busy',
  'ended',
] as const;
export type OutboundProblem = (typeof OUTBOUND_PROBLEMS)[number];

export type OutboundCall = {
  readonly purpose: OutboundPurpose;
  readonly url: string;
  /** GET unless there is a body. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Of the answer's body, as sent and as unpacked. */
  readonly bytesMax?: number;
  /** Asked before so many further bytes of the answer are kept. */
  readonly hold?: (bytes: number) => boolean;
  readonly signal?: AbortSignal;
};

/** Of any status: a redirect is an answer like any other. `headers`: by their names in small letters. `body`: unpacked. */
export type OutboundAnswer = {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

/** `cause` is for the operator alone: it may tell of what lies behind the product. */
export type OutboundFailure = { readonly kind: 'failed'; readonly problem: OutboundProblem; readonly cause?: unknown };

/**
 * Calls to addresses that a person has named: never to this machine or a private network, unless the operator allows it
 * (docs/architecture.md#calls-that-go-out). Never rejects.
 */
export interface OutboundCalls {
  ask(call: OutboundCall): Promise<OutboundAnswer | OutboundFailure>;
  /** Why such an address would not be asked, without asking it: for who lets somebody else ask. */
  refusalOf(url: string, signal?: AbortSignal): Promise<OutboundFailure | undefined>;
}
