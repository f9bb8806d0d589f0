import { changeAccount } from '../../account/account-stream.ts';
import { encode } from '../../events/codec.ts';
import { accountStream } from '../../account/events.ts';
import { type EventStore, NO_STREAM } from '../../ports/event-store.ts';
import { changeRedemption } from '../../redemption/redemption-stream.ts';
import { type CodeId, type TokenId, type UserId, userId } from '../../shared/ids.ts';
import { quota } from '../../shared/quota.ts';
import { insistent, storeOf } from './process-store.ts';
import type { HandedOut } from './purse.ts';
import { recall } from './recall.ts';
import { Process } from './scheduler.ts';
import type { OutboxRow, World } from './world.ts';

const ROOT = userId(1);

/** An api process: what people and administrators do to accounts, and the outbox that is appended by whoever comes by. */
export class Office {
  readonly process: Process;
  readonly #world: World;
  readonly #store: EventStore;

  constructor(world: World) {
    this.#world = world;
    this.process = new Process(world.nextId('api'));
    this.#store = storeOf(world, this.process);
  }

  async open(accountId: UserId, amount: number): Promise<void> {
    const grants = [{ amount: quota(amount), grant: 'new_user', source: `new-${accountId}` as never }] as const;
    await changeAccount(insistent(this.#store), accountId, { type: 'OpenAccount', userId: accountId, grants }, this.#context());
  }

  async issue(codeId: CodeId, amount: number): Promise<void> {
    await changeRedemption(insistent(this.#store), codeId, { type: 'IssueCode', codeId, amount: quota(amount), actorId: ROOT }, this.#context());
  }

  /** The claim; its credit follows through the outbox, here or elsewhere. */
  async redeem(codeId: CodeId, accountId: UserId): Promise<void> {
    const change = await changeRedemption(this.#store, codeId, { type: 'RedeemCode', accountId }, this.#context());
    if (!change.ok) return;
    for (const row of this.#world.outbox) if (row.source === `redemption-${codeId}`) await this.append(row);
  }

  async credit(accountId: UserId, delta: number): Promise<void> {
    await this.#adjust(accountId, delta);
  }

  /** The debit first, then the recall, then the answer (step 5). */
  async debit(accountId: UserId, amount: number): Promise<void> {
    const { truth, fault } = this.#world;
    const early = fault === 'recall_before_debit' ? await this.#recall(accountId) : undefined;
    await this.#adjust(accountId, -amount);
    const { debits } = truth.wallet(accountId);
    truth.wallet(accountId).recalled(debits, early ?? await this.#recall(accountId));
  }

  /** Token row and outbox row are one transaction of the directory. */
  async limit(tokenId: TokenId, remain: number | null): Promise<void> {
    const token = this.#world.tokens.get(tokenId);
    if (token === undefined) throw new Error(`no token ${tokenId}`);
    const row = await this.#world.scheduler.step(this.process, () => {
      token.limitVersion += 1;
      token.limited = remain !== null;
      token.limit = remain === null ? null : quota(this.#world.truth.token(tokenId).used + remain);
      const written: OutboxRow = {
        accountId: token.accountId, source: undefined, done: false,
        command: { type: 'SetTokenLimit', tokenId, limit: token.limit, version: token.limitVersion },
      };
      this.#world.outbox.push(written);
      if (remain === null) this.#world.truth.token(tokenId).limitedTo(Number.POSITIVE_INFINITY);
      return written;
    });
    await this.append(row);
    const purse = this.#world.truth.token(tokenId);
    const { debits } = purse;
    purse.recalled(debits, await recall(this.#world, this.process, token.accountId, (process) => this.#world.truth.spendableByToken(process, tokenId)));
  }

  async close(accountId: UserId): Promise<void> {
    await changeAccount(this.#store, accountId, { type: 'CloseAccount', actorId: ROOT }, this.#context());
    await this.#recall(accountId);
  }

  /** `nowMs` far ahead: the checkpoint leaves sources out, and says so. */
  async checkpoint(accountId: UserId, nowMs: number): Promise<void> {
    await changeAccount(this.#store, accountId, { type: 'CheckpointAccount', nowMs }, this.#context());
  }

  /** Once or again: whoever comes by cannot know. */
  async append(row: OutboxRow): Promise<void> {
    if (this.#world.fault === 'older_limit_last' && row.command.type === 'SetTokenLimit') await this.#appendUnasked(row);
    else await changeAccount(this.#store, row.accountId, row.command, this.#context());
    row.done = true;
  }

  async #appendUnasked({ accountId, command }: OutboxRow): Promise<void> {
    if (command.type !== 'SetTokenLimit') return;
    const { type: _type, ...data } = command;
    const [last] = await this.#store.readStreamBackwards(accountStream(accountId), 1);
    await this.#store.append(accountStream(accountId), last?.revision ?? NO_STREAM, encode([{ type: 'TokenLimitSet', data }], this.#context()));
  }

  /** An unknown outcome of an adjustment is not tried again: it has no source. */
  async #adjust(accountId: UserId, delta: number): Promise<void> {
    await changeAccount(insistent(this.#store), accountId, { type: 'AdjustQuota', delta: quota(delta), actorId: ROOT, reason: 'a test' }, this.#context());
  }

  #recall(accountId: UserId): Promise<HandedOut> {
    return recall(this.#world, this.process, accountId, (process) => this.#world.truth.spendable(process, accountId));
  }

  #context(): ReturnType<World['context']> {
    return this.#world.context(this.process.name);
  }
}
