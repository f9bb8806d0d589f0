import type { Recorded } from '@ledgate/domain/events/codec';
import type { BatchWriter } from '../runner/batch-writer.ts';
import { byNumber, numbers } from '../runner/columns.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { accountOf, addTo, type BalanceChange, noChange } from './balance-change.ts';
import { ADD_TO_BALANCES } from './sql.ts';

/** One row an account: what was credited, what tills charged, what was charged late, what inviting earned. */
export const balances: Projection = { name: 'balances', begin: () => new BalancesPart() };

class BalancesPart implements BatchPart {
  readonly #changes = new Map<number, BalanceChange>();

  add(recorded: Recorded): void {
    const accountId = accountOf(recorded);
    if (accountId === undefined) return;
    let change = this.#changes.get(accountId);
    if (change === undefined) this.#changes.set(accountId, (change = noChange()));
    addTo(change, recorded);
  }

  async write(writer: BatchWriter): Promise<void> {
    if (this.#changes.size === 0) return;
    const sorted = [...this.#changes].sort(([one], [other]) => byNumber(one, other));
    const column = (pick: (change: BalanceChange) => number): string =>
      numbers(sorted.map(([, change]) => pick(change)));
    const after = await writer.run(ADD_TO_BALANCES, [
      numbers(sorted.map(([accountId]) => accountId)),
      column(({ credits }) => credits),
      column(({ tillCharges }) => tillCharges),
      column(({ late }) => late),
      column(({ earnings }) => earnings),
      column(({ affHistory }) => affHistory),
      column(({ affCount }) => affCount),
      column(({ requests }) => requests),
      column(({ refunds }) => refunds),
      column(({ openedMs }) => openedMs),
      column(({ closedMs }) => closedMs),
    ]);
    for (const [accountId, balance, used, earnings] of after)
      writer.balances.set(Number(accountId), {
        balance: Number(balance),
        used: Number(used),
        earnings: Number(earnings),
      });
  }
}
