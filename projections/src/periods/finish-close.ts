import { changeBooks } from '@ledgate/domain/books/books-stream';
import type { ClosedPeriod } from '@ledgate/domain/books/decide';
import type { EventContext } from '@ledgate/domain/events/codec';
import type { Faults } from '@ledgate/domain/ports/faults';
import type { Log } from '@ledgate/domain/ports/log';
import { quota } from '@ledgate/domain/shared/quota';
import { installationOf } from '../directory/installation/installation.ts';
import type { ExportSource } from '../exports/layout.ts';
import { CLOSE_WAIT_MS } from '../limits.ts';
import type { Progress } from '../runner/progress.ts';
import type { Database } from '../shared/database.ts';
import { closeText, originOf } from '../seals/note-texts.ts';
import { sealNow, type SealedNow } from '../seals/seal-now.ts';
import { sealState } from '../seals/seal-stream.ts';
import { firstSealOf } from '../seals/seals.ts';
import { signedNote, type Signer } from '../seals/signed-note.ts';
import { type BundleMaterial, type BundleParts, type BundleStep, withBundleMaterial } from '../bundles/make-bundle.ts';
import type { ManifestFacts } from '../bundles/manifest.ts';
import { lateEvents } from './late-events.ts';
import type { BookedPeriod } from './period-book.ts';
import { type PeriodCut, periodCut } from './period-cut.ts';

/** Where crash tests can end the process while a close is finished, beside the events that it appends. */
export const CLOSE_STEPS = ['PeriodEnded', 'PeriodSealed', 'PeriodClosed', 'PeriodReopened'] as const;
export type CloseStep = (typeof CLOSE_STEPS)[number] | BundleStep;

export type ClosingParts = Pick<BundleParts, 'folder' | 'onProgress' | 'free'> & {
  readonly source: ExportSource & { readonly db: Database };
  readonly readModels: Pick<Progress, 'waitFor'>;
  readonly faults: Faults<CloseStep>;
  readonly signal: AbortSignal;
};

type FinishingParts = ClosingParts & {
  /** The ledger's key, which the notary signs with too. */
  readonly key: (origin: string) => Signer | undefined;
  /** Left out: `sealNow`. */
  readonly seal?: typeof sealNow;
  readonly log?: Log;
};

/** Why a close cannot go on for now. */
export type CloseHindrance = 'read_models_behind' | Extract<SealedNow, { readonly ok: false }>['code'];

/**
 * Finishes a close that was begun (docs/ledger.md#periods), wherever whoever was at it has ended: seals up to its end, makes the files and their manifest,
 * appends PeriodClosed, and leaves the bundle in EXPORT_DIR. Several at once make the same; one of them appends. Answers why it cannot go on, undefined when it
 * is done. Throws what `withBundleMaterial` throws, and StoreUnavailable.
 */
export async function finishClose(
  period: BookedPeriod,
  before: BookedPeriod | undefined,
  parts: FinishingParts,
): Promise<CloseHindrance | undefined> {
  const { source, readModels, faults, signal, key, seal = sealNow, log } = parts;
  const { db, store } = source;
  const { position: ended } = period.ended;
  if (!(await readModels.waitFor(ended, CLOSE_WAIT_MS))) return 'read_models_behind';
  const cut = await periodCut(db, period);
  const installation = await installationOf(db);
  if (cut === undefined || installation === undefined) return 'read_models_behind';
  if ((await firstSealOf(db, cut.size)) === undefined) {
    const sealed = await seal({ db, store, readModels }, { position: ended, waitMs: CLOSE_WAIT_MS, signal });
    if (!sealed.ok) return sealed.code;
  }
  const checkpoint = await firstSealOf(db, cut.size);
  const signer = key(originOf(installation));
  const { keyId } = await sealState(store);
  if (signer === undefined || signer.id !== keyId) return 'ledger_key_missing';
  if (checkpoint === undefined) return 'size_not_sealed';
  faults.hit('after_PeriodSealed');
  const late = period.revision === 1 ? { indexes: [], areMore: false } : await lateOf(source, period, cut, signal);
  const facts: ManifestFacts = {
    ...factsOf(period, period.revision, before, cut),
    origin: originOf(installation),
    late: late.indexes,
  };
  if (late.areMore)
    log?.error(
      { alarm: true, period: period.periodId, revision: period.revision },
      'a period lists only the first of its late events',
    );
  await withBundleMaterial(parts, { ...period, cut }, facts, async (material) => {
    const note = signedNote(closeText(facts, Buffer.from(material.manifestSha256, 'hex').toString('base64')), signer);
    const command = { type: 'ClosePeriod', closed: closedOf(facts, period, material, note) } as const;
    const change = await changeBooks(store, command, contextOf(period));
    // Where another was quicker the note is his, by another key perhaps.
    if (change.ok && change.events.length > 0) await material.finish({ note, checkpoint: checkpoint.note });
  });
  return undefined;
}

/** What of a manifest the books and the ledger say. */
export const factsOf = (
  { periodId, start, end, zone }: BookedPeriod,
  revision: number,
  before: BookedPeriod | undefined,
  { firstIndex, size }: Pick<PeriodCut, 'firstIndex' | 'size'>,
): Omit<ManifestFacts, 'origin' | 'late'> => ({
  id: periodId,
  revision,
  start,
  end,
  zone,
  firstIndex,
  size,
  previous:
    before?.closed === undefined ? null : { manifestSha256: before.closed.manifestSha256, size: before.closed.size },
});

/** What stands behind its end at the moment in which this close was begun, whoever asks when. */
function lateOf(
  source: ExportSource,
  { end, ended }: BookedPeriod,
  { positions: { before } }: PeriodCut,
  signal: AbortSignal,
): ReturnType<typeof lateEvents> {
  return lateEvents(source, { from: before, before: ended.position }, end * 1_000, signal);
}

function closedOf(
  { id, revision, start, end, zone, firstIndex, size, late }: ManifestFacts,
  { ended }: BookedPeriod,
  { written, manifestSha256 }: BundleMaterial,
  note: string,
): ClosedPeriod {
  return {
    periodId: id,
    revision,
    start,
    end,
    zone,
    firstIndex,
    size,
    root: written.root,
    totals: {
      events: size - firstIndex,
      charges: written.charges,
      chargeUnits: quota(written.chargeUnits),
      creditUnits: quota(written.creditUnits),
    },
    late: [...late],
    manifestSha256,
    note,
    actorId: ended.event.data.actorId,
  };
}

/** Whoever finishes it writes the same: in the name of who began it, for his reason, at whatever time. */
function contextOf({ periodId, revision, ended }: BookedPeriod): EventContext {
  const { metadata, id } = ended;
  const reason = metadata['reason'];
  return {
    commandId: `close-period-${periodId}-${revision}`,
    correlationId: metadata['$correlationId'] ?? `period-${periodId}-${revision}`,
    causationId: id,
    occurredAtMs: Date.now(),
    actor: metadata['actor'] ?? 'ledgate',
    ...(reason === undefined ? {} : { reason }),
  };
}
