import type { MessagePort } from 'node:worker_threads';
import { type RunnerOptions, startRunner } from '@ledgate/projections/runner/runner';
import pg from 'pg';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.ts';
import { InProcessFeed } from '../feed/in-process.ts';
import { BOOKKEEPER_CONNECT_TIMEOUT_MS, BOOKKEEPER_CONNECTIONS_MAX, BOOKKEEPER_STATE_EVERY_MS } from '../limits.ts';
import { systemClock } from '../main/clock.ts';
import { verifyAgainAndAgain } from '../main/verification.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { BookkeepingState, FromBookkeeper, ToBookkeeper } from './messages.ts';

/** The bookkeeper's side of the channel: applies the ledger to the read models and verifies the books. Ends after `stop`, when all has ended. */
export async function keepBooks(port: MessagePort, log: Logger, applied?: RunnerOptions['applied']): Promise<void> {
  const say = (message: FromBookkeeper): void => port.postMessage(message);
  const appended = new Set<() => void>();
  let books: Books | undefined;
  let opening: Promise<void> = Promise.resolve();
  const wakeAll = (): void => {
    // From here on the feed reads: what is appended later is told anew.
    say({ kind: 'woken' });
    for (const wake of appended) wake();
  };
  await new Promise<void>((stopped) => {
    port.on('message', (message: ToBookkeeper) => {
      if (message.kind === 'appended') wakeAll();
      else if (message.kind === 'open') opening = openBooks(message.databaseUrl, { appended, log, say, applied }).then((opened) => { books = opened; });
      else if (message.kind === 'verify') void opening.then(() => books?.verify(message.on));
      else if (message.kind === 'stop') void opening.then(() => books?.stop()).catch((error: unknown) => log.error({ err: error }, 'the bookkeeper did not end cleanly')).then(() => stopped());
      else void opening.then(() => books?.runner.waitFor(message.position, message.timeoutMs, message.of) ?? false).then((reached) => say({ kind: 'reached', id: message.id, reached }));
    });
  });
  port.close();
}

type Books = Awaited<ReturnType<typeof openBooks>>;

type Opening = { readonly appended: Set<() => void>; readonly log: Logger; readonly say: (message: FromBookkeeper) => void; readonly applied: RunnerOptions['applied'] };

/** Undefined when it could not be opened, which has been told. */
async function openBooks(url: string, { appended, log, say, applied }: Opening) {
  let store: PostgresEventStore;
  try {
    store = await PostgresEventStore.open({ url });
  } catch (error) {
    const { name, message, code } = error as NodeJS.ErrnoException;
    say({ kind: 'failed', name, message, code });
    return undefined;
  }
  const pool = new pg.Pool({ connectionString: url, max: BOOKKEEPER_CONNECTIONS_MAX, connectionTimeoutMillis: BOOKKEEPER_CONNECT_TIMEOUT_MS });
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error }, 'an idle database connection broke');
  });
  const feed = new InProcessFeed({
    readAll: (after, limit) => store.readAll(after, limit),
    // What is appended is appended by the other thread.
    onAppended: (wake) => {
      appended.add(wake);
      return () => { appended.delete(wake); };
    },
  });
  const runner = startRunner({ pool, feed, clock: systemClock, log, applied });
  let over = new AbortController();
  /** One after the other, also where one is still ending when the next begins. */
  let verifying: Promise<void> = Promise.resolve();

  let told = '';
  const tell = (): void => {
    const state: BookkeepingState = { partitions: runner.progress(), lagMs: runner.lag(), alarms: runner.alarms() };
    const text = JSON.stringify(state);
    if (text === told) return;
    told = text;
    say({ kind: 'state', state });
  };
  const telling = setInterval(tell, BOOKKEEPER_STATE_EVERY_MS);
  say({ kind: 'opened' });
  return {
    runner,
    verify: (on: boolean): void => {
      over.abort();
      if (!on) return;
      over = new AbortController();
      const { signal } = over;
      verifying = verifying.then(() => verifyAgainAndAgain({ store, pool, gaplessPositions: true, log }, signal));
    },
    stop: async (): Promise<void> => {
      clearInterval(telling);
      over.abort();
      await verifying;
      await runner.stop();
      await store.close();
      await pool.end();
    },
  };
}
