import { join } from 'node:path';
import type { Role } from '../../server/config/roles.ts';
import { freePort } from '../../embedded/free-port.ts';
import { masterKeyFile } from '../../process/main/master-key.ts';
import { isReady } from '../reverse-proxy/backend.ts';
import type { Command } from './supervised-process.ts';

/** The processes of the product that a cluster on one machine consists of, each with one role. */
export const ROLE_PROCESSES = [
  { name: 'api', role: 'api' },
  { name: 'relay-1', role: 'relay' },
  { name: 'relay-2', role: 'relay' },
  { name: 'projector-1', role: 'projector' },
  { name: 'projector-2', role: 'projector' },
  { name: 'publisher', role: 'publisher' },
  { name: 'worker', role: 'worker' },
] as const satisfies readonly { readonly name: string; readonly role: Role }[];

/** Who serves callers is told to stop first; the others finish what those have begun. */
export const serves = (role: Role): boolean => role === 'api' || role === 'relay';

/** What every process is told, as it is at the moment. */
export type Addresses = {
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  readonly brokers: string;
  /** Where callers are served, by a proxy that may not listen yet: no process gets it. */
  readonly callersPort?: number;
};

/** The only one whom the processes believe what it says of callers: our proxy. */
const PROXY_ADDRESS = '127.0.0.1';

/**
 * The product with one role, on a free port of loopback, another each time.
 * @param programs folder of the built commands
 */
export async function roleCommand(
  role: Role,
  programs: string,
  dataDir: string,
  { databaseUrl, eventStoreUrl, brokers, callersPort }: Addresses,
): Promise<Command> {
  const port = await freePort(callersPort);
  const { EVENTSTORE_URL_FILE: _file, LEDGER_KEY, LEDGER_KEY_FILE, ...given } = process.env;
  const hasMasterKey = (given['MASTER_KEY'] ?? '') !== '' || (given['MASTER_KEY_FILE'] ?? '') !== '';
  return {
    port,
    parameters: [join(programs, 'start.js')],
    environment: {
      ...given,
      ROLES: role,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ...(hasMasterKey ? {} : { MASTER_KEY_FILE: masterKeyFile(dataDir) }),
      // Of workers alone.
      ...(role === 'worker' ? { LEDGER_KEY, LEDGER_KEY_FILE } : {}),
      DATABASE_URL: databaseUrl,
      EVENTSTORE_URL: eventStoreUrl,
      KAFKA_BROKERS: brokers,
      TRUSTED_PROXIES: PROXY_ADDRESS,
    },
    isReady: () => isReady(port),
  };
}
