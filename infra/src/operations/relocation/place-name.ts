import { resolve } from 'node:path';
import type { Environment } from '../../server/config/config.ts';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';

type PlaceVariables = Pick<Environment, 'DATA_DIR' | 'DATABASE_URL' | 'EVENTSTORE_URL'>;

/** A place as people are told of it: hosts and folders, no users and no passwords. */
export function placeName({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  EVENTSTORE_URL: eventStoreUrl,
}: PlaceVariables): string {
  const database = databaseUrl === undefined ? dataDir : databaseName(databaseUrl);
  if (eventStoreUrl !== undefined) return `the cluster of ${eventStoreName(eventStoreUrl)} and ${database}`;
  return databaseUrl === undefined ? `the embedded installation in ${database}` : `the installation on ${database}`;
}

function databaseName(url: string): string {
  const { host, pathname } = new URL(url);
  return `Postgres ${host}${pathname}`;
}

const eventStoreName = (url: string): string =>
  `EventStoreDB ${url.replace(/^[a-z+]+:\/\/([^@/]*@)?/u, '').replace(/[/?].*$/u, '')}`;

/** The embedded installation of the data folder, whatever else the environment names. */
export const embeddedIn = (environment: Environment): Environment => ({
  ...environment,
  DATABASE_URL: undefined,
  EVENTSTORE_URL: undefined,
  KAFKA_BROKERS: undefined,
});

/** The cluster on this machine in a folder; its EventStoreDB may be one that the environment names. */
export const localClusterIn = (environment: Environment, folder: string): Environment => ({
  ...environment,
  DATA_DIR: resolve(folder),
  DATABASE_URL: undefined,
  KAFKA_BROKERS: undefined,
});

/** Refuses, naming the variable, where the environment does not name a cluster. */
export function clusterIn(environment: Environment): Environment {
  if (environment.EVENTSTORE_URL === undefined)
    throw new StartRefused('EVENTSTORE_URL must name the EventStoreDB of the cluster');
  if (environment.DATABASE_URL === undefined)
    throw new StartRefused('DATABASE_URL must name the Postgres of the cluster');
  return environment;
}
