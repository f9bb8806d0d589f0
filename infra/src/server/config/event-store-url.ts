import { isIP } from 'node:net';
import { z } from 'zod';

const SCHEME = /^esdb(\+discover)?:\/\//;
const CREDENTIALS = /^[^:]+:[^@]+@/;
const PORT = /:\d+$/;

/** Whether the client would encrypt: always, unless the URL says `tls=false`. It takes options in any case, the last of several. */
function isEncrypted(options: string): boolean {
  const tls = options
    .split('&')
    .map((option) => option.split('='))
    .filter(([key = '']) => key.trim().toLowerCase() === 'tls')
    .at(-1);
  return tls?.[1]?.trim() !== 'false';
}

/** False where an encrypted connection would go to an IP address. What the client cannot read at all is left to the client. */
function namesItsServers(url: string): boolean {
  const [servers = '', options = ''] = url.trim().replace(SCHEME, '').replace(CREDENTIALS, '').split('?');
  if (!isEncrypted(options)) return true;
  return servers.split(/[,/]/).every(
    (server) =>
      isIP(
        server
          .trim()
          .replace(PORT, '')
          .replace(/^\[(.*)\]$/, '$1'),
      ) === 0,
  );
}

/**
 * The URL of EventStoreDB, as its client reads it. An encrypted server must be given by its name: newer Nodes take no address for the name that a
 * certificate is checked for, and every connection would fail after the start.
 */
export const eventStoreUrl = z
  .string()
  .regex(SCHEME, 'must begin with esdb:// or esdb+discover://')
  .refine(
    namesItsServers,
    'must give EventStoreDB by a host name, not by an IP address, where TLS is on; it is on without ?tls=false',
  );
