import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CODE_STATUS } from '@ledgate/domain/catalogue/statuses';
import type { ConsoleClient } from '../../tools/console-client/console-client.ts';
import type { CrashWorld, Spender } from './world.ts';

const CODE_WORTH = 700;
/** Up and down by turns: a debit recalls leases. */
const DELTAS = [900, -400] as const;
const PAGE_ROWS = 100;

const nothing = z.unknown();
const codePage = z.object({ total: z.number(), items: z.array(z.object({ key: z.string(), status: z.number() })) });

type Adjustment = { readonly command_id: string; readonly delta: number; answered: boolean };

let loads = 0;

/**
 * An administrator and a person at the console, one command after the other, until the product dies: codes are made, redeemed, the person's balance is
 * adjusted. Of each command it is known whether it was answered.
 */
export class ConsoleLoad {
  readonly #root: ConsoleClient;
  readonly #console: ConsoleClient;
  /** Of every code made here. */
  readonly #name: string;
  readonly #redeemed = new Set<string>();
  readonly #adjustments: Adjustment[] = [];
  #stopped = true;
  #working = Promise.resolve();

  private constructor(root: ConsoleClient, console: ConsoleClient) {
    loads += 1;
    this.#root = root;
    this.#console = console;
    this.#name = `load ${loads} codes`;
  }

  static async open(world: CrashWorld, { username }: Spender): Promise<ConsoleLoad> {
    return new ConsoleLoad(await world.root(), await world.consoleOf(username));
  }

  start(): void {
    this.#stopped = false;
    this.#working = this.#work();
    this.#working.catch(() => undefined);
  }

  /** No further commands; ends when the one that runs has. Throws what the product refused: only a connection that is cut is to be expected. */
  async end(): Promise<void> {
    this.#stopped = true;
    await this.#working;
  }

  /** Redemptions and adjustments that were answered. */
  get answered(): number {
    return this.#redeemed.size + this.#adjustments.filter(({ answered }) => answered).length;
  }

  /**
   * Does again what was cut, as a person would: codes that were made and not redeemed are redeemed, adjustments sent with the same command id. What was
   * answered is not repeated. Then each command once more, none of which is cut: so that a load that never worked is seen. Answers what all of it has to be
   * worth to the person.
   */
  async finish(): Promise<number> {
    for (const adjustment of this.#adjustments) if (!adjustment.answered) await this.#adjust(adjustment);
    const codes = await this.#codes();
    for (const { key, status } of codes)
      if (status === CODE_STATUS.unused && !this.#redeemed.has(key)) await this.#redeem(key);
    await this.#commands();
    return (codes.length + 1) * CODE_WORTH + this.#adjustments.reduce((sum, { delta }) => sum + delta, 0);
  }

  async #work(): Promise<void> {
    try {
      while (!this.#stopped) await this.#commands();
    } catch (error) {
      if (!isCut(error)) throw error;
    }
  }

  async #commands(): Promise<void> {
    const [key] = await this.#root.post('/api/redemption/', z.array(z.string()), {
      name: this.#name,
      quota: CODE_WORTH,
      count: 1,
    });
    if (key === undefined) throw new Error('a code was made and has no key');
    await this.#redeem(key);
    for (const delta of DELTAS) {
      const adjustment = { command_id: randomUUID(), delta, answered: false };
      this.#adjustments.push(adjustment);
      await this.#adjust(adjustment);
    }
  }

  async #redeem(key: string): Promise<void> {
    await this.#console.post('/api/user/topup', nothing, { key });
    this.#redeemed.add(key);
  }

  async #adjust(adjustment: Adjustment): Promise<void> {
    const { command_id, delta } = adjustment;
    await this.#root.post('/api/user/adjust', nothing, {
      id: this.#console.userId,
      delta,
      reason: 'under load',
      command_id,
    });
    adjustment.answered = true;
  }

  async #codes(): Promise<readonly { readonly key: string; readonly status: number }[]> {
    const codes: { readonly key: string; readonly status: number }[] = [];
    for (let page = 1; ; page += 1) {
      const path = `/api/redemption/search?keyword=${encodeURIComponent(this.#name)}&p=${page}&page_size=${PAGE_ROWS}`;
      const { items, total } = await this.#root.get(path, codePage);
      codes.push(...items);
      if (items.length === 0 || codes.length >= total) return codes;
    }
  }
}

/** As fetch tells of a connection that was refused, or that ended before the answer did. */
const CUT_CODES: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * The connection was refused or cut; or the answer is none of the console's: a relay process that outlived it for a moment answers for it. Errors are
 * known by name: they are not of Jest's classes.
 */
function isCut(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('name' in error)) return false;
  if (error.name === 'ZodError') return true;
  const cause = 'cause' in error ? error.cause : undefined;
  return (
    error.name === 'TypeError' &&
    typeof cause === 'object' &&
    cause !== null &&
    'code' in cause &&
    CUT_CODES.has(cause.code)
  );
}
