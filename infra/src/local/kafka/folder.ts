import { join } from 'node:path';

/** What a local Kafka keeps in the data folder. */
export const brokerFolder = (dataDir: string): string => join(dataDir, 'kafka');
export const storageFolder = (dataDir: string): string => join(brokerFolder(dataDir), 'data');
export const settingsFile = (dataDir: string): string => join(brokerFolder(dataDir), 'server.properties');
export const loggingFile = (dataDir: string): string => join(brokerFolder(dataDir), 'log4j2.properties');
export const processFile = (dataDir: string): string => join(brokerFolder(dataDir), 'process.json');
export const logFile = (dataDir: string): string => join(dataDir, 'kafka.log');
