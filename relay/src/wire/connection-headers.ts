/** Headers that hold for one connection alone, so nobody passes them on (RFC 9110, 7.6.1). Names are lower-case. */
export const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Names in `Connection` (as Node joins them; '' without): headers of this connection alone as well. */
export const namedByConnection = (value: string): readonly string[] =>
  value === '' || value === 'keep-alive' || value === 'close'
    ? []
    : value.split(',').map((name) => name.trim().toLowerCase());
