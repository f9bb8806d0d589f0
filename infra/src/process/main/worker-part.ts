import { createClaimsWorker } from '@ledgate/api/claims/claims-worker';
import { createLogKeeper } from '@ledgate/api/log/log-keeper';
import { createNoticesWorker } from '@ledgate/api/notices/notices-worker';
import type { Mailer } from '@ledgate/api/ports';
import { createHeadTeller, type HeadTeller } from '@ledgate/api/seals/head-teller';
import { createTopUpsWorker } from '@ledgate/api/topup/top-ups-worker';
import { withFaultPoints } from '@ledgate/domain/ports/faults';
import type { OutboundCalls } from '@ledgate/domain/ports/outbound-calls';
import type { LeaseRecalls } from '@ledgate/domain/ports/lease-recalls';
import type { TillId } from '@ledgate/domain/shared/ids';
import { createDirectoryWorker, type DirectoryWorker } from '@ledgate/projections/directory/directory-worker';
import type { Sealing } from '@ledgate/projections/directory/keys/seal';
import type { Term } from '@ledgate/projections/directory/leadership/candidate';
import { silenceExports } from '@ledgate/projections/directory/export-jobs/export-jobs';
import { createTillRegistry } from '@ledgate/projections/directory/tills/till-registry';
import { createExportWorker } from '@ledgate/projections/exports/worker/export-worker';
import { writeExport } from '@ledgate/projections/exports/write-export';
import { type Closer, type CloserParts, createCloser, Hindrances } from '@ledgate/projections/periods/closer';
import { CLOSE_STEPS } from '@ledgate/projections/periods/finish-close';
import { PeriodBook } from '@ledgate/projections/periods/period-book';
import { openLeasesOfClosedTills, unclosedTills } from '@ledgate/projections/queries/leases';
import type { Progress } from '@ledgate/projections/runner/progress';
import { absorbAgainAndAgain } from '@ledgate/projections/seals/absorb';
import { notarizeAgainAndAgain, type NotaryParts } from '@ledgate/projections/seals/notary';
import { createSettler, type Settler } from '@ledgate/relay/settler/create-settler';
import { askUpstream } from '@ledgate/relay/upstream/ask-upstream';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { CLOSE_ASIDE_MS } from '../../limits.ts';
import { exportDirOf } from '../../server/config/environment-schema.ts';
import type { ProjectorThread } from '../projector/projector-thread.ts';
import { createSmtpMailer } from '../../adapters/mail/smtp-mailer.ts';
import { systemClock } from './clock.ts';
import { keepHead } from './checkpoints-file.ts';
import { APPENDED_STEPS, SEAL_STEPS } from './command-steps.ts';
import type { Directory } from './directory.ts';
import type { Foundation } from './foundation.ts';
import { givenLedgerKey, ledgerKeyOf } from './ledger-key.ts';
import type { Lifeline } from './shutdown.ts';
import { scaledSettlerLimits } from './time-scale.ts';
import { untilOver } from './until-over.ts';
import { verifyAgainAndAgain } from './verification.ts';
import {
  watchExports,
  watchHeads,
  watchKeptAnswers,
  watchLogKeeping,
  watchNotices,
  watchOutbox,
  watchPayments,
  watchSeals,
  watchSessions,
} from './watched-parts.ts';

type WorkerParts = Foundation &
  Pick<Directory, 'directoryKeys' | 'view' | 'recalls' | 'notifications'> & {
    readonly progress: Progress;
    readonly outbound: OutboundCalls;
    /** Verifies the books, where this process has one. */
    readonly projectorThread: ProjectorThread | undefined;
    /** Of the relay in this process, where there is one. */
    readonly looksAfter?: ((tillId: TillId) => boolean) | undefined;
  };

/** Something that runs from a start to a stop. */
type Worker = { start(): void; stop(): Promise<void> };

/**
 * What finishes the work of others, each in a leadership of its own, so that several worker processes share it. What two holders at once would do:
 *
 * - `settler` ends dead tills and settles their leases: each append is at the exact revision that was read, one of two wins, and the other goes on from
 *   what it finds. Ids of its events come from the fence.
 * - `directory` brings outbox rows and audits into the ledger: rows note the expected revision by compare-and-set before an append; a known source, status
 *   or version does nothing the second time, and so does a recall; audits are drained under a lock of their own.
 * - `claims` credits what was claimed: the account's fold knows each source.
 * - `notices` mails what no call causes: a notice is a row that one holder takes at a time; of one that died the mail may come twice, with one Message-ID.
 * - `topups` asks the payment provider of orders that are not paid: an order is paid once, whoever is first.
 * - `logs` cleans the log of what is not kept: a day is one command, and its time does nothing the second time.
 * - `closes` finishes closes of periods that were begun: of two at the same one appends, at the exact revision, and what they make is the same.
 * - `verification` only reads, and writes what it has found over what stood.
 * - `notary` reads leaves and signs heads: the tree is grown from where it was read, and a seal is appended at the exact revision that was read.
 *
 * Exports have no leadership: each is a row that one process takes.
 */
export function standForWork(parts: WorkerParts, lifeline: Lifeline): void {
  const { election, pool, store, faults, progress, log } = parts;
  const resign: (() => Promise<void>)[] = [];
  const campaign = (leadership: string, serve: (term: Term) => Promise<void>): void =>
    void resign.push(election.campaign(leadership, serve));
  // All at once: each may wait for one answer of Postgres, and a stop has not the time for one after the other.
  lifeline.add('leaderships', async () => {
    await Promise.all(resign.map((each) => each()));
  });
  const running =
    (made: () => Worker) =>
    async ({ leadership, fence, signal }: Term): Promise<void> => {
      const worker = made();
      worker.start();
      log.info({ leadership, fence }, 'this process was elected');
      await untilOver(signal);
      await worker.stop();
    };
  watchOutbox(parts);
  watchKeptAnswers(parts);
  watchNotices(parts);
  watchSessions(parts);
  watchPayments(parts);
  watchLogKeeping(parts);
  watchExports(parts);
  campaign(
    'settler',
    running(() => settlerOf(parts, { looksAfter: parts.looksAfter })),
  );
  campaign(
    'directory',
    running(() => directoryWorkerOf(parts)),
  );
  const commanded = withFaultPoints(store, faults, APPENDED_STEPS);
  campaign(
    'claims',
    running(() => createClaimsWorker({ db: pool, store: commanded, readModels: progress, clock: systemClock, log })),
  );
  const { view } = parts;
  const mailer = createSmtpMailer(() => view.options);
  campaign(
    'notices',
    running(() => createNoticesWorker({ db: pool, view, mailer, clock: systemClock, log })),
  );
  campaign(
    'topups',
    running(() => createTopUpsWorker({ db: pool, store: commanded, view, askUpstream, clock: systemClock, log })),
  );
  campaign(
    'logs',
    running(() => createLogKeeper({ db: pool, store: commanded, view, clock: systemClock, log })),
  );
  watchSeals(parts);
  const heads = headTellerOf(parts, mailer);
  watchHeads(parts, heads);
  heads.start();
  lifeline.add('heads of the ledger', () => heads.stop());
  const key = keyOrNone(parts.environment, log);
  campaign('notary', async ({ signal }) => {
    await Promise.all([
      parts.projectorThread?.work('absorb', signal) ?? absorbAgainAndAgain({ store, db: pool, log }, signal),
      notarizeAgainAndAgain(notaryOf(parts, heads, key), signal),
    ]);
  });
  campaign(
    'closes',
    closing(parts, (origin) => key(origin, false)),
  );
  campaign(
    'verification',
    ({ signal }) => parts.projectorThread?.work('verify', signal) ?? verifyAgainAndAgain(parts, signal),
  );
}

const headTellerOf = ({ view, outbound, environment, log }: WorkerParts, mailer: Mailer): HeadTeller =>
  createHeadTeller({
    view,
    outbound,
    mailer,
    keep: (note) => keepHead(environment.DATA_DIR, note),
    clock: systemClock,
    log,
  });

const notaryOf = (
  { store, pool, faults, processId, log }: WorkerParts,
  heads: HeadTeller,
  key: NotaryParts['key'],
): NotaryParts => ({
  store: withFaultPoints(store, faults, SEAL_STEPS),
  db: pool,
  clock: systemClock,
  processId,
  key,
  onSealed: (head) => heads.tell(head),
  log,
});

/** Without one nothing is sealed, and all else goes on: what is wrong with a file is told once. */
function keyOrNone(environment: Foundation['environment'], log: Foundation['log']): NotaryParts['key'] {
  let told = '';
  return (origin, isFirst) => {
    try {
      return isFirst ? ledgerKeyOf(environment, origin) : givenLedgerKey(environment, origin);
    } catch (error) {
      if (!(error instanceof StartRefused)) throw error;
      if (error.message !== told) log.error({ alarm: true, err: error }, 'the ledger key cannot be used');
      told = error.message;
      return undefined;
    }
  };
}

/** Whoever lacks the key that a close waits for gives the leadership up, and stands aside for a while: another process may have it. */
function closing(parts: WorkerParts, key: CloserParts['key']): (term: Term) => Promise<void> {
  const { log } = parts;
  const hindrances = new Hindrances(log);
  let asideUntilMs = 0;
  return async ({ leadership, fence, signal }) => {
    if (performance.now() < asideUntilMs) return;
    const givenUp = new AbortController();
    const closer = closerOf(parts, { key, hindrances, onKeyMissing: () => givenUp.abort() });
    closer.start();
    log.info({ leadership, fence }, 'this process was elected');
    await untilOver(AbortSignal.any([signal, givenUp.signal]));
    await closer.stop();
    if (givenUp.signal.aborted) asideUntilMs = performance.now() + CLOSE_ASIDE_MS;
  };
}

/** Closes of periods, and their bundles. */
export const closerOf = (
  {
    environment,
    patientPool,
    store,
    faults,
    progress,
    notifications,
    log,
  }: Pick<WorkerParts, 'environment' | 'patientPool' | 'store' | 'faults' | 'progress' | 'notifications'> &
    Pick<CloserParts, 'log'>,
  told: Partial<Pick<CloserParts, 'key' | 'hindrances' | 'onKeyMissing'>> = {},
): Closer =>
  createCloser({
    source: { db: patientPool, store: withFaultPoints(store, faults, CLOSE_STEPS) },
    folder: exportDirOf(environment),
    faults,
    readModels: progress,
    book: new PeriodBook(store),
    key: (origin) => givenLedgerKey(environment, origin),
    notifications,
    log,
    ...told,
  });

/** Where every earlier process is dead for certain, what they worked at is taken up at once. */
export async function startExports(
  { environment, pool, patientPool, store, progress, notifications, processId, ours, log }: WorkerParts,
  lifeline: Lifeline,
): Promise<void> {
  if (ours) await silenceExports(pool);
  const worker = createExportWorker({
    db: pool,
    patientDb: patientPool,
    store,
    write: writeExport,
    folder: exportDirOf(environment),
    readModels: progress,
    holder: processId,
    notifications,
    log,
  });
  worker.start();
  lifeline.add('exports', () => worker.stop());
}

export const directoryWorkerOf = ({
  pool,
  patientPool,
  directoryKeys,
  store,
  faults,
  log,
  recalls,
}: Pick<Foundation, 'pool' | 'patientPool' | 'store' | 'faults' | 'log'> &
  Pick<Directory, 'directoryKeys'> & { readonly recalls: Pick<LeaseRecalls, 'recall'> }): DirectoryWorker =>
  createDirectoryWorker({
    store: withFaultPoints(store, faults, APPENDED_STEPS),
    pool,
    patientPool,
    directoryKeys,
    faults,
    recall: (accountId) => recalls.recall(accountId),
    onError: (error) => log.warn({ err: error }, 'the outbox could not be drained'),
    onWaiting: (waiting) =>
      log.warn(
        waiting,
        'an outbox row still waits: for a row before it, or for a relay that has not answered its recall',
      ),
    onLedgerSchema: ({ from, to, heldBy }) =>
      to > from
        ? log.info({ from, to, heldBy }, 'ledger_schema was raised: events are written in the shapes of this release')
        : log.info({ ledgerSchema: to, heldBy }, 'ledger_schema is not raised yet: not every process reads more'),
    onSealed: (sealing) => tellSealed(log, sealing),
    onParked: (parked) =>
      log.error({ ...parked, alarm: true }, 'an outbox row was refused by the ledger and is parked'),
  });

function tellSealed(log: Foundation['log'], { secrets, remains, isOver }: Sealing): void {
  const encrypted = 'the secrets that stood in clear are encrypted';
  if (remains === undefined) log.info({ secrets }, `${encrypted}, and gone from the files of Postgres`);
  else if (isOver)
    log.warn(
      { secrets, remains },
      `${encrypted}; files of Postgres still hold them: docs/operations.md, "Secrets at rest", says what is left to do`,
    );
  else log.info({ secrets, remains }, `${encrypted}; files of Postgres still hold them: this is tried again`);
}

/** `spared`: other relays that it must not fence. `looksAfter`: of the own relay, whether it still looks after a till. */
type Sparing = {
  readonly spared?: () => Iterable<string>;
  readonly looksAfter?: ((tillId: TillId) => boolean) | undefined;
};

/** Never fences what the relay of its own process looks after. */
export function settlerOf(
  {
    environment,
    pool,
    store,
    view,
    processId,
    faults,
    log,
  }: Pick<WorkerParts, 'environment' | 'pool' | 'store' | 'view' | 'processId' | 'faults' | 'log'>,
  { spared = () => [], looksAfter }: Sparing = {},
): Settler {
  return createSettler({
    store,
    faults,
    workerId: processId,
    clock: systemClock,
    tills: createTillRegistry({ pool }),
    ownRelayIds: () => new Set([processId, ...spared()]),
    ...(looksAfter === undefined ? {} : { looksAfter }),
    openWork: {
      openLeasesOfClosedTills: () => openLeasesOfClosedTills(pool),
      unclosedTills: () => unclosedTills(pool),
    },
    interruptedPolicy: () => view.options.InterruptedPolicy,
    limits: scaledSettlerLimits(environment),
    log,
  });
}
