import type { Random } from './random.ts';

/** One process of the model. What it began and has not ended dies with it. */
export class Process {
  readonly name: string;
  alive = true;
  /** Cut off from the event store, from Postgres (recalls, heartbeats). */
  storeAway = false;
  postgresAway = false;

  constructor(name: string) {
    this.name = name;
  }
}

/** How likely a process dies at a step, before or after its effect. */
type Mortality = { readonly crash: number };

type Parked = { readonly process: Process; readonly sent: boolean; readonly effect: () => Promise<() => void> };

/** How likely what a process had sent when it died still arrives. */
const ARRIVES_AFTER_DEATH = 0.4;

/** Enough turns of the microtask queue for whatever a step has set free to come to its next step. */
const SETTLE_TURNS = 24;

/**
 * Chooses, by the seed alone, which of all the steps that processes are about to take happens next. Nothing runs by itself: a schedule is the
 * list of these choices, so every one can be repeated.
 */
export class Scheduler {
  readonly #random: Random;
  #parked: Parked[] = [];
  #steps = 0;
  mortality: Mortality = { crash: 0 };
  onCrash: (process: Process) => void = () => undefined;

  constructor(random: Random) {
    this.#random = random;
  }

  get steps(): number {
    return this.#steps;
  }

  /**
   * Takes effect when it is chosen. A process that has died before never takes it, unless it was `sent` to another; one that dies at it never
   * hears of its outcome.
   */
  step<Value>(process: Process, effect: () => Value | Promise<Value>, sent = false): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (!process.alive) return;
      this.#parked.push({
        process,
        sent,
        effect: async () => {
          try {
            const value = await effect();
            return () => resolve(value);
          } catch (error) {
            return () => reject(error as Error);
          }
        },
      });
    });
  }

  /** Lets others go first. */
  async turns(process: Process, count: number): Promise<void> {
    for (let turn = 0; turn < count; turn += 1) await this.step(process, () => undefined);
  }

  crash(process: Process): void {
    if (!process.alive) return;
    process.alive = false;
    this.#parked = this.#parked.filter(
      (parked) => parked.process !== process || (parked.sent && this.#random.chance(ARRIVES_AFTER_DEATH)),
    );
    this.onCrash(process);
  }

  /** Takes one step. Answers false when nobody has one to take. */
  async next(): Promise<boolean> {
    const [chosen] =
      this.#parked.length === 0 ? [] : this.#parked.splice(this.#random.whole(0, this.#parked.length - 1), 1);
    if (chosen === undefined) return false;
    this.#steps += 1;
    const { process, effect } = chosen;
    if (process.alive && this.#random.chance(this.mortality.crash)) this.crash(process);
    else {
      const tell = await effect();
      if (this.#random.chance(this.mortality.crash)) this.crash(process);
      if (process.alive) tell();
    }
    await settled();
    return true;
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < SETTLE_TURNS; turn += 1) await undefined;
}
