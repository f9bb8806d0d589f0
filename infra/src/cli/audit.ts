import { PROGRESS_EVERY_MS } from '../limits.ts';
import { auditFile } from '../operations/audit/audit-file.ts';
import { auditParametersOf } from '../operations/audit/audit-parameters.ts';
import { withFile } from '../operations/audit/bytes.ts';
import { reportJson, reportText, warningsText } from '../operations/audit/report.ts';
import { Unreadable } from '../operations/audit/unreadable.ts';

const UNREADABLE_CODE = 2;
/** The clock is asked once for so many lines. */
const LINES_BETWEEN = 1_024;

/**
 * `npm run audit`: checks an events export, a bundle or a receipt by itself (docs/exports.md#audit), without product, data and network. The report stands on
 * stdout, all else on stderr. Exits with 0 where it is true, with 1 where it is not, with 2 where it cannot be read.
 */
function main(): void {
  const { file, keys, checkpoints, json } = auditParametersOf(process.argv.slice(2));
  let toldAt = performance.now();
  const onLine = (line: number): void => {
    if (line % LINES_BETWEEN !== 0 || performance.now() - toldAt < PROGRESS_EVERY_MS) return;
    toldAt = performance.now();
    process.stderr.write(`Audited ${line} lines ...\n`);
  };
  const report = withFile(file, (bytes) => auditFile(file, bytes, { keys, checkpoints, onLine }));
  process.stderr.write(warningsText(report));
  process.stdout.write(json ? reportJson(report) : reportText(report));
  process.exitCode = report.faults.count === 0 ? 0 : 1;
}

/** The system's own words tell of a file and why. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof Unreadable || 'syscall' in error ? error.message : (error.stack ?? error.message);
}

try {
  main();
} catch (error) {
  process.stderr.write(`${textOf(error)}\n`);
  process.exitCode = UNREADABLE_CODE;
}
