import { changeAccount } from '../../account/account-stream.ts';
import { encode } from '../../events/codec.ts';
import { accountStream } from '../../account/events.ts';
import { deletionOf, isDeletion } from '../../account/deleted-tokens.ts';
import type { AccountCommand } from '../../account/commands.ts';
import { sourceOf } from '../../account/sources.ts';
import { takesAway } from '../../account/takes-away.ts';
import { type EventStore, NO_STREAM } from '../../ports/event-store.ts';
import { redemptionSource } from '../../redemption/decide.ts';
import { changeRedemption } from '../../redemption/redemption-stream.ts';
import { type CodeId, type SourceId, type TokenId, type UserId, userId } from '../../shared/ids.ts';
import { quota } from '../../shared/quota.ts';
import { retrying, storeOf } from './process-store.ts';
import { answeredAtOnce, recall, type Recalled } from './recall.ts';
import { Process } from './scheduler.ts';
import type { Spendable } from './truth.ts';
import { newRow, type OutboxRow, type World } from './world.ts';

const ROOT = userId(1);

type Measure = (process: Process) => Spendable;
/** Recalls, and answers what may still be spent then of what was handed out before. */
type Ask = (measure: Measure) => Promise<Recalled>;

/** An api process: what people and administrators do to accounts, and the outbox that is appended by whoever comes by. */
export class Api {
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
    await changeAccount(
      retrying(this.#store),
      accountId,
      { type: 'OpenAccount', userId: accountId, grants },
      this.#context(),
    );
  }

  async issue(codeId: CodeId, amount: number): Promise<void> {
    await changeRedemption(
      retrying(this.#store),
      codeId,
      { type: 'IssueCode', codeId, amount: quota(amount), actorId: ROOT },
      this.#context(),
    );
  }

  /** The claim; its credit follows through the outbox, here or elsewhere. */
  async redeem(codeId: CodeId, accountId: UserId): Promise<void> {
    const context = this.#context();
    const command = { type: 'RedeemCode', accountId, nowMs: context.occurredAtMs } as const;
    const change = await changeRedemption(this.#store, codeId, command, context);
    if (!change.ok) return;
    for (const row of this.#world.outbox) if (row.source === redemptionSource(codeId, 1)) await this.append(row);
  }

  /** An unknown outcome is not tried again: it has no source. */
  async credit(accountId: UserId, delta: number): Promise<void> {
    await changeAccount(
      retrying(this.#store),
      accountId,
      { type: 'AdjustQuota', delta: quota(delta), actorId: ROOT, reason: 'a test' },
      this.#context(),
    );
  }

  /** The debit first, then the recall, then the answer (docs/ledger.md#debits). */
  async debit(accountId: UserId, amount: number): Promise<void> {
    const early =
      this.#world.fault === 'recall_before_debit'
        ? await recall(this.#world, this.process, accountId, this.#ofWallet(accountId))
        : undefined;
    const row = await this.owe(accountId, amount);
    await this.append(row, early === undefined ? undefined : () => Promise.resolve(early));
  }

  /** A debit as the directory's transaction leaves it, when the event store is away or the process ends here: whoever drains it goes on. */
  owe(accountId: UserId, amount: number): Promise<OutboxRow> {
    return this.#world.scheduler.step(this.process, () => {
      const source = this.#world.nextId('adjust') as SourceId;
      const row = newRow(accountId, {
        type: 'AdjustQuota',
        delta: quota(-amount),
        actorId: ROOT,
        reason: 'a test',
        source,
        sourceBornMs: this.#world.nowMs(),
      });
      this.#world.outbox.push(row);
      return row;
    });
  }

  /** Token row and outbox row are one transaction of the directory. */
  async limit(tokenId: TokenId, remain: number | null): Promise<void> {
    const token = this.#world.tokens.get(tokenId);
    if (token === undefined) throw new Error(`no token ${tokenId}`);
    const row = await this.#world.scheduler.step(this.process, () => {
      if (token.deleted) return undefined;
      token.limitVersion += 1;
      token.limited = remain !== null;
      token.limit = remain === null ? null : quota(this.#world.truth.token(tokenId).used + remain);
      const written = newRow(token.accountId, {
        type: 'SetTokenLimit',
        tokenId,
        limit: token.limit,
        version: token.limitVersion,
      });
      this.#world.outbox.push(written);
      if (remain === null) this.#world.truth.token(tokenId).limitedTo(Number.POSITIVE_INFINITY);
      return written;
    });
    if (row !== undefined) await this.append(row);
  }

  /** The row stays; its limit goes from the ledger. Another token takes its place. */
  async delete(id: TokenId): Promise<void> {
    const row = await this.#world.scheduler.step(this.process, () => {
      const token = this.#world.tokens.get(id);
      if (token === undefined || token.deleted) return undefined;
      token.deleted = true;
      this.#world.addToken(token.accountId);
      if (this.#world.fault === 'deletion_not_told') return undefined;
      const written = newRow(token.accountId, deletionOf(id));
      this.#world.outbox.push(written);
      return written;
    });
    if (row !== undefined) await this.append(row);
  }

  async close(accountId: UserId): Promise<void> {
    const row = newRow(accountId, { type: 'CloseAccount', actorId: ROOT });
    await this.#world.scheduler.step(this.process, () => this.#world.outbox.push(row));
    await this.append(row);
  }

  /** By a clock that is `aheadMs` ahead: the checkpoint leaves more sources out, and says so. */
  async checkpoint(accountId: UserId, aheadMs: number): Promise<void> {
    const nowMs = this.#world.nowMs() + aheadMs;
    await changeAccount(this.#store, accountId, { type: 'CheckpointAccount', nowMs }, this.#context());
  }

  /** What others have left, or have done already: whoever comes by cannot know. */
  drain(row: OutboxRow): Promise<void> {
    return this.append(
      row,
      this.#world.fault === 'drained_debit_without_recall'
        ? async (measure) => answeredAtOnce(this.#world, measure)
        : undefined,
    );
  }

  /** The event, then the recall of what it takes away, then the end of the row; while a live relay is silent the row stays. */
  async append(
    row: OutboxRow,
    ask: Ask = (measure) => recall(this.#world, this.process, row.accountId, measure),
  ): Promise<void> {
    if (this.#world.fault === 'older_limit_last' && row.command.type === 'SetTokenLimit')
      await this.#appendUnasked(row);
    else await changeAccount(this.#store, row.accountId, () => this.#commandOf(row), this.#context());
    if (this.#world.fault === 'row_gone_before_recall') row.done = true;
    const everyone = !takesAway(row.command) || (await this.#recalled(row, ask));
    if (everyone || this.#world.fault === 'row_gone_with_relay_silent') row.done = true;
  }

  /** A limit is asked about in the directory for each decision: that of a deleted token is older than any. */
  #commandOf({ command }: OutboxRow): AccountCommand | Promise<AccountCommand> {
    if (command.type === 'SetTokenLimit' && !isDeletion(command))
      return this.#world.scheduler.step(this.process, () =>
        this.#world.tokens.get(command.tokenId)?.deleted === true ? { ...command, version: 0 } : command,
      );
    const anew = this.#world.fault === 'source_born_anew' && sourceOf(command) !== undefined;
    return anew ? ({ ...command, sourceBornMs: this.#world.nowMs() } as AccountCommand) : command;
  }

  /** Answers whether every live relay has answered. */
  async #recalled(row: OutboxRow, ask: Ask): Promise<boolean> {
    const { truth } = this.#world;
    const { accountId, command } = row;
    const [purse, measure] =
      command.type === 'SetTokenLimit'
        ? [truth.token(command.tokenId), (process: Process) => truth.spendableByToken(process, command.tokenId)]
        : [truth.wallet(accountId), this.#ofWallet(accountId)];
    const { debits } = purse;
    const { handedOut, everyone } = await ask(measure);
    purse.recalled(debits, handedOut);
    if (everyone) row.recalled = true;
    return everyone;
  }

  async #appendUnasked({ accountId, command }: OutboxRow): Promise<void> {
    if (command.type !== 'SetTokenLimit') return;
    const { type: _type, ...data } = command;
    const [last] = await this.#store.readStreamBackwards(accountStream(accountId), 1);
    await this.#store.append(
      accountStream(accountId),
      last?.revision ?? NO_STREAM,
      encode([{ type: 'TokenLimitSet', data }], this.#context()),
    );
  }

  #ofWallet(accountId: UserId): Measure {
    return (process) => this.#world.truth.spendable(process, accountId);
  }

  #context(): ReturnType<World['context']> {
    return this.#world.context(this.process.name);
  }
}
