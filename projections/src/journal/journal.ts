import type { Recorded } from '@ledgate/domain/events/codec';
import { postings } from '@ledgate/domain/postings/postings';
import type { BatchWriter } from '../runner/batch-writer.ts';
import { byText, numbers, texts } from '../runner/columns.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { storedText } from '../shared/stored-text.ts';
import { Quarters } from './quarters.ts';
import { ADD_TO_JOURNAL_ACCOUNTS, ADD_TO_JOURNAL_QUARTERS, INSERT_JOURNAL_ENTRIES } from './sql.ts';

/** Double entry: one row a posting, the sum of each account of the chart, and what each line of a trial balance moved by quarters of an hour. */
export const journal: Projection = { name: 'journal', begin: () => new JournalPart() };

class JournalPart implements BatchPart {
  readonly #positions: number[] = [];
  readonly #accounts: string[] = [];
  readonly #amounts: number[] = [];
  /** Exact: sums over all accounts are not bounded. */
  readonly #totals = new Map<string, bigint>();
  readonly #quarters = new Quarters();

  add(recorded: Recorded): void {
    for (const { account: named, amount } of postings(recorded)) {
      const account = storedText(named);
      this.#positions.push(recorded.position);
      this.#accounts.push(account);
      this.#amounts.push(amount);
      this.#totals.set(account, (this.#totals.get(account) ?? 0n) + BigInt(amount));
      this.#quarters.add(account, amount, recorded.recordedAtMs);
    }
  }

  async write(writer: BatchWriter): Promise<void> {
    if (this.#positions.length === 0) return;
    await writer.run(INSERT_JOURNAL_ENTRIES, [numbers(this.#positions), texts(this.#accounts), numbers(this.#amounts)]);
    const sorted = [...this.#totals].sort(([one], [other]) => byText(one, other));
    await writer.run(ADD_TO_JOURNAL_ACCOUNTS, [
      texts(sorted.map(([account]) => account)),
      numbers(sorted.map(([, total]) => total)),
    ]);
    const quarters = this.#quarters.sorted();
    await writer.run(ADD_TO_JOURNAL_QUARTERS, [
      texts(quarters.map(({ line }) => line)),
      numbers(quarters.map(({ recordedS }) => recordedS)),
      numbers(quarters.map(({ debits }) => debits)),
      numbers(quarters.map(({ credits }) => credits)),
    ]);
  }
}
