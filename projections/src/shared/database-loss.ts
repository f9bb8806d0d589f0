/** Of the system's calls: the server is not there, the connection to it broke, or this machine has no room for one now. */
const SYSTEM_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNABORTED',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
]);
/** Of TLS: it did not come about, or the server's certificate is not believed, as while one is being changed. */
const TLS_CODE = /^(?:EPROTO$|ERR_(?:TLS|SSL)_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/;
/** Of the server: it stops, starts, takes no more connections, or has ended a query that took too long; class 08 is the connection's own. */
const SERVER_CODES: ReadonlySet<string> = new Set(['57014', '57P01', '57P02', '57P03', '53300']);
/** What pg says without a code. */
const TEXTS: readonly string[] = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Query read timeout',
  'Cannot use a pool after calling end',
  'There was an error establishing an SSL connection',
  'The server does not support SSL connections',
];

/**
 * Whether an error means that the database cannot be reached, and not that a query was wrong. Of a change under way nobody knows whether it
 * was made. Calls of the system count from a connection alone: a file that is missing is no lost database.
 */
export function isDatabaseLoss(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, syscall, message, errors } = error as {
    code?: unknown;
    syscall?: unknown;
    message?: unknown;
    errors?: unknown;
  };
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isDatabaseLoss);
  if (typeof code !== 'string') return typeof message === 'string' && TEXTS.some((text) => message.startsWith(text));
  if (SYSTEM_CODES.has(code)) return syscall === undefined || CONNECTION_CALLS.has(String(syscall));
  return SERVER_CODES.has(code) || TLS_CODE.test(code) || /^08[0-9A-Z]{3}$/.test(code);
}

const CONNECTION_CALLS: ReadonlySet<string> = new Set(['connect', 'read', 'write', 'getaddrinfo']);
