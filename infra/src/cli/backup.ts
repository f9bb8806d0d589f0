import { backupPath } from '../operations/backup/backup-path.ts';
import { writeBackup } from '../operations/backup/write-backup.ts';
import { readEnvironment } from '../server/config/config.ts';
import { parametersOf } from '../server/config/parameters.ts';
import { foreignEventsText } from '../process/main/store.ts';
import { withLedger } from '../process/main/with-ledger.ts';
import { refusalText } from '../operations/relocation/refusal-text.ts';
import { program } from '../process/program.ts';

/** `npm run backup -- FOLDER`: ledger and directory of one moment, also while the product runs. Exits with 1 and says why there is none. */
async function main(): Promise<void> {
  const [given = ''] = parametersOf(
    1,
    'npm run backup -- FOLDER     the backup becomes FOLDER, or a folder in it where it is there already',
  );
  const path = backupPath(given, Date.now());
  const say = (line: string): void => {
    process.stderr.write(`${line}\n`);
  };
  const {
    takenAt,
    ledger: { events, streams, digest, signingKey },
    directory: { masterKeys },
  } = await withLedger(readEnvironment(process.env), async (ledger) => {
    const manifest = await writeBackup(ledger, path, { say });
    process.stdout.write(foreignEventsText(ledger));
    return manifest;
  });
  process.stdout.write(
    `${path} holds the installation as it was at ${takenAt}: ` +
      `${events} events in ${streams} streams, digest ${digest}.\n` +
      `It holds secrets: keep it as you keep passwords. Keys and codes in it are encrypted under master key ${masterKeys?.join(', ')}, ` +
      'without which it cannot be restored: keep that elsewhere.\n' +
      (signingKey === undefined
        ? ''
        : `Its ledger is signed by ledger key ${signingKey.id}, which is not in it: keep that elsewhere too.\n`),
  );
}

program(main, { textOf: refusalText });
