import { Resolver } from 'node:dns/promises';

/** All addresses of a name; none where it has none. Rejects when nobody could say. */
export type NameLookup = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

const SERVER_TIMEOUT_MS = 2_000;
const TRIES = 2;

/** There is such a name no more than others, or it has no address of this version. */
const NONE: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/**
 * Asks the machine's name servers, both versions at once. Not the system's `getaddrinfo`: that keeps one of libuv's few threads for as long as whoever owns a
 * name cares to let it wait, and cannot be ended.
 */
export const lookUpName: NameLookup = (host, signal) => lookUpAt([], host, signal);

/** At these servers (ADDRESS:PORT); where none are given, the machine's. */
export async function lookUpAt(
  servers: readonly string[],
  host: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: SERVER_TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (addresses.length > 0) return addresses;
    const unknown = found.find(
      (one) => one.status === 'rejected' && !NONE.has((one.reason as { code?: unknown }).code),
    );
    if (unknown?.status === 'rejected') throw unknown.reason;
    return [];
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
