import { type DestinationStream, pino } from 'pino';
import type { Environment } from '../config/config.ts';
import { withoutSecrets } from './without-secrets.ts';

/** JSON lines on standard output, or where it is told, secrets cut out of the finished line. */
export const createLogger = (
  { LOG_LEVEL }: Pick<Environment, 'LOG_LEVEL'>,
  destination: DestinationStream = pino.destination(1),
) =>
  pino(
    {
      level: LOG_LEVEL,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: withoutSecrets },
      serializers: { err: errorFacts },
    },
    destination,
  );

/** What an error says of itself. Not what hangs on it: a database error carries its whole connection. */
function errorFacts(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack } = error;
  const { code } = error as NodeJS.ErrnoException;
  return {
    name,
    message,
    ...(code === undefined ? {} : { code }),
    stack,
    ...(error.cause === undefined ? {} : { cause: errorFacts(error.cause) }),
  };
}

export type Logger = ReturnType<typeof createLogger>;
