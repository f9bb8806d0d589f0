import { startEmbeddedPostgres } from '../../embedded/postgres/embedded-postgres.ts';
import { serverFolder } from '../../embedded/postgres/folder.ts';
import { findPostmaster } from '../../embedded/postgres/postmaster.ts';
import { findBroker } from '../kafka/broker-process.ts';
import { startLocalKafka } from '../kafka/local-kafka.ts';
import { KeptServer, type KeptServerOptions } from './kept-server.ts';
import { SERVERS_STOP_MS } from './limits.ts';

type Options = Pick<KeptServerOptions, 'say' | 'onMoved'> & {
  readonly dataDir: string;
  /** Where the reverse proxy will listen. */
  readonly callersPort: number;
};

export function keptPostgres({ dataDir, say, onMoved, callersPort }: Options): KeptServer {
  let address = '';
  return new KeptServer({
    name: 'Postgres',
    say,
    onMoved,
    lives: () => findPostmaster(serverFolder(dataDir)) !== undefined,
    start: async () => {
      const server = await startEmbeddedPostgres({
        dataDir,
        log: say,
        exceptPort: callersPort,
        ...(address === '' ? {} : { port: Number(new URL(address).port) }),
      });
      address = server.url;
      return { address, stop: () => server.stop() };
    },
  });
}

/** One that takes too long to stop is killed: it recovers at its next start, and is never the record. */
export function keptKafka({ dataDir, say, onMoved, callersPort }: Options): KeptServer {
  return new KeptServer({
    name: 'Kafka',
    say,
    onMoved,
    lives: () => findBroker(dataDir) !== undefined,
    start: async () => {
      const broker = await startLocalKafka({ dataDir, log: say, exceptPort: callersPort });
      return {
        address: broker.brokers.join(','),
        stop: async () => {
          const limit = setTimeout(() => void broker.kill(), SERVERS_STOP_MS);
          await broker.stop();
          clearTimeout(limit);
        },
      };
    },
  });
}
