import { accountOfStream } from '../../account/events.ts';
import type { OwnMaps } from '../../account/own-maps.ts';
import type { Recorded } from '../../events/codec.ts';
import { evolve } from '../../lots/evolve.ts';
import { emptyWallet, type Wallet } from '../../lots/state.ts';
import { wallet as walletOf } from '../../postings/chart.ts';
import { postings } from '../../postings/postings.ts';
import type { UserId } from '../../shared/ids.ts';

/** What wallets are made of, against what was posted to them, after each event in the order of positions. */
export class LotsTruth {
  readonly #wallets = new Map<UserId, { wallet: Wallet; balance: number; readonly own: OwnMaps }>();

  /** What is wrong; undefined where nothing is. */
  add(recorded: Recorded): string | undefined {
    const { event, stream } = recorded;
    const accountId = event.type === 'ConsumptionRecorded' ? event.data.accountId : accountOfStream(stream);
    if (accountId === undefined) return undefined;
    const known = this.#wallets.get(accountId) ?? { wallet: emptyWallet, balance: 0, own: new Set() };
    this.#wallets.set(accountId, known);
    known.wallet = evolve(known.wallet, recorded, known.own);
    for (const { account, amount } of postings(recorded)) if (account === walletOf(accountId)) known.balance += amount;
    const { lots, debt } = known.wallet;
    const made = lots.reduce((sum, { rest }) => sum + rest, 0) - debt;
    return made === known.balance
      ? undefined
      : `the lots of account ${accountId} less its debt are ${made}, its balance is ${known.balance}`;
  }
}
