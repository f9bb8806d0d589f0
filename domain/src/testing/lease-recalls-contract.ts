import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { LeaseRecalls } from '../ports/lease-recalls.ts';
import type { UserId } from '../shared/ids.ts';

/** Two live relays that know of each other. */
type OpenedRecalls = { readonly one: LeaseRecalls; readonly other: LeaseRecalls; close(): Promise<void> };

/** As good as for ever: a recall that ends has ended for another reason than its time-out. */
const ENDLESS_MS = 3_600_000;
const SHORT_MS = 60;
const ACCOUNT = 7 as UserId;
const OTHER_ACCOUNT = 8 as UserId;

/** What every adapter of the lease recalls port must do. `open` is called for each test, with how long a recall waits for answers at most. */
export function leaseRecallsContract(name: string, open: (timeoutMs: number) => Promise<OpenedRecalls>): void {
  describe(`lease recalls contract: ${name}`, () => {
    let opened: OpenedRecalls | undefined;
    afterEach(async () => {
      await opened?.close();
    });
    const relays = (): OpenedRecalls => {
      if (opened === undefined) throw new Error('the recalls are not open');
      return opened;
    };

    describe('that waits for answers', () => {
      beforeEach(async () => {
        opened = await open(ENDLESS_MS);
      });

      it('tells both relays the account, and ends when both have answered', async () => {
        const [mine, theirs] = [new Desk(relays().one), new Desk(relays().other)];
        const recall = watched(relays().one.recall(ACCOUNT));
        await Promise.all([mine.asked(1), theirs.asked(1)]);
        expect([...mine.accounts, ...theirs.accounts]).toEqual([ACCOUNT, ACCOUNT]);
        mine.answer();
        await turns();
        expect(recall.ended()).toBe(false);
        theirs.answer();
        expect(await recall.promise).toBe(true);
      });

      it("waits for the asker's own process as well", async () => {
        const [mine, theirs] = [new Desk(relays().one), new Desk(relays().other)];
        const recall = watched(relays().one.recall(ACCOUNT));
        await Promise.all([mine.asked(1), theirs.asked(1)]);
        theirs.answer();
        await turns();
        expect(recall.ended()).toBe(false);
        mine.answer();
        await recall.promise;
      });

      it('tells nobody who listens no more', async () => {
        const [left, mine, theirs] = [new Desk(relays().one), new Desk(relays().one), new Desk(relays().other)];
        left.stop();
        const recalled = relays().one.recall(ACCOUNT);
        await Promise.all([mine.asked(1), theirs.asked(1)]);
        mine.answer();
        theirs.answer();
        await recalled;
        expect(left.accounts).toEqual([]);
      });

      it('makes one of recalls of an account that come while one is under way, and it begins after they came', async () => {
        const [mine, theirs] = [new Desk(relays().one), new Desk(relays().other)];
        const first = relays().one.recall(ACCOUNT);
        await Promise.all([mine.asked(1), theirs.asked(1)]);
        const later = watched(
          Promise.all([relays().one.recall(ACCOUNT), relays().one.recall(ACCOUNT), relays().one.recall(ACCOUNT)]),
        );
        mine.answer();
        theirs.answer();
        await first;
        await Promise.all([mine.asked(2), theirs.asked(2)]);
        expect(later.ended()).toBe(false);
        mine.answer();
        theirs.answer();
        await later.promise;
        expect([mine.accounts.length, theirs.accounts.length]).toEqual([2, 2]);
      });

      it('lets no account wait for another', async () => {
        const [mine, theirs] = [new Desk(relays().one), new Desk(relays().other)];
        const recalled = [relays().one.recall(ACCOUNT), relays().one.recall(OTHER_ACCOUNT)];
        await Promise.all([mine.asked(2), theirs.asked(2)]);
        expect(mine.accounts.toSorted()).toEqual([ACCOUNT, OTHER_ACCOUNT]);
        mine.answer();
        theirs.answer();
        await Promise.all(recalled);
      });

      it("ends where the asker's own relay fails, after the others have answered, and asks it again", async () => {
        const [mine, theirs] = [new Desk(relays().one), new Desk(relays().other)];
        let failures = 0;
        relays().one.onRecall(async () => {
          failures += 1;
          throw new Error('the store is away');
        });
        for (const times of [1, 2]) {
          const recall = watched(relays().one.recall(ACCOUNT));
          await Promise.all([mine.asked(times), theirs.asked(times)]);
          theirs.answer();
          await turns();
          expect(recall.ended()).toBe(false);
          mine.answer();
          expect(await recall.promise).toBe(false);
        }
        expect(failures).toBe(2);
      });
    });

    describe('that is left without an answer', () => {
      beforeEach(async () => {
        opened = await open(SHORT_MS);
      });

      it("ends after its time where the asker's own relay is silent", async () => {
        const theirs = new Desk(relays().other);
        relays().one.onRecall(() => new Promise(() => undefined));
        theirs.answerAtOnce();
        expect(await relays().one.recall(ACCOUNT)).toBe(false);
      });

      it('ends after its time where another relay is silent, and asks again', async () => {
        const theirs = new Desk(relays().other);
        for (let times = 0; times < 2; times += 1) expect(await relays().one.recall(ACCOUNT)).toBe(false);
        await theirs.asked(2);
      });

      it('ends where another relay fails', async () => {
        relays().other.onRecall(async () => {
          throw new Error('the store is away');
        });
        expect(await relays().one.recall(ACCOUNT)).toBe(false);
      });
    });
  });
}

/** A relay's side: keeps what it was asked for until the test answers. */
class Desk {
  readonly accounts: UserId[] = [];
  readonly stop: () => void;
  #answers: (() => void)[] = [];
  #atOnce = false;
  #wakes: (() => void)[] = [];

  constructor(recalls: LeaseRecalls) {
    this.stop = recalls.onRecall(
      (accountId) =>
        new Promise((resolve) => {
          this.accounts.push(accountId);
          this.#answers.push(resolve);
          if (this.#atOnce) this.answer();
          for (const wake of this.#wakes.splice(0)) wake();
        }),
    );
  }

  answer(): void {
    for (const answer of this.#answers.splice(0)) answer();
  }

  answerAtOnce(): void {
    this.#atOnce = true;
  }

  /** Ends when it was asked for the `times`-th time. */
  async asked(times: number): Promise<void> {
    while (this.accounts.length < times)
      await new Promise<void>((resolve) => {
        this.#wakes.push(resolve);
      });
  }
}

function watched<Value>(promise: Promise<Value>): { readonly promise: Promise<Value>; ended(): boolean } {
  let done = false;
  const noted = promise.finally(() => {
    done = true;
  });
  noted.catch(() => undefined);
  return { promise: noted, ended: () => done };
}

const TURNS = 20;

/** What was answered has had its way through the event loop; a recall that wrongly took it for all answers has ended. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}
