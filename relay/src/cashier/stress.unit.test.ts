import { describe, expect, it } from '@jest/globals';
import type { EventToAppend } from '@ledgate/domain/ports/event-store';
import type { SourceId, CodeId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { allEvents } from './testing/books.ts';
import { ShopWorld, type TestRelay } from './testing/shop-world.ts';
import type { Trouble } from './testing/troubled-store.ts';

/** Schedules a mode; STRESS_SEEDS asks for more. */
const SEEDS = Number(process.env['STRESS_SEEDS'] ?? 30);
const STEPS = 120;
const USERS = [7, 8] as readonly number[] as readonly UserId[];
const LIMITED = 5 as TokenId;
const TOKEN_LIMIT = 20_000;
const CREDITS = 60_000;

/** mulberry32: small, seeded, good enough to choose schedules. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

type Mode = {
  /** No debits, no early fences, no charge above its reservation: the balance must never go below zero. */
  readonly strict: boolean;
};

class Stress {
  readonly world = new ShopWorld();
  readonly served = new Map<string, { readonly userId: UserId; readonly amount: number }>();
  readonly #random: (below: number) => number;
  readonly #mode: Mode;
  #relays: TestRelay[] = [];
  #calls = 0;
  #credits = 0;

  constructor(seed: number, mode: Mode) {
    this.#random = random(seed);
    this.#mode = mode;
  }

  async run(): Promise<void> {
    for (const userId of USERS) {
      await this.world.account(CREDITS, userId);
      await this.world.change(
        { type: 'SetTokenLimit', tokenId: LIMITED, limit: quota(TOKEN_LIMIT), version: 1 },
        userId,
      );
    }
    await this.#startRelay();
    for (let step = 0; step < STEPS; step += 1) {
      await this.#step();
      await this.world.time.advance(this.#random(300));
    }
    for (const relay of this.#relays) {
      if (this.#random(2) === 0) relay.kill();
      else void relay.cashier.close(10_000);
    }
    await this.world.time.advance(15_000);
    for (const relay of this.#relays) relay.kill();
    const settler = this.world.settler();
    await this.world.time.during(settler.fenceAllAtStart());
    await this.world.time.during(settler.look());
  }

  async #startRelay(): Promise<void> {
    const relay = await this.world.relay({ tillAgeMaxMs: 5_000, tillEventsMax: 60, endTimeoutMs: 4_000 });
    relay.store.trouble = (_stream: string, _events: readonly EventToAppend[]): Trouble => {
      const luck = this.#random(20);
      return luck === 0 ? 'answer_lost' : luck === 1 ? 'refused' : 'none';
    };
    this.#relays.push(relay);
  }

  async #step(): Promise<void> {
    const relay = this.#relays[this.#random(this.#relays.length)];
    if (relay === undefined) return this.#startRelay();
    switch (this.#random(24)) {
      case 0:
        return this.#relays.length < 3 ? this.#startRelay() : undefined;
      case 1:
        return this.#end(relay, () => relay.kill());
      case 2:
        return this.#end(relay, () => void relay.cashier.close(3_000));
      case 3:
        return this.#fenceDead();
      case 4:
        return void this.world.recalls.recall(this.#user());
      case 5:
        return this.#outage(relay);
      case 6:
        return this.#mode.strict ? undefined : this.#debit();
      case 7:
        return this.#mode.strict ? undefined : this.#fenceEarly(relay);
      case 8:
        return this.#credit();
      default:
        for (let calls = this.#random(6); calls >= 0; calls -= 1) this.#call(relay);
    }
  }

  #call(relay: TestRelay): void {
    this.#calls += 1;
    const requestId = `c${this.#calls}`;
    const userId = this.#user();
    const amount = 1 + this.#random(this.#random(8) === 0 ? 20_000 : 900);
    const actual = this.#mode.strict ? this.#random(amount + 1) : this.#random(amount + Math.ceil(amount / 3));
    const limited = this.#random(3) === 0 ? { tokenId: LIMITED as number, limitVersion: 1 } : { tokenId: 6 };
    const workMs = this.#random(6) === 0 ? this.#random(6_000) : this.#random(200);
    void this.world.call(relay, { requestId, userId, amount, actual, workMs, ...limited }).then((result) => {
      if (result === 'served') this.served.set(requestId, { userId, amount: actual });
    });
  }

  #end(relay: TestRelay, end: () => void): void {
    this.#relays = this.#relays.filter((other) => other !== relay);
    end();
  }

  /** By a worker that knows who is alive. Relays that close are still at work: they are fenced early, which only `strict` forbids. */
  async #fenceDead(): Promise<void> {
    const settler = this.world.settler(
      {},
      'prompt',
      this.#relays.map(({ relayId }) => relayId),
    );
    if (this.#mode.strict) await this.world.time.advance(4_000);
    await this.world.time.during(settler.fenceAllAtStart());
    await this.world.time.during(settler.look());
  }

  async #fenceEarly(relay: TestRelay): Promise<void> {
    const others = this.#relays.filter((other) => other !== relay).map(({ relayId }) => relayId);
    await this.world.time.during(this.world.settler({}, 'prompt', others).fenceAllAtStart());
  }

  async #outage(relay: TestRelay): Promise<void> {
    relay.store.away = true;
    await this.world.time.advance(this.#random(3_000));
    relay.store.away = false;
  }

  async #debit(): Promise<void> {
    const userId = this.#user();
    await this.world.change(
      { type: 'AdjustQuota', delta: quota(-1 - this.#random(5_000)), actorId: 1 as UserId, reason: 'stress' },
      userId,
    );
    void this.world.recalls.recall(userId);
  }

  async #credit(): Promise<void> {
    this.#credits += 1;
    const source = `redemption-${this.#credits}` as SourceId;
    await this.world.change(
      { type: 'CreditRedemption', amount: quota(1 + this.#random(3_000)), codeId: this.#credits as CodeId, source },
      this.#user(),
    );
  }

  #user(): UserId {
    return USERS[this.#random(USERS.length)] ?? (7 as UserId);
  }
}

/** By token, what tills and late records have charged to the account. */
async function usedBy(world: ShopWorld, userId: UserId, tokenId: TokenId): Promise<number> {
  let used = 0;
  for (const { event } of await allEvents(world.store)) {
    if (event.type === 'ConsumptionRecorded' && event.data.accountId === userId && event.data.tokenId === tokenId)
      used += event.data.amount;
    if (
      event.type === 'LateConsumptionRecorded' &&
      event.data.charge.accountId === userId &&
      event.data.charge.tokenId === tokenId
    )
      used += event.data.charge.amount;
  }
  return used;
}

describe.each([{ strict: true }, { strict: false }])(
  'any schedule ($strict: no debits, early fences or excess)',
  (mode) => {
    it.each(Array.from({ length: SEEDS }, (_, seed) => seed + (mode.strict ? 1_000 : 2_000)))(
      'seed %i leaves true books',
      async (seed) => {
        const stress = new Stress(seed, mode);
        await stress.run();
        for (const userId of USERS) {
          const books = await stress.world.books(userId);
          expect(books).toMatchObject({
            openLeases: 0,
            chargedTwice: [],
            wrongSettlements: [],
            openStarts: [],
            available: books.balance,
          });
          for (const [requestId, served] of stress.served) {
            if (served.userId === userId)
              expect([requestId, books.charges.get(requestId)]).toEqual([requestId, served.amount]);
          }
          if (!mode.strict) continue;
          expect(books.balance).toBeGreaterThanOrEqual(0);
          expect(await usedBy(stress.world, userId, LIMITED)).toBeLessThanOrEqual(TOKEN_LIMIT);
        }
        expect(stress.served.size).toBeGreaterThan(10);
      },
    );
  },
);
