import { type Position, START } from '@ledgate/domain/ports/event-store';
import { readModelHealth } from '@ledgate/projections/queries/health';
import { findingText } from '@ledgate/projections/verify/finding';
import { verify } from '@ledgate/projections/verify/verify';
import { readEnvironment } from '../config/config.ts';
import { parametersOf } from '../config/parameters.ts';
import { endText } from '../data-folder/start-refused.ts';
import { PROGRESS_EVERY_MS } from '../limits.ts';
import { foreignEventsText } from '../main/store.ts';
import { withLedger } from '../main/with-ledger.ts';
import { comparedText } from './compared-text.ts';

/**
 * `npm run verify`: folds the ledger anew and compares it with the read models, up to where they are; says how far behind the ledger they are, which is
 * nothing untrue. Exits with 1 and names what differs.
 */
async function main(): Promise<void> {
  parametersOf(0, 'npm run verify     folds the ledger anew and compares it with the read models');
  const findings = await withLedger(readEnvironment(process.env), async (ledger) => {
    const { store, pool, gaplessPositions } = ledger;
    let toldAt = performance.now();
    let comparedUpTo: Position = START;
    const found = await verify({
      store,
      pool,
      gaplessPositions,
      onProgress: (position, upTo) => {
        comparedUpTo = upTo;
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
    process.stdout.write(comparedText(comparedUpTo, await readModelHealth(pool, store, Date.now())));
    process.stdout.write(foreignEventsText(ledger));
    return found;
  });
  process.exitCode = findings.length === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${endText(error)}\n`);
  process.exit(2);
});
