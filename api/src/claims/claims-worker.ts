import type { Clock } from '@ledgate/domain/ports/clock';
import { type EventStore, type Position, START } from '@ledgate/domain/ports/event-store';
import type { Log } from '@ledgate/domain/ports/log';
import type { SourceId } from '@ledgate/domain/shared/ids';
import type { Database } from '@ledgate/projections/shared/database';
import { type PendingClaim, pendingClaims } from '@ledgate/projections/queries/claims';
import type { Progress } from '@ledgate/projections/runner/progress';
import { CLAIMS_AGE_MS, CLAIMS_BATCH, CLAIMS_PARKED_MAX, CLAIMS_PERIOD_MS, CLAIMS_START_WAIT_MS } from '../limits.ts';
import { creditClaim } from './credit-claim.ts';

export type ClaimsWorkerPorts = {
  readonly db: Database;
  readonly store: EventStore;
  readonly readModels: Progress;
  readonly clock: Clock;
  readonly log: Log;
  /** Tests run at a tenth. */
  readonly times?: { readonly periodMs: number; readonly ageMs: number; readonly startWaitMs: number };
};

export interface ClaimsWorker {
  /**
   * Credits every claim up to the ledger's head of this moment; ends when that is done, or after 30 s: a process is ready only then (design
   * section 4). Answers whether all of it was done.
   */
  creditBacklog(): Promise<boolean>;
  /** From now on, credits what a process that died has left behind. */
  start(): void;
  /** Ends after the look under way. */
  stop(): Promise<void>;
  /** Claims that an account refused: somebody must look. */
  parked(): ReadonlyMap<SourceId, string>;
}

/** Finishes what was claimed and not credited (design section 4, sagas). Any number of processes may run one: the account knows each source. */
export function createClaimsWorker({ db, store, readModels, clock, log, times }: ClaimsWorkerPorts): ClaimsWorker {
  const { periodMs, ageMs, startWaitMs } = times ?? {
    periodMs: CLAIMS_PERIOD_MS,
    ageMs: CLAIMS_AGE_MS,
    startWaitMs: CLAIMS_START_WAIT_MS,
  };
  const parked = new Map<SourceId, string>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let looking: Promise<unknown> = Promise.resolve();

  /** Oldest first, so that who is young ends a look. */
  async function look(olderThanMs: number, until: () => boolean): Promise<boolean> {
    let after = START;
    while (!until()) {
      const claims = await pendingClaims(db, CLAIMS_BATCH, after);
      for (const claim of claims) {
        if (until()) return false;
        if (clock.nowMs() - claim.claimedMs < olderThanMs) return true;
        await credit(claim);
        after = claim.position;
      }
      if (claims.length < CLAIMS_BATCH) return true;
    }
    return false;
  }

  async function credit(claim: PendingClaim): Promise<void> {
    if (parked.has(claim.source)) return;
    const change = await creditClaim(store, claim, clock.nowMs());
    if (change.ok) return;
    const { source, accountId, amount } = claim;
    log.error({ alarm: true, source, accountId, amount, refusal: change.refusal.code }, 'an account refuses a claim');
    if (parked.size < CLAIMS_PARKED_MAX) parked.set(claim.source, change.refusal.code);
  }

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
