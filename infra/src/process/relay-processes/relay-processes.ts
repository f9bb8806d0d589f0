import { withoutSecrets } from '../../server/config/variables-of.ts';
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pause } from '@ledgate/projections/shared/pause';
import type { Environment } from '../../server/config/config.ts';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { listen } from '../../server/http/listen.ts';
import type { Logger } from '../../server/telemetry/logger.ts';
import type { NumbersOfOthers } from '../../server/telemetry/metrics/numbers.ts';
import { ConnectionBalancer, type Taker } from './connection-balancer.ts';
import {
  BEGIN_TIMEOUT_MS,
  LIVED_WELL_MS,
  RESTART_FIRST_MS,
  RESTART_MAX_MS,
  STOP_TIMEOUT_MS,
  WAITING_CONNECTIONS_MAX,
} from './limits.ts';
import { type Begin, type Order, reportSchema } from './orders.ts';

const PROGRAM = 'forked-relay.js';
/** Node's code for a message to a process that has gone. */
const CHANNEL_CLOSED = 'ERR_IPC_CHANNEL_CLOSED';

type RelayProcessesOptions = {
  readonly count: number;
  readonly where: Pick<Environment, 'PORT' | 'HOST'>;
  readonly begin: Omit<Begin, 'kind' | 'relayId'>;
  readonly log: Logger;
  /** A relay process is dead for certain; another takes its place when this has ended. Must not throw. */
  readonly onDead: () => Promise<void>;
  readonly onAppended: () => void;
  /** Told of what relay processes have counted. */
  readonly numbers: NumbersOfOthers;
};

type Slot = {
  relayId: string;
  child: ChildProcess | undefined;
  serves: boolean;
  unready: string | null;
  pauseMs: number;
};

/**
 * Relay processes behind one port, each with its own till; this process accepts connections and deals them out in turns. One that dies is started again.
 * They end with this process: by `stop` after they have drained, and at once when it dies (they notice the lost channel), as if they had died with it.
 */
export class RelayProcesses {
  readonly #options: RelayProcessesOptions;
  readonly #slots: readonly Slot[];
  readonly #balancer = new ConnectionBalancer(WAITING_CONNECTIONS_MAX);
  readonly #server: Server;
  readonly #stopping = new AbortController();

  private constructor(options: RelayProcessesOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: options.count }, () => ({
      relayId: randomUUID(),
      child: undefined,
      serves: false,
      unready: null,
      pauseMs: RESTART_FIRST_MS,
    }));
    this.#server = createServer({ pauseOnConnect: true }, (socket) => this.#balancer.take(socket));
  }

  /** Ends when all serve. Throws StartRefused where the port cannot be had, or where one refuses to begin; then none is left. */
  static async start(options: RelayProcessesOptions): Promise<RelayProcesses> {
    const processes = new RelayProcesses(options);
    try {
      await Promise.all(processes.#slots.map((slot) => processes.#launch(slot)));
      await listen(processes.#server, options.where);
    } catch (error) {
      await processes.stop();
      throw error;
    }
    return processes;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** Of those that live, and of those that will take the place of dead ones. */
  relayIds(): readonly string[] {
    return this.#slots.map(({ relayId }) => relayId);
  }

  /** Why no call of a program is served at the moment, as far as that is known; undefined when some relay process serves. */
  unready(): string | undefined {
    const serving = this.#slots.filter(({ serves }) => serves);
    if (serving.length === 0) return 'no relay process runs';
    return serving.some(({ unready }) => unready === null) ? undefined : (serving[0]?.unready ?? undefined);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#server.close();
    this.#balancer.end();
    await Promise.all(this.#slots.map(({ child }) => (child === undefined ? undefined : ended(child))));
  }

  /** Ends when the process serves. */
  #launch(slot: Slot): Promise<void> {
    const { begin, log, onAppended, numbers } = this.#options;
    const { relayId } = slot;
    const startedMs = performance.now();
    const child = fork(programPath(), [], {
      env: withoutSecrets(process.env),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    // Between the loss of its channel and its exit a process cannot be given anything.
    const taker: Taker = {
      give: (socket) =>
        void child.send({ kind: 'connection' } satisfies Order, socket, { keepOpen: true }, (error) => {
          if (error !== null && 'code' in error && error.code === CHANNEL_CLOSED)
            this.#balancer.gaveBack(taker, socket);
        }),
    };
    slot.child = child;
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => child.kill('SIGKILL'), BEGIN_TIMEOUT_MS);
      let refusal: string | undefined;
      const leave = (): void => {
        slot.serves = false;
        this.#balancer.leave(taker);
      };
      child.on('message', (message: unknown) => {
        // What it said before its end may be heard after it: then it would be dealt to, and counted, as if it lived.
        if (slot.child !== child) return undefined;
        const { data: report } = reportSchema.safeParse(message);
        switch (report?.kind) {
          case 'hears':
            return void child.send({ ...begin, kind: 'begin', relayId: slot.relayId } satisfies Order, () => undefined);
          case 'refused':
            return void (refusal = report.message);
          case 'took':
            return this.#balancer.took(taker);
          case 'leaves':
            return leave();
          case 'appended':
            return onAppended();
          case 'numbers':
            return numbers.hear(relayId, report.numbers);
          case 'readiness':
            return void (slot.unready = report.unready);
          case 'serves': {
            clearTimeout(limit);
            slot.serves = true;
            slot.unready = null;
            this.#balancer.join(taker);
            return resolve();
          }
          default:
            return undefined;
        }
      });
      child.on('error', (error) =>
        log.warn({ err: error, relayId: slot.relayId }, 'a relay process cannot be spoken to'),
      );
      // Not told of a process that dies before it has answered for a connection: then its exit is the first that is heard.
      child.once('disconnect', leave);
      child.once('exit', (code, signal) => {
        clearTimeout(limit);
        leave();
        numbers.left(relayId);
        slot.child = undefined;
        reject(
          new StartRefused(refusal ?? `a relay process ended before it served (exit code ${code}, signal ${signal})`),
        );
        if (!this.#stopping.signal.aborted)
          void this.#replace(slot, { code, signal, livedMs: performance.now() - startedMs });
      });
    });
  }

  async #replace(
    slot: Slot,
    {
      livedMs,
      ...how
    }: { readonly code: number | null; readonly signal: NodeJS.Signals | null; readonly livedMs: number },
  ): Promise<void> {
    const { log, onDead } = this.#options;
    log.error({ alarm: true, relayId: slot.relayId, ...how }, 'a relay process died; another takes its place');
    // Before anybody looks whose till may be ended: that of the next one may not.
    slot.relayId = randomUUID();
    await onDead();
    const pauseMs = livedMs >= LIVED_WELL_MS ? RESTART_FIRST_MS : slot.pauseMs;
    slot.pauseMs = Math.min(2 * pauseMs, RESTART_MAX_MS);
    await pause(pauseMs, this.#stopping.signal);
    if (this.#stopping.signal.aborted) return;
    await this.#launch(slot).catch((error: unknown) => log.warn({ err: error }, 'a relay process did not begin'));
  }
}

/** SIGTERM, and SIGKILL when that is not enough. */
async function ended(child: ChildProcess): Promise<void> {
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  child.kill('SIGTERM');
  const limit = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(limit);
}

/** Beside the program that runs, or above the part of it that this is in. */
function programPath(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const path = join(folder, PROGRAM);
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) throw new StartRefused(`${PROGRAM} is not beside the program; build it again`);
  }
}
