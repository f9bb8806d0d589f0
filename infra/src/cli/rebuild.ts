import { rebuild } from '@ledgate/projections/rebuild/rebuild';
import { migrateReadModels } from '@ledgate/projections/schema/generations';
import { readEnvironment } from '../server/config/config.ts';
import { parametersOf } from '../server/config/parameters.ts';
import { refusalText } from '../operations/relocation/refusal-text.ts';
import { refuseLaterLedger } from '../process/main/which-ledger.ts';
import { withLedger } from '../process/main/with-ledger.ts';
import { program } from '../process/program.ts';

const say = (facts: object, message: string) => process.stderr.write(`${message} ${JSON.stringify(facts)}\n`);

/** `npm run rebuild`: fills the read models anew from the ledger beside the live ones, verifies them and goes over. The product may run. */
async function main(): Promise<void> {
  parametersOf(0, 'npm run rebuild     fills the read models anew from the ledger');
  const { generation, position } = await withLedger(
    readEnvironment(process.env),
    async ({ store, pool, partitions }) => {
      await refuseLaterLedger(pool);
      await migrateReadModels(pool, partitions);
      return rebuild({ store, pool, log: { info: say, warn: say, error: say }, partitions });
    },
  );
  process.stdout.write(`The read models were rebuilt up to position ${position}; generation ${generation} is live.\n`);
}

program(main, { textOf: refusalText });
