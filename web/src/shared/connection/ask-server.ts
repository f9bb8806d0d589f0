/** Of a proxy before a server that is away. */
const AWAY: readonly number[] = [502, 503, 504];
const OWN_HEADER = 'x-oneapi-request-id';

/** Whether it was the server that answered, and not a proxy that could not reach it: every answer of the server's has a request id. */
export const isOfServer = ({ status, headers }: Response): boolean => !AWAY.includes(status) || headers.has(OWN_HEADER);

const versionOf = (answer: unknown): string | undefined => {
  const { data } = (answer ?? {}) as { readonly data?: { readonly version?: unknown } | null };
  return typeof data?.version === 'string' ? data.version : undefined;
};

/** Asks what everybody may know. Answers the server's release, undefined where it states none; rejects where nothing answers. */
export async function askServer(signal: AbortSignal): Promise<string | undefined> {
  const response = await fetch('/api/status', {
    cache: 'no-store',
    headers: { Accept: 'application/json' },
    credentials: 'same-origin',
    signal,
  });
  if (!isOfServer(response)) throw new Error('no answer');
  return versionOf(await response.json().catch(() => undefined));
}
