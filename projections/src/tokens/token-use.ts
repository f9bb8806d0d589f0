import { accountOfStream } from '@ledgate/domain/account/events';
import type { Recorded } from '@ledgate/domain/events/codec';
import { NO_TOKEN } from '@ledgate/domain/shared/ids';
import { consumptionOf, countedOf } from '../ledger/charge-of.ts';
import type { BatchWriter } from '../runner/batch-writer.ts';
import { byNumber, numbers } from '../runner/columns.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { ADD_TO_TOKEN_USE } from './sql.ts';

/** One row a token: its limit and what it used. Charges without a token are nobody's. */
export const tokenUse: Projection = { name: 'token use', begin: () => new TokenUsePart() };

type Change = {
  accountId: number;
  limit: number | null;
  version: number;
  tillCharges: number;
  late: number;
  requests: number;
  lastUsedMs: number;
};

class TokenUsePart implements BatchPart {
  readonly #changes = new Map<number, Change>();

  add(recorded: Recorded): void {
    const { event, stream, atMs } = recorded;
    if (event.type === 'TokenLimitSet') {
      const change = this.#changeOf(event.data.tokenId, accountOfStream(stream) ?? 0);
      if (event.data.version <= change.version) return;
      change.version = event.data.version;
      change.limit = event.data.limit;
      return;
    }
    const consumption = consumptionOf(recorded);
    if (consumption === undefined || consumption.tokenId === NO_TOKEN) return;
    const change = this.#changeOf(consumption.tokenId, consumption.accountId);
    if (consumption.kind === 'recorded') change.tillCharges += consumption.amount;
    else change.late += consumption.amount;
    change.requests += countedOf(consumption).requests;
    change.lastUsedMs = Math.max(change.lastUsedMs, atMs);
  }

  async write(writer: BatchWriter): Promise<void> {
    if (this.#changes.size === 0) return;
    const sorted = [...this.#changes].sort(([one], [other]) => byNumber(one, other));
    const column = (pick: (change: Change) => number | null): string =>
      numbers(sorted.map(([, change]) => pick(change)));
    const after = await writer.run(ADD_TO_TOKEN_USE, [
      numbers(sorted.map(([tokenId]) => tokenId)),
      column(({ accountId }) => accountId),
      column(({ limit }) => limit),
      column(({ version }) => version),
      column(({ tillCharges }) => tillCharges),
      column(({ late }) => late),
      column(({ requests }) => requests),
      column(({ lastUsedMs }) => lastUsedMs),
    ]);
    for (const [tokenId, used] of after) writer.tokensUsed.set(Number(tokenId), Number(used));
  }

  #changeOf(tokenId: number, accountId: number): Change {
    let change = this.#changes.get(tokenId);
    if (change === undefined) {
      change = { accountId, limit: null, version: 0, tillCharges: 0, late: 0, requests: 0, lastUsedMs: 0 };
      this.#changes.set(tokenId, change);
    }
    return change;
  }
}
