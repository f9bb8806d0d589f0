import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readEnvironment } from '../config/config.ts';
import { StartRefused } from '../data-folder/start-refused.ts';
import { foreignEventsText } from '../main/store.ts';
import { EarlyEnd } from '../relocation/early-end.ts';
import { move } from '../relocation/move.ts';
import { openPlace, type Place } from '../relocation/place.ts';
import { clusterIn, embeddedIn, localClusterIn } from '../relocation/place-name.ts';
import { refusalText } from '../relocation/refusal-text.ts';
import { undoMove } from '../relocation/undo-move.ts';

const USAGE = `npm run migrate -- --to cluster      moves the embedded installation in DATA_DIR to EVENTSTORE_URL and DATABASE_URL
npm run migrate -- --to embedded     moves it from there into DATA_DIR
  --local FOLDER                     the cluster is the one of npm run cluster in FOLDER, which need not be there yet
  --undo                             takes the move back, while the other place has not gone on
  --undo --other-is-lost             the same where the other place is gone for good
npm run migrate -- --rehearse COUNT  moves a made ledger of COUNT events there and back, on servers of its own, and says how long it took`;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function main(): Promise<void> {
  const earlyEnd = new EarlyEnd();
  const { to, undo, lost, local, rehearse } = options();
  if (rehearse !== undefined) {
    const { rehearseMove } = await import('../relocation/rehearsal/rehearse-move.ts');
    await rehearseMove(rehearse, dirname(fileURLToPath(import.meta.url)), earlyEnd, { say });
    return;
  }
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
        await (undo ? undoMove(from, target, { say }) : move(from, target, { say }));
      });
  });
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
  readonly rehearse: number | undefined;
};

/** Throws StartRefused with the usage. */
function options(): Options {
  const { to, undo = false, 'other-is-lost': lost = false, local, rehearse } = given();
  if (rehearse !== undefined && !/^[1-9]\d{0,8}$/u.test(rehearse))
    throw new StartRefused(`--rehearse ${rehearse} is no number of events\n${USAGE}`);
  if (rehearse === undefined && to !== 'cluster' && to !== 'embedded')
    throw new StartRefused(to === undefined ? USAGE : `--to ${to} is neither cluster nor embedded\n${USAGE}`);
  if (lost && !undo) throw new StartRefused(`--other-is-lost makes sense beside --undo only\n${USAGE}`);
  return {
    to: to === 'embedded' ? 'embedded' : 'cluster',
    undo,
    lost,
    local,
    rehearse: rehearse === undefined ? undefined : Number(rehearse),
  };
}

function given() {
  try {
    return parseArgs({
      options: {
        to: { type: 'string' },
        undo: { type: 'boolean' },
        'other-is-lost': { type: 'boolean' },
        local: { type: 'string' },
        rehearse: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new StartRefused(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

/** `npm run migrate`: moves an installation from the embedded profile to the cluster profile or back. Exits with 1 and says what differs. */
main().catch((error: unknown) => {
  process.stderr.write(`${refusalText(error)}\n`);
  process.exit(1);
});
