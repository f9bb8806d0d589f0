import type { EventContext } from '../../events/codec.ts';
import { type SourceId, type TillId, tokenId, type TokenId, type UserId } from '../../shared/ids.ts';
import type { Quota } from '../../shared/quota.ts';
import type { AccountCommand } from '../../account/commands.ts';
import { MemoryEventStore } from '../memory-event-store.ts';
import type { PlantedFault } from './planted-fault.ts';
import type { Random } from './random.ts';
import { type Process, Scheduler } from './scheduler.ts';
import { Truth } from './truth.ts';

/** How unkind the world is, from 0 to 1: of each append's answer to be lost, of the store to be away at an operation, of a crash at a step. */
export type Weather = { readonly lostAnswer: number; readonly storeAway: number; readonly crash: number };
export const CALM: Weather = { lostAnswer: 0, storeAway: 0, crash: 0 };

/** How long one step takes by the clocks of a schedule. */
const STEP_MS = 6 * 3_600_000;

export type TokenRow = {
  readonly tokenId: TokenId;
  readonly accountId: UserId;
  limited: boolean;
  limitVersion: number;
  limit: Quota | null;
  deleted: boolean;
};
/** A command that follows a change of the directory or a claim, and is repeated until it is known to be done. */
export type OutboxRow = {
  readonly accountId: UserId;
  readonly command: AccountCommand;
  readonly source: SourceId | undefined;
  /** The row is gone. */
  done: boolean;
  /** Every live relay has answered a recall that began when the command's event stood in the ledger. */
  recalled: boolean;
};

export const newRow = (accountId: UserId, command: AccountCommand): OutboxRow => ({
  accountId,
  command,
  source: 'source' in command ? command.source : undefined,
  done: false,
  recalled: false,
});

/** What answers a recall for a process. */
export type RecallListener = {
  readonly process: Process;
  readonly handle: (accountId: UserId) => Promise<void>;
  /** What may still be spent under its open leases, as far as the account has lent it. */
  readonly heldOf: (accountId: UserId) => number;
};

/** Everything that the processes of one schedule share: the ledger, the directory's tables, and the books that the model keeps of all of it. */
export class World {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly ledger = new MemoryEventStore();
  readonly truth: Truth;
  readonly fault: PlantedFault | undefined;
  readonly tokens = new Map<TokenId, TokenRow>();
  readonly outbox: OutboxRow[] = [];
  /** Heartbeat rows: tills by the process that opened them. */
  readonly tills = new Map<TillId, Process>();
  readonly listeners: RecallListener[] = [];
  weather: Weather = CALM;
  #commands = 0;

  constructor(random: Random, fault: PlantedFault | undefined) {
    this.random = random;
    this.scheduler = new Scheduler(random);
    this.truth = new Truth(this.ledger);
    this.truth.isCurrentLimit = (tokenId, version) => this.tokens.get(tokenId)?.limitVersion === version;
    this.fault = fault;
  }

  setWeather(weather: Weather): void {
    this.weather = weather;
    this.scheduler.mortality = weather;
  }

  /** A new row of the directory: without a limit. */
  addToken(accountId: UserId): void {
    const id = tokenId(this.tokens.size + 1);
    this.tokens.set(id, { tokenId: id, accountId, limited: false, limitVersion: 0, limit: null, deleted: false });
  }

  /** A command id that nobody has used. */
  nextId(kind: string): string {
    this.#commands += 1;
    return `${kind}-${this.#commands}`;
  }

  context(kind: string, commandId: string = this.nextId(kind)): EventContext {
    return { commandId, correlationId: commandId, occurredAtMs: this.nowMs(), actor: kind };
  }

  /** So coarse that a checkpoint comes to leave out what the same schedule repeats later. */
  nowMs(): number {
    return this.scheduler.steps * STEP_MS;
  }

  /** Runs a piece of work of a process. What it throws is a fault of the protocol, unless `expected`. */
  spawn(work: () => Promise<void>, expected: (error: unknown) => boolean): void {
    work().catch((error: unknown) => {
      if (!expected(error)) this.truth.fail(error instanceof Error ? error.message : String(error));
    });
  }
}
