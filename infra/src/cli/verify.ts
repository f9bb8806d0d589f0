import { type Position, START } from '@ledgate/domain/ports/event-store';
import { readModelHealth } from '@ledgate/projections/queries/health';
import { findingText } from '@ledgate/projections/verify/finding';
import { verify } from '@ledgate/projections/verify/verify';
import { readEnvironment } from '../server/config/config.ts';
import { parametersOf } from '../server/config/parameters.ts';
import { PROGRESS_EVERY_MS } from '../limits.ts';
import { foreignEventsText } from '../process/main/store.ts';
import { withLedger } from '../process/main/with-ledger.ts';
import { comparedText } from '../operations/verify/compared-text.ts';
import { program } from '../process/program.ts';

/**
 * `npm run verify`: folds the ledger anew and compares it with the read models, up to where they are; says how far behind the ledger they are, which is
 * nothing untrue. Exits with 1 and names what differs.
 */
async function main(): Promise<void> {
  parametersOf(0, 'npm run verify     folds the ledger anew and compares it with the read models');
  const findings = await withLedger(readEnvironment(process.env), async (ledger) => {
    const { store, pool, gaplessPositions } = ledger;
    let toldAt = performance.now();
    let [furthest, comparedUpTo]: [Position, Position] = [START, START];
    const found = await verify({
      store,
      pool,
      gaplessPositions,
      onProgress: ({ position, upTo, comparedUpTo: compared }) => {
        [furthest, comparedUpTo] = [upTo, compared];
        if (performance.now() - toldAt < PROGRESS_EVERY_MS) return;
        toldAt = performance.now();
        process.stderr.write(`Verified up to position ${position} of ${upTo} ...\n`);
      },
    });
    process.stdout.write(
      found.length === 0
        ? `The books are true up to ledger position ${comparedUpTo}.\n`
        : `The books are NOT true:\n${found.map((finding) => `  ${findingText(finding)}\n`).join('')}`,
    );
    process.stdout.write(comparedText(furthest, await readModelHealth(pool, store, Date.now())));
    process.stdout.write(foreignEventsText(ledger));
    return found;
  });
  process.exitCode = findings.length === 0 ? 0 : 1;
}

program(main, { failedCode: 2 });
