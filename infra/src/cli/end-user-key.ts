import { changeEndUserKey, endUserKeyFacts } from '@ledgate/projections/directory/end-users/end-user-key';
import { masterKeyIds } from '@ledgate/projections/directory/keys/master-keys';
import { createNotifications } from '@ledgate/projections/directory/notifications';
import { createAcknowledgements } from '@ledgate/projections/directory/tills/acknowledgements';
import { StartRefused } from '../embedded/data-folder/start-refused.ts';
import { systemClock } from '../process/main/clock.ts';
import { givenKeyRing, refuseLacking } from '../process/main/master-key.ts';
import { withLedger } from '../process/main/with-ledger.ts';
import { program } from '../process/program.ts';
import { readEnvironment } from '../server/config/config.ts';
import { optionsOf } from '../server/config/parameters.ts';

const USAGE = `npm run end-user-key                 says which key the end users of callers are hashed under, never the key itself
  --change                           destroys it and makes another one: who was hashed before is nobody's from then on`;
const MS = 1_000;

/** `npm run end-user-key`, while the product runs or is stopped. Exits with 1 and says what is wrong. */
async function main(): Promise<void> {
  const { values } = optionsOf({ options: { change: { type: 'boolean', default: false } } }, USAGE);
  const environment = readEnvironment(process.env);
  const ring = givenKeyRing(environment);
  const said = await withLedger(environment, async ({ pool }) => {
    if (!values.change) {
      const facts = await endUserKeyFacts(pool);
      return facts === undefined
        ? 'There is no key for end users yet: the first start of this release makes one.'
        : `End users are hashed under key ${facts.number} of this installation, made at ${timeText(facts.madeAtMs)}.`;
    }
    const stored = await masterKeyIds(pool);
    if (stored.length === 0)
      throw new StartRefused('nothing is encrypted here yet: the first start of this release begins with a master key');
    refuseLacking(ring, stored, 'secrets of this installation are', environment);
    if (ring === undefined)
      throw new StartRefused('no master key is given, and the new key would be encrypted under it');
    const { number, version } = await changeEndUserKey(pool, ring, systemClock.nowMs());
    const notifications = await createNotifications({ pool, onError: () => undefined });
    const waitedMs = environment.RELAY_DIRECTORY_AGE_MAX_SECONDS * MS;
    const areTold = await createAcknowledgements({ pool, notifications })
      .acknowledged(version, waitedMs)
      .finally(() => notifications.close());
    return (
      `Key ${number} has taken the place of key ${number - 1}, which is destroyed: who was hashed under it is nobody's. ` +
      (areTold
        ? 'Every relay that runs hashes under the new one.'
        : `A relay has not said so within ${waitedMs / MS} s: it hashes under the new one, or answers 503, from now on.`)
    );
  });
  process.stdout.write(`${said}\n`);
}

const timeText = (atMs: number): string => new Date(atMs).toISOString();

program(main);
