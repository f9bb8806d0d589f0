import {
  type ExpectedRevision,
  InvalidAppend,
  NO_STREAM,
  type Revision,
  StoreUnavailable,
} from '@ledgate/domain/ports/event-store';

/** What the client throws has many classes, some without a message: code, type and message tell them apart (docs/eventstoredb.md#errors). */
type Thrown = {
  readonly code?: unknown;
  readonly type?: unknown;
  readonly message?: unknown;
  readonly actualVersion?: unknown;
};

/** The server refused what it was asked, or answered what it must not answer: repeating helps nobody. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
}

type AppendFailure =
  | { readonly kind: 'conflict'; readonly actual: ExpectedRevision }
  | { readonly kind: 'unavailable'; readonly error: StoreUnavailable }
  | { readonly kind: 'refused'; readonly error: StoreRefused | InvalidAppend };

type ReadFailure =
  | { readonly kind: 'no-stream' }
  | { readonly kind: 'unavailable'; readonly error: StoreUnavailable }
  | { readonly kind: 'refused'; readonly error: StoreRefused };

/** gRPC: cancelled, deadline exceeded, aborted (too slow a reader), internal (a stream reset by a graceful stop), unavailable. */
const UNAVAILABLE_CODES: ReadonlySet<unknown> = new Set([1, 4, 10, 13, 14]);
const UNAVAILABLE_TYPES: ReadonlySet<unknown> = new Set([
  'unavailable',
  'deadline-exceeded',
  'timeout',
  'cancelled',
  'not-leader',
]);
const UNAVAILABLE_MESSAGE = /Server Is Not Ready|Failed to discover|Channel (?:has been shut down|closed)/u;
/** An append that ends so has certainly not been written. */
const REFUSED_TYPES: ReadonlySet<unknown> = new Set([
  'stream-deleted',
  'access-denied',
  'invalid-argument',
  'missing-required-metadata-property',
  'no-stream',
  'invalid-transaction',
]);
const REFUSED_MESSAGE = /Could not recognize BadRequest/u;

/** Whatever is not known to be a refusal or a conflict leaves the outcome unknown. */
export function appendFailure(thrown: unknown): AppendFailure {
  const { type } = thrownOf(thrown);
  if (type === 'maximum-append-size-exceeded')
    return {
      kind: 'refused',
      error: new InvalidAppend(`EventStoreDB refuses: ${describe(thrown)}`, { cause: thrown }),
    };
  if (type === 'wrong-expected-version') return { kind: 'conflict', actual: actualOf(thrownOf(thrown).actualVersion) };
  if (REFUSED_TYPES.has(type) || REFUSED_MESSAGE.test(messageOf(thrown)))
    return { kind: 'refused', error: refused(thrown, 'write') };
  return { kind: 'unavailable', error: unavailable(thrown) };
}

export function readFailure(thrown: unknown, asked: Exclude<Asked, 'write'> = 'read'): ReadFailure {
  const { code, type } = thrownOf(thrown);
  if (type === 'stream-not-found') return { kind: 'no-stream' };
  const isUnavailable =
    thrown instanceof StoreUnavailable ||
    UNAVAILABLE_CODES.has(code) ||
    UNAVAILABLE_TYPES.has(type) ||
    UNAVAILABLE_MESSAGE.test(messageOf(thrown));
  return isUnavailable
    ? { kind: 'unavailable', error: unavailable(thrown) }
    : { kind: 'refused', error: refused(thrown, asked) };
}

/** No right to it, or nobody the server knows by this name and password. */
export const isDenied = (thrown: unknown): boolean => thrownOf(thrown).type === 'access-denied';

export function unavailable(cause: unknown): StoreUnavailable {
  return cause instanceof StoreUnavailable
    ? cause
    : new StoreUnavailable(`EventStoreDB cannot be reached: ${describe(cause)}`, { cause });
}

function refused(cause: unknown, asked: Asked): StoreRefused {
  if (cause instanceof StoreRefused) return cause;
  const why = isDenied(cause) ? denial(cause, asked) : `EventStoreDB refuses: ${describe(cause)}`;
  return new StoreRefused(why, { cause });
}

type Asked = 'read' | 'read metadata' | 'write';

/** gRPC: 16 is unauthenticated, 7 permission denied. The path that appends share names no code. */
const denial = (cause: unknown, asked: Asked): string =>
  thrownOf(cause).code === 16
    ? 'EventStoreDB does not let EVENTSTORE_USER in with EVENTSTORE_PASSWORD: unknown, disabled, or another password'
    : asked === 'read metadata'
      ? 'EVENTSTORE_USER may not read the metadata of streams on EventStoreDB: add him to $mr of $userStreamAcl in $settings, ' +
        'or start the product once with EVENTSTORE_ADMIN_USER, which does so'
      : `EVENTSTORE_USER may not ${asked} on EventStoreDB: start the product once with EVENTSTORE_ADMIN_USER, which lets him in`;

/** Some calls say -1 for a stream that does not exist, others a word. Anything else is no revision of ours: the error stands. */
function actualOf(actual: unknown): ExpectedRevision {
  if (actual === NO_STREAM || actual === -1n) return NO_STREAM;
  if (typeof actual === 'bigint' && actual >= 0n && actual <= Number.MAX_SAFE_INTEGER)
    return Number(actual) as Revision;
  throw new StoreRefused(`EventStoreDB names ${String(actual)} as the revision of a stream`);
}

const thrownOf = (thrown: unknown): Thrown => (typeof thrown === 'object' && thrown !== null ? thrown : {});
const messageOf = (thrown: unknown): string => String(thrownOf(thrown).message ?? '');

const UNKNOWN_AUTHORITY = /unable to verify|unable to get (?:local )?issuer|self.signed certificate/iu;

function describe(thrown: unknown): string {
  const { code, type } = thrownOf(thrown);
  // The client says so much, and nothing after it.
  const message = messageOf(thrown).replace(/\s*Resolution note:\s*$/u, '');
  const hint = UNKNOWN_AUTHORITY.test(message)
    ? 'EVENTSTORE_TLS_CA_FILE must name the authority that vouches for it'
    : undefined;
  const facts = [type, code === undefined ? undefined : `code ${String(code)}`, message, hint].filter(
    (fact) => fact !== undefined && fact !== '',
  );
  return facts.length === 0 ? String(thrown) : facts.join(', ');
}
