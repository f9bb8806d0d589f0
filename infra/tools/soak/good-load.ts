import { BenchConnection } from '../bench/bench-connection.ts';
import { requestsOf } from '../bench/bench-load.ts';
import { IDLE_MS_MAX, LAST_ANSWERS_WITHIN_MS, UNANSWERED_MAX } from './limits.ts';

/** What became of the good requests. */
export type GoodAnswers = {
  readonly sent: number;
  /** From the first to the last that was sent. */
  readonly sendingMs: number;
  readonly answered: number;
  /** The first few refusals and broken answers, by their texts. */
  readonly failures: readonly string[];
  readonly failed: number;
  readonly durationsMs: readonly number[];
};

const FAILURES_TOLD = 5;

/** Good requests at a fixed rate, whether earlier ones are answered or not; every second one streams. Never throws: what fails is told. */
export async function goodLoad(
  url: string,
  keys: readonly string[],
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<GoodAnswers> {
  const [wholes, streams] = [requestsOf('whole', keys), requestsOf('stream', keys)];
  const idle: BenchConnection[] = [];
  const durationsMs: number[] = [];
  const failures: string[] = [];
  let failed = 0;
  let running = 0;
  let sent = 0;
  const fail = (reason: string): void => {
    failed += 1;
    if (failures.length < FAILURES_TOLD) failures.push(reason);
  };
  const one = async (request: Buffer): Promise<void> => {
    running += 1;
    const sentAt = performance.now();
    try {
      const connection = kept(idle) ?? (await BenchConnection.open(url));
      await connection.call(request);
      durationsMs.push(performance.now() - sentAt);
      idle.push(connection);
    } catch (error) {
      fail(error instanceof Error ? error.message.slice(0, 600) : String(error));
    } finally {
      running -= 1;
    }
  };
  const startedAt = performance.now();
  const total = perSecond * seconds;
  while (sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) * perSecond) / 1_000) + 1);
    for (; sent < due; sent += 1) {
      const request = (sent % 2 === 0 ? wholes : streams)[Math.floor(sent / 2) % keys.length];
      if (running >= UNANSWERED_MAX) fail(`${UNANSWERED_MAX} requests are unanswered`);
      else if (request !== undefined) void one(request);
    }
    await pause(2);
  }
  const sendingMs = performance.now() - startedAt;
  for (const until = performance.now() + LAST_ANSWERS_WITHIN_MS; running > 0 && performance.now() < until;)
    await pause(10);
  if (running > 0) fail(`${running} requests were never answered`);
  for (const connection of idle) connection.close();
  return { sent, sendingMs, answered: durationsMs.length, failures, failed, durationsMs };
}

/** The connection that was used last, as clients keep them: none that its server may be closing just now. The others are given up. */
export function kept(idle: BenchConnection[]): BenchConnection | undefined {
  const connection = idle.pop();
  if (connection === undefined || (!connection.isClosed && connection.idleMs() < IDLE_MS_MAX)) return connection;
  for (const old of [connection, ...idle.splice(0)]) old.close();
  return undefined;
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
