import { residentBytes } from '../bench/process-memory.ts';
import { MEMORY_EVERY_MS } from './limits.ts';

/** Memory of a process in MB: at the start, highest in the warm-up and after it, and at the end. */
export type MemorySeen = {
  readonly startMb: number;
  readonly warmUpMb: number;
  readonly afterMb: number;
  readonly lastMb: number;
};

/** Looks at the resident memory of one process, all its threads, until it is ended. */
export class MemoryWatch {
  readonly #pid: number;
  readonly #timer: NodeJS.Timeout;
  readonly #warmUntil: number;
  readonly #startMb: number;
  #warmUpMb = 0;
  #afterMb = 0;
  #lastMb = 0;

  constructor(pid: number, warmUpSeconds: number) {
    this.#pid = pid;
    this.#startMb = residentMb(pid);
    this.#warmUntil = performance.now() + warmUpSeconds * 1_000;
    this.#timer = setInterval(() => this.#look(), MEMORY_EVERY_MS);
  }

  end(): MemorySeen {
    clearInterval(this.#timer);
    return { startMb: this.#startMb, warmUpMb: this.#warmUpMb, afterMb: this.#afterMb, lastMb: this.#lastMb };
  }

  #look(): void {
    this.#lastMb = residentMb(this.#pid);
    if (performance.now() < this.#warmUntil) this.#warmUpMb = Math.max(this.#warmUpMb, this.#lastMb);
    else this.#afterMb = Math.max(this.#afterMb, this.#lastMb);
  }
}

const residentMb = (pid: number): number => Math.round(residentBytes(pid) / 1_024 / 1_024);
