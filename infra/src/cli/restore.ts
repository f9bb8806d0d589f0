import { resolve } from 'node:path';
import { readBackup } from '../backup/read-backup.ts';
import { restoreBackup } from '../backup/restore.ts';
import { readEnvironment } from '../config/config.ts';
import { StartRefused } from '../data-folder/start-refused.ts';
import { openPlace } from '../relocation/place.ts';
import { refusalText } from '../relocation/refusal-text.ts';

/** `npm run restore -- FOLDER`: fills an empty installation from a backup. Exits with 1 and says what is wrong. */
async function main(): Promise<void> {
  const [given] = process.argv.slice(2);
  if (given === undefined) throw new StartRefused('npm run restore -- FOLDER: a folder that npm run backup has made');
  const environment = readEnvironment(process.env);
  // Before a server is started and a data folder made.
  const backup = await readBackup(resolve(given));
  const place = await openPlace(environment, { makes: true });
  try {
    const { takenAt, ledger: { events } } = backup.manifest;
    await restoreBackup(backup, place, { say: (line) => { process.stdout.write(`${line}\n`); } });
    process.stdout.write(`${place.name} is the installation as it was at ${takenAt}, with ${events} events; the books are true.\n`);
  } finally {
    await place.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${refusalText(error)}\n`);
  process.exit(1);
});
