import { ProtocolDouble } from '../event-store/eventstoredb/testing/protocol-double.ts';

/**
 * The protocol double of EventStoreDB as a process of its own, on a free port and in memory: for rehearsals and tests, never for production. Prints
 * its URL; ends when its standard input does, so also with the process that started it.
 */
async function main(): Promise<void> {
  const double = await ProtocolDouble.start();
  process.stdout.write(`${double.url}\n`);
  process.stdin.resume().once('end', () => { void double.stop().then(() => process.exit(0)); });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
