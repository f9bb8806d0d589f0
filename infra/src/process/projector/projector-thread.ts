import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Clock } from '@ledgate/domain/ports/clock';
import type { Position } from '@ledgate/domain/ports/event-store';
import { type Partition, EVERYTHING } from '@ledgate/projections/runner/partition';
import type { Alarm, PartitionProgress } from '@ledgate/projections/runner/progress';
import type { Runner } from '@ledgate/projections/runner/runner';
import type { Environment } from '../../server/config/config.ts';
import {
  PROJECTOR_THREAD_ANSWER_LIMIT_MS,
  PROJECTOR_THREAD_SILENT_MAX_MS,
  PROJECTOR_THREAD_STATE_EVERY_MS,
  PROJECTOR_THREAD_WAITING_MAX,
} from '../../limits.ts';
import { systemClock } from '../main/clock.ts';
import { untilOver } from '../main/until-over.ts';
import { traceSettings, type TraceVariables } from '../../server/telemetry/traces/open-traces.ts';
import type { ProjectorState, FromProjector, ThreadSettings, ToProjector } from './messages.ts';

/** A thread, or a port to one. */
type Channel = {
  postMessage(message: ToProjector): void;
  on(event: 'message', handle: (message: FromProjector) => void): unknown;
};

const NOTHING_YET: ProjectorState = { partitions: [], lagMs: 0, alarms: [] };

/**
 * The main thread's side of the channel to the thread that applies the ledger to the read models and verifies the books: what that computes would
 * otherwise stand in the way of every answer. Tells how far the read models are as it was at most a moment ago; who waits is told by the thread.
 */
export class ProjectorThread implements Runner {
  readonly #port: Channel;
  readonly #ended: Promise<unknown>;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #waiting = new Map<number, (reached: boolean) => void>();
  /** Told of an append, and the thread has not looked since. */
  #isWaking = false;
  #isStopped = false;
  #lastId = 0;
  #state = NOTHING_YET;
  #heardAtMs: number;
  #opened: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined;

  /** `ended`: when the other side has. */
  constructor(port: Channel, ended: Promise<unknown>, clock: Pick<Clock, 'monotonicMs'> = systemClock) {
    this.#port = port;
    this.#ended = ended;
    this.#clock = clock;
    this.#heardAtMs = clock.monotonicMs();
    port.on('message', (message: FromProjector) => this.#hear(message));
  }

  /** Begins to load the thread's program, which can happen before its database is there. A thread that fails takes the process with it. */
  static start(environment: Pick<Environment, 'LOG_LEVEL'> & TraceVariables): ProjectorThread {
    const workerData: ThreadSettings = { logLevel: environment.LOG_LEVEL, traces: traceSettings(environment) };
    const worker = new Worker(threadFile(), { workerData });
    worker.on('error', (error) => {
      throw error;
    });
    return new ProjectorThread(worker, once(worker, 'exit'));
  }

  /** Ends when the read models are being kept. Throws what the database answered, with its code. */
  open(databaseUrl: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#opened = { resolve, reject };
      this.#tell({ kind: 'open', databaseUrl });
    });
  }

  /** To be called when this thread has appended something. */
  readonly appended = (): void => {
    if (this.#isWaking) return;
    this.#isWaking = true;
    this.#tell({ kind: 'appended' });
  };

  waitFor(position: Position, timeoutMs: number, of?: Partition): Promise<boolean> {
    if (position <= this.position(of)) return Promise.resolve(true);
    if (this.#isStopped || this.#waiting.size >= PROJECTOR_THREAD_WAITING_MAX) return Promise.resolve(false);
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      // The thread keeps the time; should it not answer at all, nobody waits for it.
      const limit = setTimeout(
        () => this.#answer(id, false),
        Math.max(0, timeoutMs) + PROJECTOR_THREAD_ANSWER_LIMIT_MS,
      );
      this.#waiting.set(id, (reached) => {
        clearTimeout(limit);
        resolve(reached);
      });
      this.#tell({ kind: 'wait', id, position, timeoutMs, of });
    });
  }

  position({ partition, partitions }: Partition = EVERYTHING): Position {
    const known = this.#state.partitions;
    if (known.length === 0) return 0 as Position;
    const named = partitions === known.length ? known.filter((each) => each.partition === partition) : known;
    return Math.min(...named.map((each) => each.position)) as Position;
  }

  partitions(): number {
    return Math.max(1, this.#state.partitions.length);
  }

  lag(): number {
    return this.#state.lagMs;
  }

  alarm(): Alarm | undefined {
    return this.#state.alarms[0];
  }

  alarms(): readonly Alarm[] {
    return this.#state.alarms;
  }

  progress(): readonly PartitionProgress[] {
    return this.#state.partitions;
  }

  /** Why the read models stand still, or may: a partition has stopped, or the thread gives no sign of life. Undefined when all is well. */
  async unready(): Promise<string | undefined> {
    // This thread may have been the busy one: it then hears first what was said meanwhile.
    if (this.#silentMs() > PROJECTOR_THREAD_SILENT_MAX_MS) await delay(PROJECTOR_THREAD_STATE_EVERY_MS);
    const silentMs = this.#silentMs();
    if (silentMs > PROJECTOR_THREAD_SILENT_MAX_MS)
      return `its thread has said nothing for ${Math.floor(silentMs / 1_000)} s`;
    return this.alarm()?.message;
  }

  /** Verifies the books, or reads the leaves of the tree of all events, again and again until the signal. */
  async work(work: 'verify' | 'absorb', signal: AbortSignal): Promise<void> {
    this.#tell({ kind: 'work', work, on: true });
    await untilOver(signal);
    this.#tell({ kind: 'work', work, on: false });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#tell({ kind: 'stop' });
    await this.#ended;
    for (const id of this.#waiting.keys()) this.#answer(id, false);
  }

  #silentMs(): number {
    return this.#clock.monotonicMs() - this.#heardAtMs;
  }

  #answer(id: number, reached: boolean): void {
    this.#waiting.get(id)?.(reached);
    this.#waiting.delete(id);
  }

  #tell(message: ToProjector): void {
    this.#port.postMessage(message);
  }

  #hear(message: FromProjector): void {
    this.#heardAtMs = this.#clock.monotonicMs();
    if (message.kind === 'state') this.#state = message.state;
    else if (message.kind === 'opened') this.#opened?.resolve();
    else if (message.kind === 'failed')
      this.#opened?.reject(Object.assign(new Error(message.message), { name: message.name, code: message.code }));
    else if (message.kind === 'woken') this.#isWaking = false;
    else this.#answer(message.id, message.reached);
  }
}

/** The built program has its threads beside its commands; shared parts of it lie one folder deeper. */
function threadFile(): string {
  const [beside = '', above = ''] = ['./projector.js', '../projector.js'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return existsSync(beside) ? beside : above;
}
