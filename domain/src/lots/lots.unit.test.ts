import { describe, expect, it } from '@jest/globals';
import type { AccountEvent, LotKind } from '../account/events.ts';
import type { OwnMaps } from '../account/own-maps.ts';
import type { Recorded } from '../events/codec.ts';
import type { LedgerEvent } from '../events/ledger-event.ts';
import { postings } from '../postings/postings.ts';
import { eventIdOf, type RequestId } from '../shared/ids.ts';
import { everyEvent } from '../testing/every-event.ts';
import { evolve } from './evolve.ts';
import { randomHistory } from './testing/random-history.ts';
import { emptyWallet, type Wallet } from './state.ts';

/** How many random histories are tried; 10,000 take some seconds: `LOTS_HISTORIES=10000 npm run jest -- domain/src/lots --selectProjects unit`. */
const HISTORIES = Number(process.env['LOTS_HISTORIES'] ?? 500);

const balanceOf = ({ lots, debt }: Wallet): number => lots.reduce((sum, { rest }) => sum + rest, 0) - debt;
const movedBy = (recorded: Pick<Recorded, 'event' | 'stream'>): number =>
  postings(recorded).reduce((sum, { account, amount }) => sum + (account === 'user:2:wallet' ? amount : 0), 0);

/** One unit of quota at a time, word by word as docs/ledger.md#lots has it. */
class NaiveWallet {
  readonly #lots: { revision: number; kind: LotKind; expires: number; units: number; of: string }[] = [];
  readonly #taken: { request: string; lot: number }[] = [];
  debt = 0;

  get rests(): readonly (readonly [number, LotKind, number])[] {
    return this.#lots.filter(({ units }) => units > 0).map(({ revision, kind, units }) => [revision, kind, units]);
  }

  /** Debt is paid before there is a lot. */
  credit(units: number, revision: number, kind: LotKind, expires = Number.POSITIVE_INFINITY, of = ''): void {
    const lot = { revision, kind, expires, units: 0, of };
    this.#lots.push(lot);
    for (let unit = 0; unit < units; unit += 1)
      if (this.debt > 0) this.debt -= 1;
      else lot.units += 1;
  }

  take(units: number, request = '', isOwn = (_lot: { revision: number; of: string }): boolean => false): void {
    for (let unit = 0; unit < units; unit += 1) {
      const full = this.#lots.filter((lot) => lot.units > 0);
      const own = full.filter(isOwn);
      const [next] = (own.length > 0 ? own : full).sort(
        (a, b) =>
          (a.expires === b.expires ? 0 : a.expires - b.expires) ||
          'promotional adjustment paid'.indexOf(a.kind) - 'promotional adjustment paid'.indexOf(b.kind) ||
          a.revision - b.revision,
      );
      if (next === undefined) {
        this.debt += 1;
        continue;
      }
      next.units -= 1;
      if (request !== '') this.#taken.push({ request, lot: next.revision });
    }
  }

  giveBack(units: number, request: string, revision: number): void {
    const lot = { revision, kind: 'adjustment' as const, expires: Number.POSITIVE_INFINITY, units: 0, of: '' };
    this.#lots.push(lot);
    for (let unit = 0; unit < units; unit += 1) {
      if (this.debt > 0) {
        this.debt -= 1;
        continue;
      }
      const last = request === '' ? -1 : this.#taken.findLastIndex((taken) => taken.request === request);
      const [from] = last === -1 ? [] : this.#taken.splice(last, 1);
      const drawn = this.#lots.find((known) => known.revision === from?.lot);
      (drawn ?? lot).units += 1;
    }
  }

  add({ event, id, revision }: Pick<Recorded, 'event' | 'id' | 'revision'>): void {
    const use = (request: string, units: number): void =>
      units < 0 ? this.giveBack(-units, request, revision) : this.take(units, request);
    if (event.type === 'QuotaGranted') {
      const kind = event.data.grant === 'first_user' || event.data.grant === 'opening' ? 'adjustment' : 'promotional';
      this.credit(event.data.amount, revision, kind, event.data.expiresAtMs);
    } else if (event.type === 'QuotaToppedUp')
      this.credit(event.data.amount, revision, 'paid', event.data.expiresAtMs, event.data.tradeNo);
    else if (event.type === 'RedemptionCredited')
      this.credit(event.data.amount, revision, event.data.sale ? 'paid' : 'promotional', event.data.expiresAtMs);
    else if (event.type === 'InviteEarningsTransferred') this.credit(event.data.amount, revision, 'promotional');
    else if (event.type === 'QuotaAdjusted') {
      const { delta, reverses } = event.data;
      if (delta > 0) this.credit(delta, revision, 'adjustment', undefined, id);
      else this.take(-delta, '', ({ of }) => reverses !== undefined && of === reverses);
    } else if (event.type === 'QuotaReversed') {
      const { delta, tradeNo } = event.data;
      if (delta > 0) this.credit(delta, revision, 'paid', undefined, tradeNo);
      else this.take(-delta, '', ({ of }) => of === tradeNo);
    } else if (event.type === 'CreditExpired') {
      const { lot, amount } = event.data;
      this.take(amount, '', ({ revision: name }) => name === lot);
    } else if (event.type === 'ConsumptionRecorded') use(event.data.requestId, event.data.amount);
    else if (event.type === 'LateConsumptionRecorded') use(event.data.charge.requestId, event.data.charge.amount);
    else if (event.type === 'ConsumptionCorrected') use(event.data.charge.requestId, event.data.delta);
    else if (event.type === 'ConsumptionRerated') use(event.data.requestId, event.data.delta);
    else if (event.type === 'SuspenseSettled') use(event.data.requestId, event.data.after - event.data.before);
    else if (event.type === 'ConsumptionRefunded') use(event.data.requestId ?? '', -event.data.amount);
  }
}

/** Folds a history of one account; throws at the first position where lots, debt and balance are not what they should be. */
function checked(history: readonly Recorded[]): void {
  const own: OwnMaps = new Set();
  const naive = new NaiveWallet();
  let [wallet, balance] = [emptyWallet, 0];
  for (const recorded of history) {
    wallet = evolve(wallet, recorded, own);
    naive.add(recorded);
    balance += movedBy(recorded);
    const found = wallet.lots
      .map(({ name, kind, rest }) => [name, kind, rest] as const)
      .sort(([one], [other]) => one - other);
    if (balanceOf(wallet) !== balance)
      throw new Error(`lots less debt are ${balanceOf(wallet)}, the balance ${balance}`);
    if (JSON.stringify([found, wallet.debt]) !== JSON.stringify([naive.rests, naive.debt]))
      throw new Error(`${JSON.stringify([found, wallet.debt])} is ${JSON.stringify([naive.rests, naive.debt])}`);
  }
}

describe('the lots of a wallet', () => {
  it('are its balance with its debt, and what the text says, at every position of any history', () => {
    for (let seed = 0; seed < HISTORIES; seed += 1) {
      const history = randomHistory(seed);
      try {
        checked(history);
      } catch (error) {
        const told = history.map(
          ({ revision, event: { type, data } }) => `${revision} ${type} ${JSON.stringify(data)}`,
        );
        throw new Error(`history ${seed}: ${String(error)}\n${told.join('\n')}`, { cause: error });
      }
    }
  });

  it('are moved by every event that posts to the wallet, by that amount', () => {
    for (const recorded of everyEvent()) {
      expect([recorded.event.type, balanceOf(evolve(emptyWallet, recorded))]).toEqual([
        recorded.event.type,
        movedBy(recorded),
      ]);
    }
  });
});

describe('a lot', () => {
  const charge = (request: string, amount: number): LedgerEvent => {
    const found = everyEvent().find(({ event }) => event.type === 'ConsumptionRecorded')?.event;
    if (found?.type !== 'ConsumptionRecorded') throw new Error('no charge');
    return { ...found, data: { ...found.data, requestId: request as RequestId, amount: amount as never } };
  };
  const grant = (amount: number, expiresAtMs?: number): AccountEvent => ({
    type: 'QuotaGranted',
    data: {
      amount: amount as never,
      grant: 'new_user',
      source: 's' as never,
      ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
    },
  });
  const bought = (amount: number, expiresAtMs?: number): AccountEvent => ({
    type: 'QuotaToppedUp',
    data: {
      amount: amount as never,
      source: 't' as never,
      tradeNo: 'T1',
      provider: 'epay',
      moneyMinor: 1,
      currency: 'CNY',
      ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
    },
  });
  const refund = (amount: number, requestId?: string): AccountEvent => ({
    type: 'ConsumptionRefunded',
    data: {
      amount: amount as never,
      source: 'task-1' as never,
      tokenId: 0 as never,
      ...(requestId === undefined ? {} : { requestId: requestId as RequestId }),
    },
  });
  const left = (...events: LedgerEvent[]) => {
    const wallet = events.reduce(
      (before, event, index) => evolve(before, { event, id: eventIdOf('e', index), revision: index as never }),
      emptyWallet,
    );
    return { lots: wallet.lots.map(({ name, kind, rest }) => [name, kind, rest]), debt: wallet.debt };
  };

  it('that ends is taken before one that never does, then what was given before what was paid', () => {
    expect(left(grant(10), bought(10, 9), charge('a', 10))).toEqual({ lots: [[0, 'promotional', 10]], debt: 0 });
    expect(left(bought(10), grant(10), charge('a', 10))).toEqual({ lots: [[0, 'paid', 10]], debt: 0 });
  });

  it('gets back what the request has drawn of it, whatever others have taken since', () => {
    const events = [grant(10), bought(100), charge('a', 10), charge('b', 20), refund(5, 'a')];
    expect(left(...events).lots).toEqual([
      [0, 'promotional', 5],
      [1, 'paid', 80],
    ]);
  });

  it('is made of what is given back beyond that, or for a request that nobody names', () => {
    const beyond = [grant(10), charge('a', 30), bought(50), refund(25, 'a')];
    expect(left(...beyond).lots).toEqual([
      [0, 'promotional', 10],
      [3, 'adjustment', 15],
      [2, 'paid', 30],
    ]);
    expect(left(grant(10), charge('a', 10), refund(4)).lots).toEqual([[2, 'adjustment', 4]]);
  });

  it('is not made while there is debt', () => {
    expect(left(charge('a', 30), grant(10))).toEqual({ lots: [], debt: 20 });
    expect(left(charge('a', 30), grant(10), refund(30, 'a'))).toEqual({ lots: [[2, 'adjustment', 10]], debt: 0 });
  });
});
