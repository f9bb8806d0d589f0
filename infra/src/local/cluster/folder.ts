import { join } from 'node:path';

// What the local cluster keeps in the data folder, beside the folders of Postgres and Kafka.

export const profileFile = (dataDir: string): string => join(dataDir, 'cluster.json');
export const recordsFile = (dataDir: string): string => join(dataDir, 'cluster-processes.json');
/** The ledger, where the protocol double takes EventStoreDB's place. */
export const doubleFile = (dataDir: string): string => join(dataDir, 'eventstore.log');
/** Every process of the cluster works here: by it strays are found. */
export const workFolder = (dataDir: string): string => join(dataDir, 'processes');
export const logFile = (dataDir: string, name: string): string => join(workFolder(dataDir), `${name}.log`);
