import { findingText } from '@ledgate/projections/verify/finding';
import { verify } from '@ledgate/projections/verify/verify';
import { readEnvironment } from '../config/config.ts';
import { parametersOf } from '../config/parameters.ts';
import { endText } from '../data-folder/start-refused.ts';
import { PROGRESS_EVERY_MS } from '../limits.ts';
import { foreignEventsText } from '../main/store.ts';
import { withLedger } from '../main/with-ledger.ts';

/** `npm run verify`: folds the whole ledger anew and compares it with the read models. Exits with 1 and names what differs. */
async function main(): Promise<void> {
  parametersOf(0, 'npm run verify     folds the ledger anew and compares it with the read models');
  const findings = await withLedger(readEnvironment(process.env), async (ledger) => {
    const { store, pool, gaplessPositions } = ledger;
    let toldAt = performance.now();
    const found = await verify({
      store,
      pool,
      gaplessPositions,
      onProgress: (position, upTo) => {
        if (performance.now() - toldAt < PROGRESS_EVERY_MS) return;
        toldAt = performance.now();
        process.stderr.write(`Verified up to position ${position} of ${upTo} ...\n`);
      },
    });
    const head = await store.head();
    process.stdout.write(
      found.length === 0
        ? `The books are true (ledger position ${head}).\n`
        : `The books are NOT true:\n${found.map((finding) => `  ${findingText(finding)}\n`).join('')}`,
    );
    process.stdout.write(foreignEventsText(ledger));
    return found;
  });
  process.exitCode = findings.length === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${endText(error)}\n`);
  process.exit(2);
});
