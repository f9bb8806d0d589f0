import { rebuild, RebuildRefused } from '@ledgate/projections/rebuild/rebuild';
import { migrateReadModels } from '@ledgate/projections/schema/generations';
import { findingText } from '@ledgate/projections/verify/finding';
import { readEnvironment } from '../config/config.ts';
import { parametersOf } from '../config/parameters.ts';
import { StartRefused } from '../data-folder/start-refused.ts';
import { withLedger } from '../main/with-ledger.ts';

const say = (facts: object, message: string) => process.stderr.write(`${message} ${JSON.stringify(facts)}\n`);

/** `npm run rebuild`: fills the read models anew from the ledger beside the live ones, verifies them and goes over. The product may run. */
async function main(): Promise<void> {
  parametersOf(0, 'npm run rebuild     fills the read models anew from the ledger');
  const { generation, position } = await withLedger(
    readEnvironment(process.env),
    async ({ store, pool, partitions }) => {
      await migrateReadModels(pool, partitions);
      return rebuild({ store, pool, log: { info: say, warn: say, error: say }, partitions });
    },
  );
  process.stdout.write(`The read models were rebuilt up to position ${position}; generation ${generation} is live.\n`);
}

main().catch((error: unknown) => {
  if (error instanceof RebuildRefused)
    process.stderr.write(
      `${error.message}\n${error.findings.map((finding) => `  ${findingText(finding)}\n`).join('')}`,
    );
  else
    process.stderr.write(
      `${error instanceof StartRefused ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    );
  process.exit(1);
});
