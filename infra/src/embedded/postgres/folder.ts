import { join } from 'node:path';

/** What embedded Postgres keeps in the data folder. */
export const serverFolder = (dataDir: string): string => join(dataDir, 'postgres');
export const passwordFile = (dataDir: string): string => join(dataDir, 'postgres.password');
export const logFile = (dataDir: string): string => join(dataDir, 'postgres.log');

/** The superuser that initdb makes, and the database that is always there. */
export const SERVER_ROLE = 'ledgate';
export const DATABASE = 'postgres';
