import { resolve } from 'node:path';
import { existsSync } from 'node:fs';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { installationOf } from '@ledgate/projections/directory/installation/installation';
import { originOf } from '@ledgate/projections/seals/note-texts';
import { sealState } from '@ledgate/projections/seals/seal-stream';
import { type Signer, vkeyOf } from '@ledgate/projections/seals/signed-note';
import type { Pool } from 'pg';
import { StartRefused } from '../embedded/data-folder/start-refused.ts';
import { changeLedgerKey } from '../operations/ledger-key/change-ledger-key.ts';
import {
  draftOfLedgerKey,
  givenLedgerKey,
  keptLedgerKey,
  ledgerKeyFile,
  placeOfLedgerKey,
} from '../process/main/ledger-key.ts';
import { withLedger } from '../process/main/with-ledger.ts';
import { program } from '../process/program.ts';
import { type Environment, readEnvironment } from '../server/config/config.ts';
import { optionsOf } from '../server/config/parameters.ts';

const USAGE = `npm run ledger-key                       says which key seals are signed with, never the key itself; exits with 1 where it is not the ledger's
  --change                               gives the ledger another one
  --to FILE                              beside it where LEDGER_KEY is set: the new one is written there
  --old-is-lost                          beside it where the present one is at hand no more`;

/** `npm run ledger-key`, while the product runs or is stopped. Broken off anywhere, it is finished by running it again. Exits with 1 and says what is wrong. */
async function main(): Promise<void> {
  const { change, to, oldIsLost } = options();
  const environment = readEnvironment(process.env);
  const { text, code } = await withLedger(environment, async ({ store, pool }) => {
    const id = await installationOf(pool);
    if (id === undefined)
      throw new StartRefused(
        'this ledger has no name yet: the first start of this release, or its worker, gives it one',
      );
    const origin = originOf(id);
    if (!change) return facts(store, environment, origin);
    return { text: await changed({ store, pool, origin, environment, to, oldIsLost }), code: 0 };
  });
  process.stdout.write(`${text}\n`);
  process.exitCode = code;
}

async function facts(
  store: EventStore,
  environment: Environment,
  origin: string,
): Promise<{ readonly text: string; readonly code: number }> {
  const signer = givenLedgerKey(environment, origin);
  const { keyId } = await sealState(store);
  const isKnown = signer !== undefined && signer.id === keyId;
  const lines = [
    `origin  ${origin}`,
    ...(signer === undefined ? [] : [`vkey    ${vkeyOf(signer)}`, `key id  ${signer.id}`]),
    isKnown ? "It is the ledger's key." : otherText(signer, keyId, environment),
  ];
  return { text: lines.join('\n'), code: isKnown ? 0 : 1 };
}

function otherText(signer: Signer | undefined, keyId: string | undefined, environment: Environment): string {
  const has = signer === undefined ? `${placeOfLedgerKey(environment)} is not there` : 'this is another one';
  if (keyId === undefined)
    return signer === undefined
      ? `${has}, and nothing has signed this ledger yet: the first seal makes it.`
      : 'Nothing has signed this ledger yet: the first seal is signed with it.';
  const isBegun =
    environment.LEDGER_KEY === undefined && existsSync(draftOfLedgerKey(ledgerKeyFile(environment.DATA_DIR)));
  return (
    `The ledger is signed by key ${keyId}, and ${has}: ` +
    (isBegun
      ? 'a change of key was broken off; npm run ledger-key -- --change finishes it.'
      : 'nothing is sealed until that key is given, or changed.')
  );
}

type Changing = {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly origin: string;
  readonly environment: Environment;
  readonly to: string | undefined;
  readonly oldIsLost: boolean;
};

async function changed({ environment, ...change }: Changing): Promise<string> {
  const before = givenLedgerKey(environment, change.origin);
  const next = await changeLedgerKey({ ...change, given: environment });
  const path = ledgerKeyFile(environment.DATA_DIR);
  return [
    `origin  ${change.origin}`,
    `vkey    ${vkeyOf(next)}`,
    `key id  ${next.id}`,
    change.to === undefined
      ? `It is the ledger's key from now on, and stands in ${path}.` +
        (before === undefined || before.id === next.id
          ? ''
          : ` The one before is kept as ${keptLedgerKey(path, before.id)}: earlier backups name it, nothing else needs it.`)
      : `It is the ledger's key from now on, and stands in ${change.to}: set LEDGER_KEY anew from it on every host of a worker, and start the workers again. ` +
        'Until then nothing is sealed.',
  ].join('\n');
}

/** Throws StartRefused with the usage. */
function options(): { readonly change: boolean; readonly to: string | undefined; readonly oldIsLost: boolean } {
  const { values } = optionsOf(
    {
      options: {
        change: { type: 'boolean', default: false },
        to: { type: 'string' },
        'old-is-lost': { type: 'boolean', default: false },
      },
    },
    USAGE,
  );
  const { change, to, 'old-is-lost': oldIsLost } = values;
  if (!change && (to !== undefined || oldIsLost))
    throw new StartRefused(`--to and --old-is-lost make sense beside --change only\n${USAGE}`);
  return { change, to: to === undefined ? undefined : resolve(to), oldIsLost };
}

program(main);
