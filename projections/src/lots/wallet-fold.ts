import type { LotKind } from '@ledgate/domain/account/events';
import type { Recorded } from '@ledgate/domain/events/codec';
import type { OwnMaps } from '@ledgate/domain/account/own-maps';
import { stepOf } from '@ledgate/domain/lots/evolve';
import type { Draw, Lot, Wallet } from '@ledgate/domain/lots/state';
import type { RequestId } from '@ledgate/domain/shared/ids';
import { type Quota, quota } from '@ledgate/domain/shared/quota';

/** By how much an event moves what an account has of paid and of promotional money; quota units, signed as its balance moves. */
export type MoneyMoved = {
  readonly paid: number;
  readonly promotional: number;
  /** What a charge has taken out of which lots, as `drawsText`; null of all else, and where it took nothing. */
  readonly draws: string | null;
};

export const NO_MONEY: MoneyMoved = { paid: 0, promotional: 0, draws: null };

/** What an account's wallet is made of, through the events of a batch. Of draws it knows those that it was told and those of its own charges. */
export class WalletFold {
  #wallet: Wallet;
  readonly #own: OwnMaps = new Set();

  constructor(wallet: Wallet) {
    this.#wallet = wallet;
  }

  get lots(): readonly Lot[] {
    return this.#wallet.lots;
  }

  get debt(): Quota {
    return this.#wallet.debt;
  }

  /** What a request has taken and not got back. */
  drawsOf(requestId: RequestId): readonly Draw[] {
    return this.#wallet.draws.get(requestId) ?? [];
  }

  /** Also answers the lots that it put something into. */
  add(recorded: Recorded): { readonly moved: MoneyMoved; readonly filled: readonly Draw[] } {
    const { wallet, taken, filled } = stepOf(this.#wallet, recorded, this.#own);
    this.#wallet = wallet;
    const of = (kind: LotKind): number => sumOf(filled, kind) - sumOf(taken, kind);
    const draws = isCharge(recorded) && taken.length > 0 ? drawsText(taken) : null;
    return { moved: { paid: of('paid'), promotional: of('promotional'), draws }, filled };
  }
}

function sumOf(draws: readonly Draw[], kind: LotKind): number {
  let sum = 0;
  for (const { lot, amount } of draws) if (lot.kind === kind) sum += amount;
  return sum;
}

/** A request is charged by one of these, once; all else changes that. */
const isCharge = ({ event: { type } }: Recorded): boolean =>
  type === 'ConsumptionRecorded' || type === 'LateConsumptionRecorded';

/** The request whose draws must be known before an event, which changes what it has taken; undefined where none need be. */
export function requestChangedBy({ event }: Recorded): RequestId | undefined {
  switch (event.type) {
    case 'ConsumptionCorrected':
      return event.data.charge.requestId;
    case 'ConsumptionRerated':
    case 'SuspenseSettled':
    case 'ConsumptionRefunded':
      return event.data.requestId;
    default:
      return undefined;
  }
}

/** `12:38,15:2`: names of lots, and how much of each, in the order in which they were taken. */
export const drawsText = (draws: readonly Draw[]): string =>
  draws.map(({ lot, amount }) => `${lot.name}:${amount}`).join(',');

/** Names of lots and amounts. Throws for what `drawsText` has not written. */
export const drawsIn = (text: string): readonly { readonly name: number; readonly amount: number }[] =>
  text === ''
    ? []
    : text.split(',').map((draw) => {
        const [name, amount] = draw.split(':').map(Number);
        if (!Number.isSafeInteger(name) || !Number.isSafeInteger(amount))
          throw new Error(`no draws: ${JSON.stringify(text)}`);
        return { name: Number(name), amount: Number(amount) };
      });

/** What a lot is, whatever is left of it. */
export type NamedLot = Omit<Lot, 'rest'>;

/** Draws of a request from their text. Throws for a lot that the account does not have. */
export const drawsOf = (text: string, lots: ReadonlyMap<number, NamedLot>): readonly Draw[] =>
  drawsIn(text).map(({ name, amount }) => {
    const lot = lots.get(name);
    if (lot === undefined) throw new Error(`a request has drawn from the lot ${name}, which is none of its account`);
    return { lot, amount: quota(amount) };
  });
