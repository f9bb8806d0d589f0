import { accountStream } from '@ledgate/domain/account/events';
import { auditStream } from '@ledgate/domain/audit/events';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { redemptionStream } from '@ledgate/domain/redemption/events';
import type { ChannelId, CodeId, SourceId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { topUpStream } from '@ledgate/domain/topup/events';
import { LedgerWriter } from '../rehearsal/ledger-writer.ts';
import { RehearsalTill } from '../rehearsal/rehearsal-till.ts';
import type { LoadedDirectory } from './load-directory.ts';

const DAY_MS = 86_400_000;
/** From the first charge to the last. */
const LOADED_MS = 35 * DAY_MS;
const RELAYS = 2;
const CREDIT = quota(1_000_000_000_000);
const TILL_CHARGES = 20_000;
const CHARGES_APPENDED = 400;
const APPENDS_WAITING_MAX = 64;
/** People who have a lease of one till, beside him whose log is long: each so-many-th charge is his. */
const USERS_A_TILL = 200;
const BUSY_EVERY = 10;
const USED_CODE_EVERY = 4;
const OPEN_ORDER_EVERY = 5;
const CODE_AMOUNT = quota(5_000);
const UNIT = 500_000;
const UNITS_MAX = 20;
const CENTS_A_UNIT = 730;
const ROOT = 1 as UserId;
const MODELS = [
  'gpt-4o',
  'gpt-4o-mini',
  'claude-3-5-sonnet-20241022',
  'claude-3-5-haiku-20241022',
  'gemini-2.5-pro',
] as const;
/** On each third call: of whom it is, and what it is for. */
const TAGGED_EVERY = 3;
const TEAMS = ['search', 'support', 'sales', 'research'] as const;
/** Failed calls beside so many charges that are appended at once. */
const FAILED_BESIDE = 8;
const GROUPS = ['default', 'default', 'vip'] as const;

export type LedgerSize = {
  /** Consumption rows of the log. */
  readonly charges: number;
  /** Of top-ups; each fifth is not paid. */
  readonly orders: number;
  /** By an administrator. */
  readonly changes: number;
};

/**
 * What an installation has lived through in the last weeks, its books true: tills with leases, charges (some with tags) and failed calls, codes of which some
 * were redeemed, orders of which most were paid, changes by an administrator.
 */
export class LoaderLedger {
  readonly #writer: LedgerWriter;
  readonly #directory: LoadedDirectory;
  readonly #size: LedgerSize;
  readonly #tills: number;
  #nowMs: number;

  /** `endMs`: Unix milliseconds of the last charge. */
  constructor(store: EventStore, directory: LoadedDirectory, size: LedgerSize, endMs: number) {
    this.#writer = new LedgerWriter(store);
    this.#directory = directory;
    this.#size = size;
    this.#tills = Math.max(1, Math.ceil(size.charges / TILL_CHARGES));
    this.#nowMs = endMs - LOADED_MS;
  }

  /** Answers how many events it wrote. */
  async write(): Promise<number> {
    const { userIds, codeIds } = this.#directory;
    const { orders, changes } = this.#size;
    for (const userId of userIds) await this.#open(userId);
    for (const codeId of codeIds) await this.#issue(codeId);
    for (let till = 0; till < this.#tills; till += 1) {
      await this.#serve(till);
      for (const index of this.#during(till, codeIds.length))
        if (index % USED_CODE_EVERY === 0) await this.#redeem(index);
      for (const index of this.#during(till, orders)) await this.#order(index);
      for (const index of this.#during(till, changes)) await this.#change(index);
    }
    await this.#writer.written();
    return this.#writer.events;
  }

  /** Numbers of those of `all` that belong to the time of a till. */
  #during(till: number, all: number): readonly number[] {
    const [from, to] = [till, till + 1].map((border) => Math.floor((all * border) / this.#tills)) as [number, number];
    return Array.from({ length: to - from }, (_, index) => from + index);
  }

  #userAt(number: number): UserId {
    const { userIds } = this.#directory;
    return userIds[number % userIds.length] ?? ROOT;
  }

  async #open(userId: UserId): Promise<void> {
    await this.#append(accountStream(userId), [
      { type: 'AccountOpened', data: { userId } },
      { type: 'QuotaGranted', data: { amount: CREDIT, grant: 'new_user', source: `grant-${userId}` as SourceId } },
    ]);
  }

  /** One till from its beginning to its end. */
  async #serve(number: number): Promise<void> {
    const busy = this.#userAt(0);
    const others = Array.from({ length: USERS_A_TILL }, (_, index) => this.#userAt(number * USERS_A_TILL + index));
    const users = [...new Set([busy, ...others])];
    const { channelIds, tokenIds } = this.#directory;
    const till = new RehearsalTill({
      name: 'loaded',
      relayId: `relay-${number % RELAYS}`,
      number,
      openedAtMs: this.#nowMs,
      started: false,
      userAt: (request) => (request % BUSY_EVERY === 0 ? busy : (users[request % users.length] ?? busy)),
      tokenOf: (userId) => tokenIds.get(userId) ?? (1 as TokenId),
      factsOf: (request) => ({
        group: GROUPS[request % GROUPS.length] ?? GROUPS[0],
        modelBilled: MODELS[request % MODELS.length] ?? MODELS[0],
        channelId: channelIds[request % channelIds.length] ?? (1 as ChannelId),
        arrivedAtMs: this.#nowMs,
        ...(request % TAGGED_EVERY === 0
          ? { tags: { team: TEAMS[request % TEAMS.length] ?? TEAMS[0], stage: 'production' } }
          : {}),
      }),
    });
    await this.#append(till.stream, [till.opened()]);
    for (const userId of users) await this.#append(accountStream(userId), [till.leased(userId)]);
    for (let left = this.#during(number, this.#size.charges).length; left > 0; left -= CHARGES_APPENDED) {
      const count = Math.min(CHARGES_APPENDED, left);
      await this.#append(till.stream, till.requests(count));
      await this.#append(till.stream, till.failed(FAILED_BESIDE));
      this.#nowMs += Math.floor((count / this.#size.charges) * LOADED_MS);
    }
    await this.#append(till.stream, [till.closed()]);
    for (const userId of users) await this.#append(accountStream(userId), [till.settled(userId)]);
  }

  async #issue(codeId: CodeId): Promise<void> {
    const data = { codeId, amount: CODE_AMOUNT, actorId: ROOT, usesMax: 1 };
    await this.#append(redemptionStream(codeId), [{ type: 'CodeIssued', data }]);
  }

  async #redeem(index: number): Promise<void> {
    const [codeId, accountId] = [this.#directory.codeIds[index] ?? (1 as CodeId), this.#userAt(index)];
    const used = { codeId, amount: CODE_AMOUNT, use: 1 };
    await this.#append(redemptionStream(codeId), [{ type: 'CodeRedeemed', data: { ...used, accountId } }]);
    const source = `redemption-${codeId}` as SourceId;
    await this.#append(accountStream(accountId), [{ type: 'RedemptionCredited', data: { ...used, source } }]);
  }

  async #order(index: number): Promise<void> {
    const accountId = this.#userAt(index);
    const tradeNo = `USR${accountId}NO${index}`;
    const units = 1 + (index % UNITS_MAX);
    const money = { moneyMinor: units * CENTS_A_UNIT, currency: 'CNY', provider: index % 2 === 0 ? 'alipay' : 'wxpay' };
    const order = { tradeNo, accountId, amount: quota(units * UNIT), ...money };
    const terms = { units, quotaPerUnit: String(UNIT), price: '7.3', ratio: '1' };
    await this.#append(topUpStream(tradeNo), [{ type: 'TopUpRequested', data: { ...order, terms } }]);
    if (index % OPEN_ORDER_EVERY === 0) return;
    await this.#append(topUpStream(tradeNo), [{ type: 'TopUpPaid', data: { ...order, providerRef: `paid-${index}` } }]);
    const { accountId: _accountId, ...credit } = order;
    const source = `topup-${tradeNo}` as SourceId;
    await this.#append(accountStream(accountId), [{ type: 'QuotaToppedUp', data: { ...credit, source } }]);
  }

  async #change(index: number): Promise<void> {
    const month = new Date(this.#nowMs).toISOString().slice(0, 7).replace('-', '');
    const ofUser = { action: 'user.edit', target: `user-${this.#userAt(index)}` };
    const data = {
      actorId: ROOT,
      ...(index % 2 === 0 ? ofUser : { action: 'option.edit', target: 'option-RetryTimes' }),
      before: { value: String(index) },
      after: { value: String(index + 1) },
      reason: '',
      requestId: `loaded-${index}`,
    };
    await this.#append(auditStream(month), [{ type: 'AdministrationRecorded', data }]);
  }

  async #append(stream: string, events: readonly LedgerEvent[]): Promise<void> {
    this.#writer.append(stream, events, { occurredAtMs: this.#nowMs, actor: 'loader' });
    if (this.#writer.waiting >= APPENDS_WAITING_MAX) await this.#writer.written();
  }
}
