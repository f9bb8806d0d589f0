import type { EventStore } from '@ledgate/domain/ports/event-store';
import { publishBuiltInCatalogue } from '@ledgate/domain/pricebook/catalogue-stream';
import { NO_FAULTS } from '@ledgate/domain/ports/faults';
import { drainAudit } from './audit/drain-audit.ts';
import { sweepChanges } from './changes.ts';
import { foundInstallation, installationOf } from './installation/installation.ts';
import { sweepCallLimits } from './call-limits/sweep.ts';
import { sweepMadeCommands } from './commands/made-commands.ts';
import { sweepKeptAnswers } from './kept-answers/sweep.ts';
import type { DirectoryKeys } from './keys/directory-keys.ts';
import { anyClearOption } from './options/option-secrets.ts';
import { remainsClear, sealDirectory, type Sealing } from './keys/seal.ts';
import { type Raised, raiseLedgerSchema } from './ledger-schema/ledger-schema.ts';
import type { Database } from '../shared/database.ts';
import { KEPT_ANSWERS_SWEEP_MS, OUTBOX_DRAINER_AGE_MS, OUTBOX_DRAINER_PERIOD_MS, SWEEP_PERIOD_MS } from './limits.ts';
import { sweepMailCodes } from './mail-codes/mail-codes.ts';
import { sweepNotices } from './notices/notices.ts';
import { sweepAsks } from './payments/payments.ts';
import { drainOutbox } from './outbox/drain.ts';
import type { DrainPorts } from './outbox/drain-row.ts';
import { sweepRefusedCalls } from './refused-calls/find.ts';
import { sweepSessions } from './sessions/sessions.ts';
import { sweepShown } from './sessions/shown.ts';
import { sweepShortLivedKeys } from './short-lived-keys/sweep.ts';
import { sweepDeletedTokens } from './tokens/update.ts';

export interface DirectoryWorker {
  /** Everything that is open now, whatever its age: at start, before the process is ready, and in tests. Throws StoreUnavailable. */
  drainAll(): Promise<void>;
  /** From now on, in the background. */
  start(): void;
  /** Ends when the round under way has ended. */
  stop(): Promise<void>;
}

type Options = {
  readonly store: EventStore;
  readonly pool: Database;
  /** For what may take minutes. */
  readonly patientPool: Database;
  readonly directoryKeys: DirectoryKeys;
  /** After a debit that the ledger had to wait for, as after any other. */
  readonly recall: DrainPorts['recall'];
  readonly faults?: DrainPorts['faults'];
  readonly onError: (error: unknown) => void;
  /** An alarm: what the ledger will never take; it blocks nobody. */
  readonly onParked: (parked: { readonly id: number; readonly stream: string; readonly reason: string }) => void;
  /** A warning: a row that is still open after many attempts. */
  readonly onWaiting?: (waiting: { readonly id: number; readonly stream: string; readonly attempts: number }) => void;
  /** `ledger_schema` was raised, or something else holds it back than before. */
  readonly onLedgerSchema?: (raised: Raised) => void;
  /** Secrets that the release before kept in clear were encrypted, or no more can be done about what remains of them. */
  readonly onSealed?: (sealing: Sealing) => void;
  readonly periodMs?: number;
};

/** Finishes what a crash left in the outboxes, appends audits, and sweeps what has expired. Any number of processes may run one. */
export function createDirectoryWorker({
  store,
  pool,
  patientPool,
  directoryKeys,
  recall,
  faults = NO_FAULTS,
  onError,
  onParked,
  onWaiting = () => undefined,
  onLedgerSchema = () => undefined,
  onSealed = () => undefined,
  periodMs = OUTBOX_DRAINER_PERIOD_MS,
}: Options): DirectoryWorker {
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  let heldBy: string | undefined;
  let isFounded = false;
  let isCataloguePublished = false;
  let isSealed = false;
  const rewritten = new Set<string>();
  let sweptMs = Number.NEGATIVE_INFINITY;
  let sweptAnswersMs = Number.NEGATIVE_INFINITY;

  const drain = async (ageMs: number): Promise<void> => {
    await drainOutbox({ store, db: pool, recall, faults, ageMs, onParked, onWaiting, onError });
    await drainAudit(store, pool);
  };
  const raise = async (): Promise<void> => {
    const raised = await raiseLedgerSchema(pool);
    if (raised === undefined) return settleIn();
    if (raised.to > raised.from || raised.heldBy !== heldBy) onLedgerSchema(raised);
    heldBy = raised.heldBy;
  };
  /** Once every process reads what this release writes, there is none left of the release before. */
  const settleIn = async (): Promise<void> => {
    if (!isFounded) await found();
    isFounded = true;
    if (!isCataloguePublished) await publishBuiltInCatalogue(store, Date.now());
    isCataloguePublished = true;
    if (isSealed) return;
    const sealing = await sealDirectory(patientPool, directoryKeys, rewritten);
    isSealed = sealing?.isOver ?? true;
    if (sealing !== undefined && (sealing.isOver || sealing.secrets > 0)) onSealed(sealing);
  };
  const found = async (): Promise<void> => {
    if ((await installationOf(pool)) !== undefined) return;
    const { ledger, named } = await foundInstallation(store, pool, Date.now());
    if (ledger !== named)
      throw new Error(`the ledger is that of installation ${ledger}, and the directory that of ${named}`);
  };
  const sweep = async (): Promise<void> => {
    if (performance.now() - sweptMs < SWEEP_PERIOD_MS) return;
    sweptMs = performance.now();
    const nowS = Math.floor(Date.now() / 1_000);
    await sweepSessions(pool, nowS);
    await sweepRefusedCalls(pool, nowS);
    await sweepShown(pool);
    await sweepChanges(pool);
    await sweepDeletedTokens(pool);
    // What a process of the release before has written late, or somebody by hand.
    isSealed &&= !(await anyClearOption(pool)) && !(await remainsClear(pool));
  };
  /** What callers were told is not kept longer than they are told that it is. */
  const sweepAnswers = async (): Promise<void> => {
    if (performance.now() - sweptAnswersMs < KEPT_ANSWERS_SWEEP_MS) return;
    sweptAnswersMs = performance.now();
    const nowS = Math.floor(Date.now() / 1_000);
    await sweepKeptAnswers(pool, nowS);
    await sweepMadeCommands(pool, nowS);
    await sweepCallLimits(pool, nowS);
    await sweepMailCodes(pool, nowS);
    await sweepNotices(pool, nowS);
    await sweepAsks(pool, nowS);
    await sweepShortLivedKeys(pool);
  };
  const next = (): void => {
    timer = setTimeout(() => {
      round = Promise.all([
        drain(OUTBOX_DRAINER_AGE_MS).catch(onError),
        raise().catch(onError),
        sweep().catch(onError),
        sweepAnswers().catch(onError),
      ]).then(() => {
        if (timer !== undefined) next();
      });
    }, periodMs).unref();
  };

  return {
    drainAll: () => drain(0),
    start: next,
    stop: async () => {
      clearTimeout(timer);
      timer = undefined;
      await round;
    },
  };
}
