import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { RequestId } from '@ledgate/domain/shared/ids';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import type { Reservation } from '../cashier.ts';
import { Heartbeat } from '../heartbeat.ts';
import { Judge } from './judge.ts';
import { CashierWorld, type TestRelay, USER } from './cashier-world.ts';

const TOKEN = 5;

/** A relay was cut off while a request ran; a worker has ended its till, and another relay has sold all that was left. */
class Returned {
  readonly judge = new Judge(new MemoryEventStore());
  readonly world = new CashierWorld(this.judge.store);

  async play(then: (relay: TestRelay) => Promise<void>): Promise<readonly string[]> {
    const { world, judge } = this;
    judge.truth.fencesOnlyTheDead = true;
    await world.account(10_000);
    const [relay, other] = [await world.relay(), await world.relay()];
    for (const { relayId } of [relay, other]) judge.opened(relayId);
    const long = await this.reserve(relay, 'long', 300);
    await world.time.advance(2_500);
    const back = relay.cutOff();
    const settler = world.settler({}, 'prompt', [other.relayId]);
    for (let second = 0; second < 16; second += 1) {
      void settler.look();
      await world.time.advance(1_000);
    }
    const { available } = await world.books();
    await world.time.during((await this.reserve(other, 'all', available)).record(this.#charge('all', available)));
    relay.store.beforeRead = (stream) => (stream.startsWith('till-') ? world.time.sleep(300) : Promise.resolve());
    back();
    await then(relay);
    void long.record(this.#charge('long', 300));
    await world.time.advance(20_000);
    return judge.truth.failures;
  }

  async reserve(relay: TestRelay, requestId: string, amount: number): Promise<Reservation> {
    const request = this.judge.arrived(relay.relayId, {
      requestId: requestId as RequestId,
      accountId: USER,
      tokenId: TOKEN as never,
      reserved: amount,
    });
    const reservation = await this.world.reserved(relay, { requestId, amount, tokenId: TOKEN });
    this.judge.reserved(request, reservation);
    this.world.begin(reservation, { requestId, tokenId: TOKEN });
    return reservation;
  }

  /** As soon as it takes requests. */
  async sellAgain(relay: TestRelay): Promise<void> {
    while (relay.cashier.status().unready !== undefined) await this.world.time.advance(10);
    void (await this.reserve(relay, 'again', 500)).record(this.#charge('again', 500));
  }

  #charge(requestId: string, amount: number): Parameters<Reservation['record']>[0] {
    return this.world.charge(requestId, amount, { tokenId: TOKEN });
  }
}

describe('the judge', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('excuses a late record of what was reserved before the fence', async () => {
    const returned = new Returned();
    expect(await returned.play(() => Promise.resolve())).toEqual([]);
    expect((await returned.world.books()).balance).toBe(-290);
  });

  it('excuses no late record of what was reserved after it', async () => {
    jest.spyOn(Heartbeat.prototype, 'speaksFor').mockImplementation(function (this: Heartbeat) {
      return this.alive();
    });
    const returned = new Returned();
    expect(await returned.play((relay) => returned.sellAgain(relay))).toEqual([
      'request again was reserved under a till that was fenced',
      'the balance of account 7 is oversold: -500, where 0 is the least',
      'the balance of account 7 is oversold: -790, where -290 is the least',
    ]);
  });
});
