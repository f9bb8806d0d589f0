import type { Recorded } from '@ledgate/domain/events/codec';
import type { BatchWriter } from '../runner/batch-writer.ts';
import { jsons, nullableTexts, numbers, texts } from '../runner/columns.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { type LedgerEntryValues, ledgerEntryOf } from './ledger-entry-of.ts';
import { INSERT_LEDGER_ENTRIES } from './sql.ts';

/** Every event of an account with the balance after it. Written after the balances of the same batch. */
export const ledgerEntries: Projection = { name: 'ledger entries', begin: () => new LedgerEntriesPart() };

class LedgerEntriesPart implements BatchPart {
  readonly #entries: LedgerEntryValues[] = [];

  add(recorded: Recorded): void {
    const entry = ledgerEntryOf(recorded);
    if (entry !== undefined) this.#entries.push(entry);
  }

  async write(writer: BatchWriter): Promise<void> {
    const entries = this.#entries;
    if (entries.length === 0) return;
    await writer.run(INSERT_LEDGER_ENTRIES, [
      numbers(entries.map(({ accountId }) => accountId)),
      numbers(entries.map(({ position }) => position)),
      numbers(entries.map(({ atMs }) => atMs)),
      texts(entries.map(({ type }) => type)),
      texts(entries.map(({ stream }) => stream)),
      numbers(entries.map(({ revision }) => revision)),
      numbers(entries.map(({ amount }) => amount)),
      numbers(balancesAfter(entries, writer.balances)),
      texts(entries.map(({ reference }) => reference)),
      texts(entries.map(({ actor }) => actor)),
      texts(entries.map(({ reason }) => reason)),
      jsons(entries.map(({ facts }) => JSON.stringify(facts))),
      numbers(entries.map(({ tokenId }) => tokenId)),
      numbers(entries.map(({ channelId }) => channelId)),
      nullableTexts(entries.map(({ groupName }) => groupName)),
      nullableTexts(entries.map(({ modelName }) => modelName)),
      numbers(entries.map(({ prompt }) => prompt)),
      numbers(entries.map(({ completion }) => completion)),
    ]);
  }
}

/** From the balances after the batch backwards, so that nothing need be read. */
function balancesAfter(entries: readonly LedgerEntryValues[], final: ReadonlyMap<number, number>): readonly number[] {
  const balances = new Map(final);
  const after = entries.map(() => 0);
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    if (entry === undefined) continue;
    const balance = balances.get(entry.accountId);
    if (balance === undefined)
      throw new Error(`no balance of account ${entry.accountId} after position ${entry.position}`);
    after[index] = balance;
    balances.set(entry.accountId, balance - entry.amount);
  }
  return after;
}
