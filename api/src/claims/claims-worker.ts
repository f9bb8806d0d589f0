import { WrittenByLaterRelease } from '@ledgate/domain/events/written-by-later-release';
import type { Clock } from '@ledgate/domain/ports/clock';
import { type EventStore, type Position, START } from '@ledgate/domain/ports/event-store';
import type { Log } from '@ledgate/domain/ports/log';
import type { SourceId } from '@ledgate/domain/shared/ids';
import type { Database } from '@ledgate/projections/shared/database';
import { type PendingCredit, pendingCredits } from '@ledgate/projections/queries/claims';
import type { Progress } from '@ledgate/projections/runner/progress';
import {
  CLAIMS_AGE_MS,
  CLAIMS_BATCH,
  CLAIMS_PARKED_MAX,
  CLAIMS_PERIOD_MS,
  CLAIMS_START_WAIT_MS,
  CLAIMS_WAITING_ALARM_MS,
} from '../limits.ts';
import { appendCredit } from './append-credit.ts';

type ClaimsWorkerPorts = {
  readonly db: Database;
  readonly store: EventStore;
  readonly readModels: Progress;
  readonly clock: Clock;
  readonly log: Log;
  /** Tests run at a tenth. */
  readonly times?: { readonly periodMs: number; readonly ageMs: number; readonly startWaitMs: number };
};

interface ClaimsWorker {
  /**
   * Credits every claim up to the ledger's head of this moment; ends when that is done, or after 30 s: a process is ready only then
   * (docs/ledger.md#claims). Answers whether all of it was done.
   */
  creditBacklog(): Promise<boolean>;
  /** From now on, credits what a process that died has left behind. */
  start(): void;
  /** Ends after the look under way. */
  stop(): Promise<void>;
  /** Pending claims that an account refused for good: somebody must look. */
  parked(): ReadonlyMap<SourceId, string>;
}

/** A claim whose account is not open yet: since when, by the monotonic clock in milliseconds, and whether somebody was told. */
type Waiting = { readonly sinceMs: number; readonly told: boolean };

/** Finishes what was claimed and not credited (docs/ledger.md#claims). Any number of processes may run one: the account knows each source. */
export function createClaimsWorker({ db, store, readModels, clock, log, times }: ClaimsWorkerPorts): ClaimsWorker {
  const { periodMs, ageMs, startWaitMs } = times ?? {
    periodMs: CLAIMS_PERIOD_MS,
    ageMs: CLAIMS_AGE_MS,
    startWaitMs: CLAIMS_START_WAIT_MS,
  };
  const parked = new Map<SourceId, string>();
  const waiting = new Map<SourceId, Waiting>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let looking: Promise<unknown> = Promise.resolve();

  /**
   * A claim of the last `olderThanMs` is left to whoever made it, and holds up none behind it: it is young by its writer's clock alone. One that
   * comes from the future says nothing about its age, and an account credits it once, whoever is first. What is noted of claims that are pending no
   * more is forgotten at the end: others have credited them.
   */
  async function look(olderThanMs: number, until: () => boolean): Promise<boolean> {
    let after = START;
    const pending = new Set<SourceId>();
    while (!until()) {
      const claims = await pendingCredits(db, CLAIMS_BATCH, after);
      for (const claim of claims) {
        if (until()) return false;
        if (Math.abs(clock.nowMs() - claim.claimedMs) >= olderThanMs) await credit(claim);
        if (waiting.has(claim.source) || parked.has(claim.source)) pending.add(claim.source);
        after = claim.position;
      }
      if (claims.length < CLAIMS_BATCH) {
        forgetOthersThan(pending);
        return true;
      }
    }
    return false;
  }

  function forgetOthersThan(pending: ReadonlySet<SourceId>): void {
    for (const noted of [waiting, parked])
      for (const source of noted.keys()) if (!pending.has(source)) noted.delete(source);
  }

  async function credit(claim: PendingCredit): Promise<void> {
    if (parked.has(claim.source)) return;
    const change = await appendCredit(store, claim, clock.nowMs()).catch((error: unknown) => {
      if (error instanceof WrittenByLaterRelease) return 'written_by_later_release' as const;
      throw error;
    });
    if (change === 'written_by_later_release') return waitForAccount(claim, change);
    if (change?.ok === false && change.refusal.code === 'account_missing')
      return waitForAccount(claim, change.refusal.code);
    waiting.delete(claim.source);
    if (change?.ok !== false) return;
    alarm(claim, change.refusal.code);
    if (parked.size < CLAIMS_PARKED_MAX) parked.set(claim.source, change.refusal.code);
  }

  /**
   * The directory still owes the ledger the account's opening, or a later release has written to it: tried again at each look, and told of when
   * that takes long.
   */
  function waitForAccount(claim: PendingCredit, reason: string): void {
    const nowMs = clock.monotonicMs();
    const { sinceMs, told } = waiting.get(claim.source) ?? { sinceMs: nowMs, told: false };
    const tells = !told && nowMs - sinceMs >= CLAIMS_WAITING_ALARM_MS;
    if (tells) alarm(claim, reason);
    if (waiting.has(claim.source) || waiting.size < CLAIMS_PARKED_MAX)
      waiting.set(claim.source, { sinceMs, told: told || tells });
  }

  const alarm = ({ source, accountId, amount }: PendingCredit, refusal: string): void =>
    log.error({ alarm: true, source, accountId, amount, refusal }, 'an account refuses a claim');

  /** Of any age, also by the clock of another machine. */
  async function backlog(left: () => number): Promise<boolean> {
    const head: Position = await store.head();
    const seen = head === START || (await readModels.waitFor(head, left()));
    return (await look(Number.NEGATIVE_INFINITY, () => left() === 0)) && seen;
  }

  function later(): void {
    if (stopped) return;
    timer = setTimeout(() => {
      looking = look(ageMs, () => stopped)
        .catch((error: unknown) => log.warn({ err: error }, 'claims could not be credited; they are tried again'))
        .finally(later);
    }, periodMs);
  }

  return {
    creditBacklog: async () => {
      const endsAt = clock.monotonicMs() + startWaitMs;
      const left = (): number => Math.max(0, endsAt - clock.monotonicMs());
      while (left() > 0 && !stopped) {
        try {
          return await backlog(left);
        } catch (error) {
          log.warn({ err: error }, 'claims could not be credited; they are tried again');
          await new Promise((resolve) => {
            setTimeout(resolve, Math.min(periodMs, left()));
          });
        }
      }
      return false;
    },
    start: () => {
      later();
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
    parked: () => parked,
  };
}
