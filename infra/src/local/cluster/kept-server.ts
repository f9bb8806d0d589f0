import { setTimeout as sleep } from 'node:timers/promises';
import { RESTART_FIRST_MS, RESTART_MAX_MS, SERVER_LOOK_EVERY_MS } from './limits.ts';

export type Server = {
  /** Where the processes find it. */
  readonly address: string;
  stop(): Promise<void>;
};

export type KeptServerOptions = {
  readonly name: string;
  /** Takes over the one that runs, or starts one; where the last one was, if that can be. */
  readonly start: () => Promise<Server>;
  readonly lives: () => boolean;
  readonly say: (line: string) => void;
  /** It came back at another address. */
  readonly onMoved: () => void;
};

/** A server that is no child of ours (it outlives us), and is started again when it has ended. */
export class KeptServer {
  readonly #options: KeptServerOptions;
  #server: Promise<Server> | undefined;
  #address = '';
  #isStopping = false;
  #keeping: Promise<void> | undefined;

  constructor(options: KeptServerOptions) {
    this.#options = options;
  }

  get address(): string {
    return this.#address;
  }

  async start(): Promise<void> {
    this.#server = this.#options.start();
    this.#address = (await this.#server).address;
    this.#keeping = this.#keep();
  }

  /** Also while it is being started. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#keeping;
    const server = await this.#server?.catch(() => undefined);
    await server?.stop();
  }

  async #keep(): Promise<void> {
    const { name, lives, say, start, onMoved } = this.#options;
    let pauseMs = RESTART_FIRST_MS;
    while (!this.#isStopping) {
      await sleep(SERVER_LOOK_EVERY_MS);
      if (this.#isStopping || lives()) continue;
      say(`${name} ended; it is started again`);
      try {
        this.#server = start();
        const { address } = await this.#server;
        pauseMs = RESTART_FIRST_MS;
        if (address !== this.#address) {
          this.#address = address;
          onMoved();
        }
      } catch (error) {
        say(`${name} could not be started again: ${error instanceof Error ? error.message : String(error)}`);
        await sleep(pauseMs);
        pauseMs = Math.min(pauseMs * 2, RESTART_MAX_MS);
      }
    }
  }
}
