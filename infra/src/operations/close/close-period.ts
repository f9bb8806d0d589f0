import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Refusal } from '@ledgate/domain/errors/refusal';
import { gatedStore, LedgerGate } from '@ledgate/domain/events/ledger-gate';
import { NO_FAULTS } from '@ledgate/domain/ports/faults';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import type { Log } from '@ledgate/domain/ports/log';
import { installationOf } from '@ledgate/projections/directory/installation/installation';
import { createLeaderElection } from '@ledgate/projections/directory/leadership/leader-election';
import { createNotifications } from '@ledgate/projections/directory/notifications';
import { firstRootId } from '@ledgate/projections/directory/users/find';
import { beginClose } from '@ledgate/projections/periods/begin-close';
import type { Closer } from '@ledgate/projections/periods/closer';
import { type BookedPeriod, PeriodBook } from '@ledgate/projections/periods/period-book';
import { tellPeriods } from '@ledgate/projections/periods/tell';
import type { Progress } from '@ledgate/projections/runner/progress';
import { startRunner } from '@ledgate/projections/runner/runner';
import { watchProgress } from '@ledgate/projections/runner/watch-progress';
import { liveCheckpoints } from '@ledgate/projections/schema/checkpoints';
import { absorbAgainAndAgain } from '@ledgate/projections/seals/absorb';
import { notarizeAgainAndAgain } from '@ledgate/projections/seals/notary';
import { originOf } from '@ledgate/projections/seals/note-texts';
import { sealNow } from '@ledgate/projections/seals/seal-now';
import { sealState } from '@ledgate/projections/seals/seal-stream';
import { pause } from '@ledgate/projections/shared/pause';
import type { Pool } from 'pg';
import { InProcessFeed } from '../../adapters/feed/in-process.ts';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { CLOSE_POLL_MS, CLOSE_SEALED_WAIT_MS, CLOSE_STUCK_MS, CLOSE_TELL_MS } from '../../limits.ts';
import { keepHead } from '../../process/main/checkpoints-file.ts';
import { systemClock } from '../../process/main/clock.ts';
import { givenLedgerKey, ledgerKeyOf } from '../../process/main/ledger-key.ts';
import { untilOver } from '../../process/main/until-over.ts';
import { writtenLedgerSchema } from '../../process/main/which-ledger.ts';
import { closerOf } from '../../process/main/worker-part.ts';
import type { Environment } from '../../server/config/config.ts';
import { type closeParametersOf, CloseRefused } from './close-parameters.ts';

/** What such events are written by, and told as in the record of the act. */
const ACTOR = 'close-command';

type CloseRun = {
  readonly environment: Environment;
  readonly store: EventStore;
  readonly pool: Pool;
  /** Of the feed that fills the read models. */
  readonly partitions: number;
  readonly signal: AbortSignal;
  readonly log: Log;
  /** A sentence for who waits. */
  readonly say: (text: string) => void;
};

/**
 * Closes a period and waits until that is done (docs/ledger.md#periods). Whoever runs seals, fills read models and finishes the close; where nobody does, the
 * command stands in for all of them, with the environment's key. Throws CloseRefused and StartRefused, with nothing written, and the signal's reason: what was
 * begun then goes on with the next command, or worker.
 */
export async function closePeriod(
  asked: ReturnType<typeof closeParametersOf>,
  { environment, store: ledger, pool, partitions, signal, log, say }: CloseRun,
): Promise<BookedPeriod> {
  if ((await liveCheckpoints(pool)).positions.length === 0)
    throw new StartRefused(
      'the read models are of another release: start the product of this one, which fills its own',
    );
  const [installation, actorId] = [await installationOf(pool), await firstRootId(pool)];
  if (installation === undefined || actorId === undefined)
    throw new StartRefused('this ledger has no name yet: the first start of this release, or its worker, gives it one');
  const store = gatedStore(ledger, new LedgerGate(await writtenLedgerSchema(pool)));
  const helpers = await standIn({ environment, store, pool, partitions, log, origin: originOf(installation) });
  try {
    const { readModels, hasKey } = helpers;
    const { reason, ...range } = asked;
    const book = new PeriodBook(store);
    await readModels.waitFor(await store.head(), CLOSE_SEALED_WAIT_MS);
    // What nobody here can sign need not be sealed first: it is refused below, or is closed already.
    const sealed = hasKey
      ? await sealNow({ db: pool, store, readModels }, { waitMs: CLOSE_SEALED_WAIT_MS, signal })
      : undefined;
    // Before anything is written: a period that has ended and cannot be signed would stand in the way of all others.
    signal.throwIfAborted();
    if (sealed?.ok === false) throw new CloseRefused(`${sealed.code}: ${HINDRANCES[sealed.code]}`);
    const nowMs = systemClock.nowMs();
    const commandId = `close-command-${randomUUID()}`;
    const context = { commandId, correlationId: commandId, occurredAtMs: nowMs, actor: ACTOR };
    for (;;) {
      const change = await beginClose(range, {
        source: { db: pool, store },
        book,
        nowMs,
        actorId,
        context: reason === '' ? context : { ...context, reason },
        canSign: () => Promise.resolve(hasKey),
        signal,
      });
      if (change === 'ledger_key_missing') throw new CloseRefused(`${change}: ${KEY_ELSEWHERE}`);
      if (change === 'read_models_behind')
        throw new CloseRefused(`${change}: the read models do not know yet what came too late for the period`);
      await tellPeriods(pool);
      if (change.ok) break;
      if (!isWaiting(change.refusal)) throw new CloseRefused(refusalText(change.refusal));
      say('A close that was begun before goes first.');
      await pause(CLOSE_POLL_MS, signal);
      signal.throwIfAborted();
    }
    const whole = await closed({ book, range, helpers, signal, say });
    // Its bundle is put together behind the last event: what is cut off here somebody would have to make again.
    await Promise.race([helpers.idle(), untilOver(signal)]);
    return whole;
  } finally {
    await helpers.stop();
  }
}

type Awaited = {
  readonly book: PeriodBook;
  readonly range: { readonly start: number; readonly end: number };
  readonly helpers: Pick<StandIn, 'isAtIt'>;
} & Pick<CloseRun, 'signal' | 'say'>;

/** As long as this process is at it, and a while longer where others are. Throws CloseRefused then: it goes on without the command. */
async function closed({ book, range, helpers, signal, say }: Awaited): Promise<BookedPeriod> {
  let [sinceMs, toldMs] = [performance.now(), performance.now()];
  for (;;) {
    const found = (await book.read()).find(({ start, end }) => start === range.start && end === range.end);
    if (found?.closed !== undefined && found.status !== 'ended') return found;
    await pause(CLOSE_POLL_MS, signal);
    signal.throwIfAborted();
    const nowMs = performance.now();
    if (helpers.isAtIt()) sinceMs = nowMs;
    if (nowMs - sinceMs >= CLOSE_STUCK_MS)
      throw new CloseRefused(`the period has ended and is not closed yet: ${OTHERS}`);
    if (nowMs - Math.max(sinceMs, toldMs) < CLOSE_TELL_MS) continue;
    toldMs = nowMs;
    say(`The close waits: ${OTHERS}.`);
  }
}

const OTHERS =
  'what hinders it stands above, or in the log of the worker that has it; it goes on by itself, and the same command waits for it again';

type StandIn = {
  readonly readModels: Progress;
  /** The key that the ledger is sealed with; the first one is made where it is needed. */
  readonly hasKey: boolean;
  /** Whether this process has the closes, and nothing hinders it. */
  readonly isAtIt: () => boolean;
  /** Ends when what it is at now has ended. */
  readonly idle: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Stands for what workers and the projector do, in the leaderships that these have: where one of them runs, it does it. */
async function standIn({
  environment,
  store,
  pool,
  partitions,
  log,
  origin,
}: Omit<CloseRun, 'signal' | 'say'> & { readonly origin: string }): Promise<StandIn> {
  const onError = (error: unknown): void => log.warn({ err: error }, 'something failed, and is tried again');
  // What comes from Kafka is applied by those who read it.
  const isAlone = partitions === 1 && environment.KAFKA_BROKERS === undefined;
  const readModels = isAlone
    ? startRunner({ pool, feed: new InProcessFeed(store), store, clock: systemClock, log })
    : watchProgress(pool);
  const notifications = await createNotifications({ pool, onError });
  const processId = `close-${process.pid}`;
  const election = createLeaderElection({ pool, holder: `${hostname()}/${process.pid}`, onError });
  const key = (isFirst: boolean) => (isFirst ? ledgerKeyOf(environment, origin) : givenLedgerKey(environment, origin));
  election.campaign('notary', async ({ signal }) => {
    await Promise.all([
      absorbAgainAndAgain({ store, db: pool, log }, signal),
      notarizeAgainAndAgain(
        {
          store,
          db: pool,
          clock: systemClock,
          processId,
          key: (_origin, isFirst) => key(isFirst),
          onSealed: ({ note }) => Promise.resolve(keepHead(environment.DATA_DIR, note)),
          log,
        },
        signal,
      ),
    ]);
  });
  const { keyId } = await sealState(store);
  const hasKey = keyId === undefined || key(false)?.id === keyId;
  let closer: Closer | undefined;
  // Without the key it would only stand in the way of who has it.
  if (hasKey)
    election.campaign('closes', async ({ signal }) => {
      closer = closerOf({
        environment,
        patientPool: pool,
        store,
        faults: NO_FAULTS,
        progress: readModels,
        notifications,
        log,
      });
      closer.start();
      await untilOver(signal);
      await closer.stop();
      closer = undefined;
    });
  return {
    readModels,
    hasKey,
    isAtIt: () => closer?.isHindered() === false,
    idle: async () => closer?.idle(),
    stop: async () => {
      await election.close();
      await readModels.stop();
      await notifications.close();
    },
  };
}

const KEY_ELSEWHERE =
  'the key that seals the ledger is needed where the command runs (npm run ledger-key says which one is meant)';

const HINDRANCES = {
  ledger_key_missing: 'nobody who seals has the ledger key (npm run ledger-key says which one is meant)',
  size_not_sealed: 'nobody has sealed the ledger in time: its events are still being read, or no worker runs',
} as const;

const isWaiting = (refusal: Refusal): boolean => refusal.code === 'period_open' && refusal.why === 'closing';

/** With its code, as the API has it. */
function refusalText(refusal: Refusal): string {
  switch (refusal.code) {
    case 'range_invalid':
      return 'range_invalid (--end): the end must be behind the start';
    case 'period_gap':
      return refusal.isFirst
        ? `period_gap (--start): the first period begins at ${refusal.start} or before, or at 0`
        : `period_gap (--start): the next period begins at ${refusal.start}`;
    case 'period_open':
      return 'period_open (--end): the period is not over yet';
    case 'too_many_late':
      return `too_many_late: more than ${refusal.maximum} events came too late for the period`;
    default:
      return refusal.code;
  }
}
