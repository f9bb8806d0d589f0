import { accountStream } from '@ledgate/domain/account/events';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { redemptionStream } from '@ledgate/domain/redemption/events';
import type { CodeId, SourceId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { LedgerWriter } from './ledger-writer.ts';
import { RehearsalTill } from './rehearsal-till.ts';

/** Others than root. */
const FIRST_ACCOUNT = 101;
const ACCOUNTS = 200;
const RELAYS = 2;
const CREDIT = quota(1_000_000_000_000);
const TILL_EVENTS_MAX = 50_000;
/** Requests that a relay records at a time. */
const REQUESTS_MAX = 24;
/** A redeemed code every so many rounds. */
const CODE_EVERY_ROUNDS = 10;
/** Rounds that are appended at once. */
const ROUNDS_TOGETHER = 20;
const START_MS = Date.UTC(2026, 9, 5, 12);
const MOMENT_MS = 40;
const ROOT = 1 as UserId;
const USERS = Array.from({ length: ACCOUNTS }, (_, index) => (FIRST_ACCOUNT + index) as UserId);
const userAt = (number: number): UserId => USERS[number % ACCOUNTS] ?? ROOT;

/**
 * A ledger as a busy installation writes it, its books true: two relays that record requests of many accounts in turn, leases that are resized, granted
 * and settled as tills come and go, codes that are redeemed.
 */
export class RehearsalLedger {
  readonly #writer: LedgerWriter;
  readonly #tills: RehearsalTill[] = [];
  #rounds = 0;
  #tillsOpened = 0;

  constructor(store: EventStore) {
    this.#writer = new LedgerWriter(store);
  }

  /** Writes until the ledger holds so many events, or a few more; answers how many. */
  async write(events: number): Promise<number> {
    for (const user of USERS) {
      this.#append(accountStream(user), [
        { type: 'AccountOpened', data: { userId: user } },
        { type: 'QuotaGranted', data: { amount: CREDIT, grant: 'new_user', source: `grant-${user}` as SourceId } },
      ]);
    }
    for (let relay = 0; relay < RELAYS; relay += 1) this.#tills[relay] = this.#opened(relay);
    while (this.#writer.events < events) {
      this.#round();
      if (this.#rounds % ROUNDS_TOGETHER === 0) await this.#writer.written();
    }
    await this.#writer.written();
    return this.#writer.events;
  }

  #round(): void {
    this.#rounds += 1;
    for (const [relay, till] of this.#tills.entries()) {
      this.#append(till.stream, till.requests(1 + ((this.#rounds * 7 + relay) % REQUESTS_MAX)));
      const user = userAt(this.#rounds * 13 + relay);
      this.#append(accountStream(user), [till.resized(user)]);
      if (till.events >= TILL_EVENTS_MAX) this.#tills[relay] = this.#rotated(till, relay);
    }
    if (this.#rounds % CODE_EVERY_ROUNDS === 0) this.#redeem(this.#rounds as CodeId, userAt(this.#rounds));
  }

  #rotated(till: RehearsalTill, relay: number): RehearsalTill {
    this.#append(till.stream, [till.closed()]);
    for (const user of USERS) this.#append(accountStream(user), [till.settled(user)]);
    return this.#opened(relay);
  }

  #opened(relay: number): RehearsalTill {
    this.#tillsOpened += 1;
    const till = new RehearsalTill({
      relayId: `relay-${relay}`,
      number: this.#tillsOpened,
      openedAtMs: this.#nowMs,
      userAt,
    });
    this.#append(till.stream, [till.opened()]);
    for (const user of USERS) this.#append(accountStream(user), [till.leased(user)]);
    return till;
  }

  #redeem(codeId: CodeId, userId: UserId): void {
    const amount = quota(5_000);
    this.#append(redemptionStream(codeId), [
      { type: 'CodeIssued', data: { codeId, amount, actorId: ROOT, usesMax: 1 } },
      { type: 'CodeRedeemed', data: { codeId, amount, accountId: userId, use: 1 } },
    ]);
    this.#append(accountStream(userId), [
      { type: 'RedemptionCredited', data: { amount, source: `redemption-${codeId}` as SourceId, codeId, use: 1 } },
    ]);
  }

  get #nowMs(): number {
    return START_MS + this.#rounds * MOMENT_MS;
  }

  #append(stream: string, events: readonly LedgerEvent[]): void {
    this.#writer.append(stream, events, {
      correlationId: `rehearsal-${this.#rounds}`,
      occurredAtMs: this.#nowMs,
      actor: 'relay-rehearsal',
    });
  }
}
