/**
 * What long-running parts tell the operator: facts by name, then a short text; never keys, bodies or personal data. What asks for a person is an
 * alarm: `error({ alarm: true, ... }, message)`. An error stands under `err`. pino fits it.
 */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** For parts that nobody gave a log. */
export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
