import type { MessagePort } from 'node:worker_threads';
import { absorbAgainAndAgain } from '@ledgate/projections/seals/absorb';
import { RecentEvents } from '@ledgate/projections/seals/recent-events';
import { type RunnerOptions, startRunner } from '@ledgate/projections/runner/runner';
import { PostgresEventStore } from '../../adapters/event-store/postgres/postgres-event-store.ts';
import { InProcessFeed } from '../../adapters/feed/in-process.ts';
import {
  ANSWER_MAX_MS,
  PROJECTOR_THREAD_CONNECT_TIMEOUT_MS,
  PROJECTOR_THREAD_CONNECTIONS_MAX,
  PROJECTOR_THREAD_SIGN_EVERY_MS,
  PROJECTOR_THREAD_STATE_EVERY_MS,
} from '../../limits.ts';
import { systemClock } from '../main/clock.ts';
import { databasePool, PATIENT, type PoolOptions } from '../database/database-pool.ts';
import { verifyAgainAndAgain } from '../main/verification.ts';
import type { Logger } from '../../server/telemetry/logger.ts';
import type { ProjectorState, FromProjector, ToProjector } from './messages.ts';

/** The projector's side of the channel: applies the ledger to the read models and verifies the books. Ends after `stop`, when all has ended. */
export async function runProjector(port: MessagePort, log: Logger, applied?: RunnerOptions['applied']): Promise<void> {
  const say = (message: FromProjector): void => port.postMessage(message);
  const appended = new Set<() => void>();
  let projector: Projector | undefined;
  let opening: Promise<void> = Promise.resolve();
  const wakeAll = (): void => {
    // From here on the feed reads: what is appended later is told anew.
    say({ kind: 'woken' });
    for (const wake of appended) wake();
  };
  await new Promise<void>((stopped) => {
    port.on('message', (message: ToProjector) => {
      if (message.kind === 'appended') wakeAll();
      else if (message.kind === 'open')
        opening = openProjector(message.databaseUrl, { appended, log, say, applied }).then((opened) => {
          projector = opened;
        });
      else if (message.kind === 'work') void opening.then(() => projector?.[message.work].set(message.on));
      else if (message.kind === 'stop')
        void opening
          .then(() => projector?.stop())
          .catch((error: unknown) => log.error({ err: error }, 'the projector did not end cleanly'))
          .then(() => stopped());
      else
        void opening
          .then(() => projector?.runner.waitFor(message.position, message.timeoutMs, message.of) ?? false)
          .then((reached) => say({ kind: 'reached', id: message.id, reached }));
    });
  });
  port.close();
}

type Projector = Awaited<ReturnType<typeof openProjector>>;

type Opening = {
  readonly appended: Set<() => void>;
  readonly log: Logger;
  readonly say: (message: FromProjector) => void;
  readonly applied: RunnerOptions['applied'];
};

/** Undefined when it could not be opened, which has been told. */
async function openProjector(url: string, { appended, log, say, applied }: Opening) {
  let store: PostgresEventStore;
  try {
    store = await PostgresEventStore.open({ url });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    say({ kind: 'failed', name, message, code: codeOf(error) });
    return undefined;
  }
  const poolOf = (reach: Pick<PoolOptions, 'connectionsMax' | 'answerMaxMs' | 'isPatient'>) =>
    databasePool({
      url,
      ...reach,
      connectTimeoutMs: PROJECTOR_THREAD_CONNECT_TIMEOUT_MS,
      onBroken: (error) => {
        if (!stopping) log.warn({ err: error }, 'an idle database connection broke');
      },
    });
  let stopping = false;
  const pool = poolOf({ connectionsMax: PROJECTOR_THREAD_CONNECTIONS_MAX, answerMaxMs: ANSWER_MAX_MS });
  const patientPool = poolOf(PATIENT);
  const recent = new RecentEvents(store);
  const following = {
    readAll: recent.behind,
    readStream: (...read: Parameters<typeof store.readStream>) => store.readStream(...read),
  };
  const feed = new InProcessFeed({
    readAll: recent.ahead,
    // What is appended is appended by the other thread.
    onAppended: (wake) => {
      appended.add(wake);
      return () => {
        appended.delete(wake);
      };
    },
  });
  const runner = startRunner({ pool, patientPool, feed, ledger: store, clock: systemClock, log, applied });
  const verify = new Switched((signal) =>
    verifyAgainAndAgain({ store, patientPool, gaplessPositions: true, log }, signal),
  );
  const absorb = new Switched((signal) => absorbAgainAndAgain({ store: following, db: pool, log }, signal));

  let told = '';
  let toldAtMs = 0;
  /** What has changed; now and then also what has not, as a sign of life. */
  const tell = (): void => {
    const state: ProjectorState = { partitions: runner.progress(), lagMs: runner.lag(), alarms: runner.alarms() };
    const text = JSON.stringify(state);
    const nowMs = systemClock.monotonicMs();
    if (text === told && nowMs - toldAtMs < PROJECTOR_THREAD_SIGN_EVERY_MS) return;
    told = text;
    toldAtMs = nowMs;
    say({ kind: 'state', state });
  };
  const telling = setInterval(tell, PROJECTOR_THREAD_STATE_EVERY_MS);
  say({ kind: 'opened' });
  return {
    runner,
    verify,
    absorb,
    stop: async (): Promise<void> => {
      clearInterval(telling);
      await Promise.all([verify.stop(), absorb.stop()]);
      await runner.stop();
      await store.close();
      stopping = true;
      await Promise.all([pool.end(), patientPool.end()]);
    },
  };
}

/** Work that goes on while it is wanted. One after the other, also where one is still ending when the next begins. */
class Switched {
  readonly #work: (signal: AbortSignal) => Promise<void>;
  #over = new AbortController();
  #working: Promise<void> = Promise.resolve();

  constructor(work: (signal: AbortSignal) => Promise<void>) {
    this.#work = work;
  }

  set(on: boolean): void {
    this.#over.abort();
    if (!on) return;
    this.#over = new AbortController();
    const { signal } = this.#over;
    this.#working = this.#working.then(() => this.#work(signal));
  }

  async stop(): Promise<void> {
    this.#over.abort();
    await this.#working;
  }
}

/** The database's own, also where the store's error stands around it. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause);
}
