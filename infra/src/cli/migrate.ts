import { installationOf } from '@ledgate/projections/directory/installation/installation';
import { masterKeyIds } from '@ledgate/projections/directory/keys/master-keys';
import { originOf } from '@ledgate/projections/seals/note-texts';
import { sealState } from '@ledgate/projections/seals/seal-stream';
import type { Environment } from '../server/config/config.ts';
import { carryKeyFile, givenKeyRing, masterKeyFile, refuseLacking } from '../process/main/master-key.ts';
import {
  carryLedgerKey,
  givenLedgerKey,
  type GivenLedgerKey,
  ledgerKeyFile,
  ledgerKeyIn,
} from '../process/main/ledger-key.ts';
import { readEnvironment } from '../server/config/config.ts';
import { optionsOf } from '../server/config/parameters.ts';
import { StartRefused } from '../embedded/data-folder/start-refused.ts';
import { foreignEventsText } from '../process/main/store.ts';
import { type Succession, successionOf } from '../operations/ledger-key/succession.ts';
import { EarlyEnd } from '../operations/relocation/early-end.ts';
import { move } from '../operations/relocation/move.ts';
import { openPlace, type Place } from '../operations/relocation/place.ts';
import { clusterIn, embeddedIn, localClusterIn } from '../operations/relocation/place-name.ts';
import { refusalText } from '../operations/relocation/refusal-text.ts';
import { undoMove } from '../operations/relocation/undo-move.ts';
import { program } from '../process/program.ts';

const USAGE = `npm run migrate -- --to cluster      moves the embedded installation in DATA_DIR to EVENTSTORE_URL and DATABASE_URL
npm run migrate -- --to embedded     moves it from there into DATA_DIR
  --local FOLDER                     the cluster is the one of npm run cluster in FOLDER, which need not be there yet
  --new-ledger-key                   the key that the ledger was signed by is lost: another one signs there from then on
  --undo                             takes the move back, while the other place has not gone on
  --undo --other-is-lost             the same where the other place is gone for good`;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function main(): Promise<void> {
  const earlyEnd = new EarlyEnd();
  const { to, undo, lost, local, newLedgerKey } = options();
  const environment = readEnvironment(process.env);
  const openEmbedded = () =>
    openPlace(embeddedIn(environment), { makes: to === 'embedded' && !undo, profile: 'embedded', earlyEnd });
  const openCluster = () =>
    local === undefined
      ? openPlace(clusterIn(environment), { makes: false, earlyEnd })
      : openPlace(localClusterIn(environment, local), {
          makes: to === 'cluster' && !undo,
          profile: 'cluster',
          earlyEnd,
        });
  // Before any server is started.
  if (!lost && local === undefined) clusterIn(environment);
  const [openFrom, openTo] = to === 'cluster' ? [openEmbedded, openCluster] : [openCluster, openEmbedded];
  await withPlace(openFrom, async (from) => {
    if (lost) await undoMove(from, undefined, { say });
    else
      await withPlace(openTo, async (target) => {
        if (undo) {
          await undoMove(from, target, { say });
          return;
        }
        const folders = to === 'cluster' ? [environment.DATA_DIR, local] : [local, environment.DATA_DIR];
        await bringMasterKey(environment, from, folders);
        await move(from, target, { say }, await bringLedgerKey(environment, from, folders, newLedgerKey));
      });
  });
}

/** Throws StartRefused where what moves could not be read at its new place. `folders`: of the two places, where they are in one. */
async function bringMasterKey(
  environment: Environment,
  { pool }: Place,
  [from, to]: readonly (string | undefined)[],
): Promise<void> {
  if (from !== undefined && to !== undefined) carryKeyFile(environment, from, to);
  const given = { MASTER_KEY: environment.MASTER_KEY, DATA_DIR: to ?? from ?? environment.DATA_DIR };
  refuseLacking(givenKeyRing(given), await masterKeyIds(pool), 'secrets of the installation are', given);
  if (environment.MASTER_KEY === undefined && to === undefined)
    say(`The processes of the cluster need MASTER_KEY: it stands in ${masterKeyFile(given.DATA_DIR)}.`);
}

/**
 * The same of the key that signs seals; what it answers is for a ledger whose key is lost. Throws StartRefused before anything is written where the key that
 * is given is not the ledger's.
 */
async function bringLedgerKey(
  { LEDGER_KEY, DATA_DIR }: Environment,
  { pool, store }: Place,
  [from, to]: readonly (string | undefined)[],
  mayBeNew: boolean,
): Promise<Succession | undefined> {
  const id = await installationOf(pool);
  if (id === undefined) return undefined;
  const origin = originOf(id);
  const { keyId } = await sealState(store);
  const succession = (at: GivenLedgerKey): Succession | undefined =>
    successionOf(keyId === undefined ? undefined : { origin, id: keyId }, at, { what: 'the ledger', mayBeNew });
  const given = { LEDGER_KEY, DATA_DIR: to ?? from ?? DATA_DIR };
  const there = givenLedgerKey(given, origin);
  if (LEDGER_KEY === undefined && from !== undefined && to !== undefined) {
    const isIts = keyId !== undefined && ledgerKeyIn(ledgerKeyFile(from), origin)?.id === keyId;
    // A new key that a run before has made stays.
    if (there === undefined || (isIts && !mayBeNew)) {
      succession({ LEDGER_KEY, DATA_DIR: from });
      carryLedgerKey(from, to, origin);
    }
  }
  const found = succession(given);
  if (LEDGER_KEY === undefined && to === undefined && (there !== undefined || found !== undefined))
    say(`The workers of the cluster need LEDGER_KEY: it stands in ${ledgerKeyFile(given.DATA_DIR)}.`);
  return found;
}

async function withPlace(open: () => Promise<Place>, work: (place: Place) => Promise<void>): Promise<void> {
  const place = await open();
  try {
    await work(place);
    process.stdout.write(foreignEventsText(place));
  } finally {
    await place.close();
  }
}

type Options = {
  readonly to: 'cluster' | 'embedded';
  readonly undo: boolean;
  readonly lost: boolean;
  readonly local: string | undefined;
  readonly newLedgerKey: boolean;
};

/** Throws StartRefused with the usage. */
function options(): Options {
  const { values } = optionsOf(
    {
      options: {
        to: { type: 'string' },
        undo: { type: 'boolean', default: false },
        'other-is-lost': { type: 'boolean', default: false },
        local: { type: 'string' },
        'new-ledger-key': { type: 'boolean', default: false },
      },
    },
    USAGE,
  );
  const { to, undo, 'other-is-lost': lost, local, 'new-ledger-key': newLedgerKey } = values;
  if (to !== 'cluster' && to !== 'embedded')
    throw new StartRefused(to === undefined ? USAGE : `--to ${to} is neither cluster nor embedded\n${USAGE}`);
  if (lost && !undo) throw new StartRefused(`--other-is-lost makes sense beside --undo only\n${USAGE}`);
  if (undo && newLedgerKey) throw new StartRefused(`--new-ledger-key makes no sense beside --undo\n${USAGE}`);
  return { to, undo, lost, local, newLedgerKey };
}

/** `npm run migrate`: moves an installation from the embedded profile to the cluster profile or back. Exits with 1 and says what differs. */
program(main, { textOf: refusalText });
