import { pino } from 'pino';
import type { Environment } from '../config/config.ts';

const SECRETS = ['key', 'password', 'authorization', 'cookie', 'token', '*.key', '*.password', '*.authorization', '*.cookie', '*.token'];

/** JSON lines on standard output, secrets cut out. */
export const createLogger = ({ LOG_LEVEL }: Pick<Environment, 'LOG_LEVEL'>) =>
  pino({ level: LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths: SECRETS, censor: '(secret)' } });

export type Logger = ReturnType<typeof createLogger>;
