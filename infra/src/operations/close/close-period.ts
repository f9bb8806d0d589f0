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
import { CLOSE_POLL_MS, CLOSE_SEALED_WAIT_MS } from '../../limits.ts';
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
    const { readModels } = helpers;
    await readModels.waitFor(await store.head(), CLOSE_SEALED_WAIT_MS);
    // Before anything is written: a period that has ended and cannot be signed would stand in the way of all others.
    const sealed = await sealNow({ db: pool, store, readModels }, { waitMs: CLOSE_SEALED_WAIT_MS, signal });
    signal.throwIfAborted();
    if (!sealed.ok) throw new CloseRefused(`${sealed.code}: ${HINDRANCES[sealed.code]}`);
    const book = new PeriodBook(store);
    const nowMs = systemClock.nowMs();
    const commandId = `close-command-${randomUUID()}`;
    const context = { commandId, correlationId: commandId, occurredAtMs: nowMs, actor: ACTOR };
    const { reason, ...range } = asked;
    for (;;) {
      const change = await beginClose(range, {
        source: { db: pool, store },
        book,
        nowMs,
        actorId,
        context: reason === '' ? context : { ...context, reason },
        signal,
      });
      await tellPeriods(pool);
      if (change.ok) break;
      if (!isWaiting(change.refusal)) throw new CloseRefused(refusalText(change.refusal));
      say('A close that was begun before goes first.');
      await pause(CLOSE_POLL_MS, signal);
      signal.throwIfAborted();
    }
    return await closed(book, range, signal);
  } finally {
    await helpers.stop();
  }
}

async function closed(
  book: PeriodBook,
  range: { readonly start: number; readonly end: number },
  signal: AbortSignal,
): Promise<BookedPeriod> {
  for (;;) {
    const found = (await book.read()).find(({ start, end }) => start === range.start && end === range.end);
    if (found?.closed !== undefined && found.status !== 'ended') return found;
    await pause(CLOSE_POLL_MS, signal);
    signal.throwIfAborted();
  }
}

type StandIn = { readonly readModels: Progress; readonly stop: () => Promise<void> };

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
  // Without the key it would only stand in the way of who has it.
  if (keyId === undefined || key(false)?.id === keyId)
    election.campaign('closes', async ({ signal }) => {
      const closer = closerOf({
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
    });
  return {
    readModels,
    stop: async () => {
      await election.close();
      await readModels.stop();
      await notifications.close();
    },
  };
}

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
