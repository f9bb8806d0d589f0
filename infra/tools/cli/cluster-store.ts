import { parseArgs } from 'node:util';
import { ProtocolDouble } from '../../test/doubles/eventstoredb/protocol-double.ts';
import { program } from '../../src/process/program.ts';

/**
 * The protocol double of EventStoreDB as a process of `npm run cluster`: its log in a file, synced before it answers. Ends with its standard input, so
 * also with the process that started it. Never for production.
 */
async function main(): Promise<void> {
  const {
    values: { port, file },
  } = parseArgs({ options: { port: { type: 'string' }, file: { type: 'string' } } });
  if (port === undefined || file === undefined) throw new Error('--port and --file are missing');
  const { url } = await ProtocolDouble.start({ port: Number(port), file });
  process.stdout.write(`The protocol double of EventStoreDB answers at ${url}.\n`);
  process.stdin.resume().once('end', () => process.exit(0));
}

program(main);
