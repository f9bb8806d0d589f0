/** What cashier and settler tell the operator: short texts with their facts. An alarm needs a person. */
export interface CashierLog {
  info(message: string, facts: Readonly<Record<string, unknown>>): void;
  warn(message: string, facts: Readonly<Record<string, unknown>>): void;
  alarm(message: string, facts: Readonly<Record<string, unknown>>): void;
}

export const SILENT: CashierLog = { info: () => undefined, warn: () => undefined, alarm: () => undefined };

/** An error as a fact of a log line. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));
