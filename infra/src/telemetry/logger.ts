import { pino } from 'pino';
import type { Environment } from '../config/config.ts';

const SECRETS = ['key', 'password', 'authorization', 'cookie', 'token', '*.key', '*.password', '*.authorization', '*.cookie', '*.token'];

/** JSON lines on standard output, secrets cut out. */
export const createLogger = ({ LOG_LEVEL }: Pick<Environment, 'LOG_LEVEL'>) =>
  pino({
    level: LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths: SECRETS, censor: '(secret)' }, serializers: { err: errorFacts },
  });

/** What an error says of itself. Not what hangs on it: a database error carries its whole connection. */
function errorFacts(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack } = error;
  const { code } = error as NodeJS.ErrnoException;
  return { name, message, ...(code === undefined ? {} : { code }), stack, ...(error.cause === undefined ? {} : { cause: errorFacts(error.cause) }) };
}

export type Logger = ReturnType<typeof createLogger>;
