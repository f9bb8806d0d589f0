import { rotateMasterKey } from '@ledgate/projections/directory/keys/rotate';
import { masterKeyIds } from '@ledgate/projections/directory/keys/master-keys';
import { StartRefused } from '../embedded/data-folder/start-refused.ts';
import { systemClock } from '../process/main/clock.ts';
import { addNewKey, givenKeyRing, refuseLacking } from '../process/main/master-key.ts';
import { withLedger } from '../process/main/with-ledger.ts';
import { program } from '../process/program.ts';
import { readEnvironment } from '../server/config/config.ts';
import { optionsOf } from '../server/config/parameters.ts';

const USAGE = `npm run rotate-master-key                encrypts every secret anew under the first master key of MASTER_KEY, or of master.key in DATA_DIR
  --new                                  puts a new one first in master.key, while nothing runs on DATA_DIR`;

/** `npm run rotate-master-key`: broken off anywhere, it is finished by running it again, without --new. Exits with 1 and says what is wrong. */
async function main(): Promise<void> {
  const { values } = optionsOf({ options: { new: { type: 'boolean', default: false } } }, USAGE);
  const environment = readEnvironment(process.env);
  if (values.new) addNewKey(environment);
  const ring = givenKeyRing(environment);
  const count = await withLedger(environment, async ({ pool }) => {
    const stored = await masterKeyIds(pool);
    if (stored.length === 0)
      throw new StartRefused('nothing is encrypted here yet: the first start of this release begins with a master key');
    refuseLacking(ring, stored, 'secrets of this installation are', environment);
    if (ring === undefined) return 0;
    const onSecrets = (done: number) => void process.stderr.write(`  ${done} secrets are encrypted anew ...\n`);
    return rotateMasterKey(pool, { ring, nowMs: systemClock.nowMs(), onSecrets });
  });
  process.stdout.write(
    `Every secret is encrypted under master key ${ring?.newest ?? ''}; ${count} were encrypted anew. ` +
      'Earlier master keys are needed for earlier backups alone.\n',
  );
}

program(main);
