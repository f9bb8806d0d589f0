import type { Log } from '@ledgate/domain/ports/log';
import type { Notifications } from '../directory/notifications.ts';
import { isDiskFull } from '../exports/write-export.ts';
import { BUNDLE_LEFT_FULL_MS, BUNDLE_TELL_MS, CLOSE_LOOK_MS, CLOSE_RETRY_MS } from '../limits.ts';
import { pause } from '../shared/pause.ts';
import { sweepBundles } from '../bundles/bundle-folder.ts';
import type { BundleProgress } from '../bundles/bundle-files.ts';
import { NoRoomForBundle } from '../bundles/make-bundle.ts';
import { type ClosingParts, type CloseHindrance, finishClose } from './finish-close.ts';
import type { BookedPeriod, PeriodBook } from './period-book.ts';
import { remakeBundle } from './remake-bundle.ts';
import { PERIODS_CHANGED } from './tell.ts';

/** Periods whose bundles wait to be made; further ones are asked for again. */
const WANTED_MAX = 100;

export type CloserParts = Omit<ClosingParts, 'signal' | 'onProgress'> & {
  readonly book: PeriodBook;
  readonly key: Parameters<typeof finishClose>[2]['key'];
  readonly notifications: Pick<Notifications, 'listen' | 'onConnected'>;
  readonly log: Log;
  /** Left out: it is told in the log. */
  readonly onProgress?: ((progress: BundleProgress) => void) | undefined;
  /** What was told of earlier closers, where this one follows on them. */
  readonly hindrances?: Hindrances | undefined;
  /** A close waits for a key that is not here, and nobody for a bundle: another may do better. Called again and again. */
  readonly onKeyMissing?: (() => void) | undefined;
};

export interface Closer {
  start(): void;
  /** Its last look came to nothing: the log says why. */
  isHindered(): boolean;
  /** Ends when what it is at now has ended, one way or the other. */
  idle(): Promise<void>;
  /** What it is at is left to the next. */
  stop(): Promise<void>;
}

/**
 * Finishes every close that was begun, by whichever process and however that ended, and makes bundles that somebody waits for (docs/ledger.md#periods). Any
 * number of processes may have one: of two at the same one appends.
 */
export function createCloser(parts: CloserParts): Closer {
  const stopping = new AbortController();
  const { signal } = stopping;
  const wanted = new Set<number>();
  const ends: (() => void)[] = [];
  let wake = new AbortController();
  let working: Promise<void> = Promise.resolve();
  let looking: Promise<unknown> = Promise.resolve();
  let isHindered = false;
  const told = parts.hindrances ?? new Hindrances(parts.log);

  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      wake = new AbortController();
      const looked = look(parts, wanted, signal, told);
      looking = looked;
      const state = await looked;
      isHindered = state !== 'done';
      // Whoever waits asks again and again: what has just failed would fail as often.
      const until = state === 'failed' ? signal : AbortSignal.any([signal, wake.signal]);
      await pause(state === 'done' ? CLOSE_LOOK_MS : CLOSE_RETRY_MS, until);
      if (state === 'ledger_key_missing' && wanted.size === 0 && !signal.aborted) parts.onKeyMissing?.();
    }
  };
  return {
    start: () => {
      const called = (payload = ''): void => {
        const periodId = Number(payload);
        if (payload !== '' && Number.isSafeInteger(periodId) && wanted.size < WANTED_MAX) wanted.add(periodId);
        wake.abort();
      };
      ends.push(
        parts.notifications.listen(PERIODS_CHANGED, called),
        parts.notifications.onConnected(() => called()),
      );
      working = work();
    },
    isHindered: () => isHindered,
    idle: async () => {
      await looking;
    },
    stop: async () => {
      for (const end of ends.splice(0)) end();
      stopping.abort(new Error('the process stops'));
      await working;
    },
  };
}

/** Answers why a close that was begun waits, where nothing else is left to do. Never throws. */
async function look(
  parts: CloserParts,
  wanted: Set<number>,
  signal: AbortSignal,
  told: Hindrances,
): Promise<'done' | 'failed' | CloseHindrance> {
  const { book, log } = parts;
  // First: what a death or a full disk has left may be what the rest has no room for.
  await swept(parts);
  try {
    const closing = { ...parts, signal, onProgress: parts.onProgress ?? progressIn(log) };
    const begun = (await book.read()).find(({ status }) => status === 'ended');
    const hindrance = begun && (await finishClose(begun, await beforeIt(book, begun), closing));
    if (begun !== undefined && hindrance !== undefined) told.tell(begun, hindrance);
    else if (begun !== undefined) log.info({ period: begun.periodId, revision: begun.revision }, 'a period is closed');
    for (const periodId of wanted) {
      wanted.delete(periodId);
      const period = (await book.read()).find((one) => one.periodId === periodId);
      if (period !== undefined) await remakeBundle(period, await beforeIt(book, period), closing);
    }
    return hindrance ?? 'done';
  } catch (error) {
    if (signal.aborted) return 'failed';
    if (isDiskFull(error) || error instanceof NoRoomForBundle) {
      log.error({ alarm: true, err: error }, 'the bundle of a period has no room on the disk of EXPORT_DIR');
      await swept(parts, { bytesMax: 0, leftMs: BUNDLE_LEFT_FULL_MS });
    } else log.error({ alarm: true, err: error }, 'a period could not be closed, or its bundle not be made');
    return 'failed';
  }
}

/** Never throws: what is left over hinders nothing as long as there is room. */
const swept = ({ folder, log }: CloserParts, left?: Parameters<typeof sweepBundles>[2]): Promise<unknown> =>
  sweepBundles(folder, Date.now(), left).catch((error: unknown) =>
    log.warn({ err: error }, 'what is left over of bundles in EXPORT_DIR could not be removed'),
  );

const beforeIt = async (book: PeriodBook, { periodId }: BookedPeriod): Promise<BookedPeriod | undefined> =>
  (await book.read()).find((one) => one.periodId === periodId - 1);

function progressIn(log: Log): (progress: BundleProgress) => void {
  let toldAtMs = performance.now();
  return ({ file, rows, rowsTotal }) => {
    if (performance.now() - toldAtMs < BUNDLE_TELL_MS) return;
    toldAtMs = performance.now();
    log.info({ file, rows, rowsTotal }, 'the files of a period are being made');
  };
}

const TEXTS: Readonly<Record<Exclude<CloseHindrance, 'ledger_key_missing'>, string>> = {
  read_models_behind: 'a period waits to be closed: the read models are behind',
  size_not_sealed: 'a period waits to be closed: nobody has sealed its end yet',
};

/** Tells why closes wait, once each time that it changes. */
export class Hindrances {
  readonly #log: Log;
  #told = '';

  constructor(log: Log) {
    this.#log = log;
  }

  tell({ periodId, revision }: BookedPeriod, hindrance: CloseHindrance): void {
    const told = `${periodId}/${revision}/${hindrance}`;
    if (told === this.#told) return;
    this.#told = told;
    const facts = { period: periodId, revision, hindrance };
    if (hindrance === 'ledger_key_missing')
      this.#log.error({ alarm: true, ...facts }, 'a period waits to be closed: nobody has the ledger key');
    else this.#log.warn(facts, TEXTS[hindrance]);
  }
}
