import { stat } from 'node:fs/promises';
import type { EventStore, Position } from '@ledgate/domain/ports/event-store';
import { usernamesOf } from '@ledgate/projections/directory/users/list';
import type { ExportOrder } from '@ledgate/projections/exports/order';
import {
  type ExportedFile,
  type ExportProgress,
  positionOfPart,
  writeExport,
} from '@ledgate/projections/exports/write-export';
import { livePosition } from '@ledgate/projections/queries/health';
import { liveCheckpoints } from '@ledgate/projections/schema/checkpoints';
import type { Database } from '@ledgate/projections/shared/database';
import { pause } from '@ledgate/projections/shared/pause';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { EXPORT_MODELS_POLL_MS, EXPORT_MODELS_WAIT_MS } from '../../limits.ts';
import { ExportRefused, type ExportParameters } from './export-parameters.ts';

type ExportRun = {
  readonly store: EventStore;
  readonly pool: Database;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExportProgress) => void;
};

/** A whole file, the position up to which it has seen the ledger, and where that ended when it was begun. */
type ExportDone = ExportedFile & {
  readonly position: Position;
  readonly head: Position;
  /** Of what was interrupted, whose position it keeps. */
  readonly isResumed: boolean;
};

/**
 * Writes what the command was asked for. Throws ExportRefused for what cannot be, before anything is written; StartRefused where the read models do not come as
 * far; and what `writeExport` throws.
 */
export async function runExport(
  { order: plain, position: asked, out, resume }: ExportParameters,
  { store, pool, signal, onProgress }: ExportRun,
): Promise<ExportDone> {
  if (await isFolder(out)) throw new ExportRefused(`--out ${out}: this is a folder`);
  const { userId } = plain;
  if (userId !== undefined && !(await usernamesOf(pool, [userId])).has(userId))
    throw new ExportRefused(`user_missing (--user): there is no user ${userId}`);
  const head = await store.head();
  if (asked !== undefined && asked > head)
    throw new ExportRefused(`position_ahead (--position): the ledger ends at position ${head}`);
  const before = resume && asked === undefined ? await positionOfPart(out) : undefined;
  const isResumed = before !== undefined && before <= head;
  const wanted = asked ?? (isResumed ? (before as Position) : head);
  const position = await readable({ pool, signal }, wanted, asked === undefined && !isResumed);
  // Whoever runs commands on the installation reads all of it: as root does.
  const order: ExportOrder = { ...plain, position, audit: true };
  const file = await writeExport({ db: pool, store }, order, { path: out, resume, signal, onProgress });
  return { ...file, position, head, isResumed };
}

/** How far the read models are, once they are at a position or come no further: where less will do, that is the answer. */
async function readable(
  { pool, signal }: Pick<ExportRun, 'pool' | 'signal'>,
  wanted: Position,
  lessWillDo: boolean,
): Promise<Position> {
  if ((await liveCheckpoints(pool)).positions.length === 0)
    throw new StartRefused(
      'the read models are of another release: start the product of this one, which fills its own',
    );
  let [known, since] = [await livePosition(pool), performance.now()];
  while (known < wanted && performance.now() - since < EXPORT_MODELS_WAIT_MS) {
    await pause(EXPORT_MODELS_POLL_MS, signal);
    signal.throwIfAborted();
    const now = await livePosition(pool);
    if (now > known) since = performance.now();
    known = now;
  }
  if (known >= wanted) return wanted;
  if (lessWillDo) return known;
  throw new StartRefused(
    `the read models are at position ${known} and come no further: start the product, or npm run rebuild`,
  );
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
