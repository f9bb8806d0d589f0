import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readBackup } from '../backup/read-backup.ts';
import { restoreBackup } from '../backup/restore.ts';
import { readEnvironment } from '../config/config.ts';
import { StartRefused } from '../data-folder/start-refused.ts';
import { EarlyEnd } from '../relocation/early-end.ts';
import { openPlace } from '../relocation/place.ts';
import { refusalText } from '../relocation/refusal-text.ts';

const USAGE = `npm run restore -- FOLDER     fills the empty installation that the environment names from a backup that npm run backup has made
  --to cluster                in DATA_DIR it becomes a cluster on this machine, which npm run cluster starts`;

/** `npm run restore -- FOLDER`: fills an empty installation from a backup. Exits with 1 and says what is wrong. */
async function main(): Promise<void> {
  const { folder, to } = options();
  const environment = readEnvironment(process.env);
  // Before a server is started and a data folder made.
  const backup = await readBackup(resolve(folder));
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
    await restoreBackup(backup, place, {
      say: (line) => {
        process.stdout.write(`${line}\n`);
      },
    });
    process.stdout.write(
      `${place.name} is the installation as it was at ${takenAt}, with ${events} events; the books are true.\n`,
    );
  } finally {
    await place.close();
  }
}

function options(): { readonly folder: string; readonly to: 'cluster' | 'embedded' | undefined } {
  const {
    values: { to },
    positionals: [folder, ...more],
  } = parsed();
  if (folder === undefined || more.length > 0) throw new StartRefused(USAGE);
  if (to !== undefined && to !== 'cluster' && to !== 'embedded')
    throw new StartRefused(`--to ${to} is neither cluster nor embedded\n${USAGE}`);
  return { folder, to };
}

function parsed() {
  try {
    return parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } });
  } catch (error) {
    throw new StartRefused(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${refusalText(error)}\n`);
  process.exit(1);
});
