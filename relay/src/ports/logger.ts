/** What the relay says to the operator. Fields first, as pino has it; never keys, bodies or personal data. */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
