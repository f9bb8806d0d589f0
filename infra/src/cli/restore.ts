import { resolve } from 'node:path';
import { readBackup } from '../operations/backup/read-backup.ts';
import { restoreBackup } from '../operations/backup/restore.ts';
import { givenKeyRing, refuseLacking } from '../process/main/master-key.ts';
import { readEnvironment } from '../server/config/config.ts';
import { optionsOf } from '../server/config/parameters.ts';
import { StartRefused } from '../embedded/data-folder/start-refused.ts';
import { successionOf } from '../operations/ledger-key/succession.ts';
import { EarlyEnd } from '../operations/relocation/early-end.ts';
import { openPlace } from '../operations/relocation/place.ts';
import { refusalText } from '../operations/relocation/refusal-text.ts';
import { program } from '../process/program.ts';

const USAGE = `npm run restore -- FOLDER     fills the empty installation that the environment names from a backup that npm run backup has made
  --to cluster                in DATA_DIR it becomes a cluster on this machine, which npm run cluster starts
  --new-ledger-key            the key that the ledger was signed by is lost: another one signs from then on`;

/** `npm run restore -- FOLDER`: fills an empty installation from a backup. Exits with 1 and says what is wrong. */
async function main(): Promise<void> {
  const { folder, to, newLedgerKey } = options();
  const environment = readEnvironment(process.env);
  // Before a server is started and a data folder made.
  const backup = await readBackup(resolve(folder));
  refuseLacking(
    givenKeyRing(environment),
    backup.manifest.directory.masterKeys ?? [],
    'secrets of the backup are',
    environment,
  );
  const succession = successionOf(backup.manifest.ledger.signingKey, environment, {
    what: 'the ledger of the backup',
    mayBeNew: newLedgerKey,
  });
  const place = await openPlace(environment, {
    makes: true,
    earlyEnd: new EarlyEnd(),
    ...(to === undefined ? {} : { profile: to }),
  });
  try {
    const {
      takenAt,
      ledger: { events },
    } = backup.manifest;
    const say = (line: string): void => {
      process.stdout.write(`${line}\n`);
    };
    await restoreBackup(backup, place, { say }, succession);
    process.stdout.write(
      `${place.name} is the installation as it was at ${takenAt}, with ${events} events; the books are true.\n`,
    );
  } finally {
    await place.close();
  }
}

type Options = {
  readonly folder: string;
  readonly to: 'cluster' | 'embedded' | undefined;
  readonly newLedgerKey: boolean;
};

function options(): Options {
  const {
    values: { to, 'new-ledger-key': newLedgerKey },
    positionals: [folder, ...more],
  } = optionsOf(
    {
      allowPositionals: true,
      options: { to: { type: 'string' }, 'new-ledger-key': { type: 'boolean', default: false } },
    },
    USAGE,
  );
  if (folder === undefined || more.length > 0) throw new StartRefused(USAGE);
  if (to !== undefined && to !== 'cluster' && to !== 'embedded')
    throw new StartRefused(`--to ${to} is neither cluster nor embedded\n${USAGE}`);
  return { folder, to, newLedgerKey };
}

program(main, { textOf: refusalText });
