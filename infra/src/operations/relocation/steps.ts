import { PROGRESS_EVERY_MS } from '../../limits.ts';

/** What a move or a restore does, in this order; each is durable before the next begins, and may be repeated. Those of keys only where the ledger's is lost. */
export type Step =
  'arriving' | 'ledger' | 'compared' | 'directory' | 'read models' | 'ledger key' | 'key change' | 'left' | 'resident';

export type Telling = {
  /** One line for the operator. */
  readonly say: (line: string) => void;
  /** Called when a step has been done; what it throws ends everything, as a crash would. For tests. */
  readonly onStep?: (step: Step) => Promise<void> | void;
};

/** Says how many events are done, now and then. */
export function progress(say: Telling['say'], what: string): (events: number) => void {
  let toldAt = performance.now();
  return (events) => {
    if (performance.now() - toldAt < PROGRESS_EVERY_MS) return;
    toldAt = performance.now();
    say(`  ${what} ${events} events ...`);
  };
}

/** Does a piece of work and says how long it took. */
export async function timed<Value>(
  say: Telling['say'],
  work: () => Promise<Value>,
  what: (value: Value) => string,
): Promise<Value> {
  const startedAt = performance.now();
  const value = await work();
  say(`${what(value)} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`);
  return value;
}
