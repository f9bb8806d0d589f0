import { Socket } from 'node:net';
import { readEnvironment } from '../server/config/config.ts';
import { endText, isInWords } from '../embedded/data-folder/start-refused.ts';
import { endOnSignals, Lifeline } from '../process/main/shutdown.ts';
import type { GivenConnections } from '../process/relay-processes/given-connections.ts';
import { type Begin, orderSchema, type Report } from '../process/relay-processes/orders.ts';
import { startRelayProcess } from '../process/relay-processes/relay-process.ts';
import { createLogger } from '../server/telemetry/logger.ts';

// One of RELAY_PROCESSES: forked by a process that goes on telling it what to do, and started by nobody else.

let connections: GivenConnections | undefined;

async function begun(begin: Begin): Promise<void> {
  const environment = readEnvironment(begin.variables);
  const log = createLogger(environment);
  const lifeline = new Lifeline(log);
  endOnSignals(lifeline, log);
  try {
    connections = await startRelayProcess({ begin, environment, log, tell }, lifeline);
    tell({ kind: 'serves' });
  } catch (error) {
    await lifeline.end();
    throw error;
  }
}

function tell(report: Report, told: () => void = () => undefined): void {
  if (process.connected) process.send?.(report, undefined, undefined, told);
}

function refused(error: unknown): void {
  const reason = isInWords(error) ? error.message : undefined;
  if (reason === undefined) process.stderr.write(`${endText(error)}\n`);
  tell({ kind: 'refused', message: reason ?? 'a relay process failed while it began' }, () => process.exit(1));
}

process.on('message', (message: unknown, handle: unknown) => {
  const order = orderSchema.parse(message);
  if (order.kind === 'begin') return void begun(order).catch(refused);
  tell({ kind: 'took' });
  // Of a caller who went away meanwhile there is none.
  if (handle instanceof Socket) connections?.take(handle);
});
// Who forked it has died: it ends like one that died with it. What is under way a worker ends.
process.once('disconnect', () => process.exit(1));
tell({ kind: 'hears' });
