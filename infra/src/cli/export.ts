import { isDiskFull } from '@ledgate/projections/exports/write-export';
import { isInWords } from '../embedded/data-folder/start-refused.ts';
import { exportParametersOf, ExportRefused } from '../operations/export/export-parameters.ts';
import { runExport } from '../operations/export/run-export.ts';
import { foreignEventsText } from '../process/main/store.ts';
import { withLedger } from '../process/main/with-ledger.ts';
import { readEnvironment } from '../server/config/config.ts';

const REFUSED_CODE = 2;

class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/**
 * `npm run export`: writes a file of what the ledger holds (docs/exports.md), while the product runs and while it is stopped. Nothing stands on stdout,
 * progress on stderr. Exits with 1 where it cannot be written, with 2 where it is asked for what cannot be.
 */
async function main(): Promise<void> {
  const parameters = exportParametersOf(process.argv.slice(2));
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => interrupted.abort(new Interrupted(`ended by ${signal}: --resume goes on with it`)));
  const { rows, bytes, sha256, position, head, isResumed } = await withLedger(
    readEnvironment(process.env),
    async (ledger) => {
      const done = await runExport(parameters, {
        ...ledger,
        signal: interrupted.signal,
        onProgress: ({ rowsDone, rowsTotal }) =>
          process.stderr.write(`Exported ${rowsDone}${rowsTotal === null ? '' : ` of ${rowsTotal}`} rows ...\n`),
      });
      process.stderr.write(foreignEventsText(ledger));
      return done;
    },
  );
  if (parameters.position === undefined && !isResumed && position < head)
    process.stderr.write(`The ledger ends at position ${head}: the read models have not come that far.\n`);
  process.stderr.write(
    `${rows} rows, ${bytes} bytes, SHA-256 ${sha256}: the ledger up to position ${position} stands in ${parameters.out}\n`,
  );
}

/** The system's own words tell of a file and why. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isDiskFull(error)) return `the disk takes no more, and nothing is left of the file: ${error.message}`;
  const { message, stack = message } = error;
  const isTold = error instanceof ExportRefused || error instanceof Interrupted || 'syscall' in error;
  return isTold || isInWords(error) ? message : stack;
}

main().catch((error: unknown) => {
  process.stderr.write(`${textOf(error)}\n`);
  process.exit(error instanceof ExportRefused ? REFUSED_CODE : 1);
});
