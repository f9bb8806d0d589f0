import type { CashierLog } from '@ledgate/relay/cashier/log';
import type { Logger } from '../telemetry/logger.ts';

/** The log as cashier and settler speak to it; what they call an alarm is an error that asks for a person. */
export const ledgerLog = (log: Logger): CashierLog => ({
  info: (message, facts) => log.info(facts, message),
  warn: (message, facts) => log.warn(facts, message),
  alarm: (message, facts) => log.error({ ...facts, alarm: true }, message),
});
