import { CONNECTION_HEADERS, namedByConnection } from '../wire/connection-headers.ts';

/**
 * Headers of an upstream's answer that stay behind: those of the connection, those that our own server sets, and those that concern the
 * operator's account or the upstream's own site rather than the caller.
 */
const STAY: ReadonlySet<string> = new Set([
  ...CONNECTION_HEADERS,
  'content-length',
  'content-encoding',
  'date',
  'server',
  'set-cookie',
  'alt-svc',
  'strict-transport-security',
  'x-oneapi-request-id',
  'x-request-id',
  'request-id',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-expose-headers',
  'access-control-max-age',
]);

/**
 * Beginnings of names that tell of the operator's account: what it may still ask and spend, whose it is, where it is hosted. A caller's own limits
 * are ours to tell.
 */
const ACCOUNT = new RegExp(
  `^(?:${[
    'x-rate-?limit',
    'ratelimit',
    'retry-after',
    '(?:openai|anthropic)-(?:organization|project|ratelimit)',
    'anthropic-(?:priority|fast)',
    'x-ms-',
    'azureml-',
    'apim-',
    'x-(?:organization|org|project|account|user|tenant|billing|balance|credits?|quota|usage|cost)(?:-|$)',
  ].join('|')})`,
);

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Whether a header can have this value: Latin-1 without control characters, which is all that Node and undici send. */
export const isSendable = (value: string): boolean => !UNSENDABLE.test(value);
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/;

/** What the caller gets of an upstream's headers. Names are lower-case. An answer must not fail for a value in another script. */
export function passedHeaders(headers: Headers): Record<string, string | number | string[]> {
  const passed: Record<string, string | number | string[]> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && !STAY.has(name) && !ACCOUNT.test(name) && isSendable(String(value)))
      passed[name] = value;
  }
  for (const name of namedByConnection(String(headers['connection'] ?? ''))) delete passed[name];
  return passed;
}

/** How long the upstream asks to be left alone: seconds or an HTTP date; '' when it does not say so. */
export function retryAfterOf(headers: Headers): string {
  const value = headerOf(headers, 'retry-after').trim();
  return /^\d{1,6}$/.test(value) || /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(value)
    ? value
    : '';
}

/** Those of a whole answer in JSON, whatever an upstream called it: SDKs parse only what says that it is JSON. */
export function jsonHeaders(headers: Headers): ReturnType<typeof passedHeaders> {
  const passed = passedHeaders(headers);
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(headerOf(headers, 'content-type')))
    passed['content-type'] = 'application/json';
  return passed;
}

/** Those of a whole answer of another type. */
export const bodyHeaders = (headers: Headers, contentType: string): ReturnType<typeof passedHeaders> => ({
  ...passedHeaders(headers),
  'content-type': contentType,
});

/** Those of a stream, of events unless its form is another. */
export const streamHeaders = (
  headers: Headers,
  contentType = 'text/event-stream; charset=utf-8',
): ReturnType<typeof passedHeaders> => ({
  ...passedHeaders(headers),
  'content-type': contentType,
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
});

/** One value of a header, '' without. */
export function headerOf(headers: Headers, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : (value?.[0] ?? '');
}
