import { randomBytes } from 'node:crypto';
import type { ProjectorThread } from '../projector/projector-thread.ts';
import { variablesOf } from '../../server/config/variables-of.ts';
import type { ProxyTarget } from '../../server/http/parent-proxy.ts';
import { RelayProcesses } from '../relay-processes/relay-processes.ts';
import type { Directory } from './directory.ts';
import type { Foundation } from './foundation.ts';
import type { Lifeline } from './shutdown.ts';
import { masterKeyFile } from './master-key.ts';
import { settlerOf } from './worker-part.ts';

const SECRET_BYTES = 32;

export const newProxySecret = (): string => randomBytes(SECRET_BYTES).toString('hex');

type ForkedRelays = {
  readonly foundation: Foundation;
  /** For the policy by which tills of dead relays are ended; undefined where this process is no worker. */
  readonly view: Directory['view'] | undefined;
  readonly proxy: ProxyTarget;
  /** Who keeps the read models in this process, if somebody does: he hears at once of what relay processes append. */
  readonly projectorThread: ProjectorThread | undefined;
};

/** RELAY_PROCESSES behind PORT. A till whose process has died is ended at once where the database is ours alone; elsewhere by its silent heartbeat. */
export async function forkRelays(
  { foundation, view, proxy, projectorThread }: ForkedRelays,
  lifeline: Lifeline,
): Promise<RelayProcesses> {
  const { environment, databaseUrl, ours, log } = foundation;
  const variables = {
    ...variablesOf({
      ...environment,
      ROLES: ['relay'],
      RELAY_PROCESSES: 1,
      DATABASE_URL: databaseUrl,
      // Of workers alone.
      LEDGER_KEY: undefined,
    }),
    ...(environment.MASTER_KEY === undefined ? { MASTER_KEY_FILE: masterKeyFile(environment.DATA_DIR) } : {}),
  };
  let processes: RelayProcesses | undefined;
  processes = await RelayProcesses.start({
    count: environment.RELAY_PROCESSES,
    where: environment,
    log,
    onAppended: () => projectorThread?.appended(),
    numbers: foundation.telemetry.metrics.others,
    begin: { variables, proxy, tellAppends: projectorThread !== undefined },
    onDead: async () => {
      if (!ours || view === undefined) return;
      await settlerOf({ ...foundation, view }, { spared: () => processes?.relayIds() ?? [] })
        .fenceAllAtStart()
        .catch((error: unknown) =>
          log.warn({ err: error }, 'the till of a dead relay process could not be ended at once: a worker ends it'),
        );
    },
  });
  lifeline.add('relay processes', () => processes?.stop());
  return processes;
}
