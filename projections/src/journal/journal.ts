import type { Recorded } from '@ledgate/domain/events/codec';
import { postings } from '@ledgate/domain/postings/postings';
import type { BatchWriter } from '../runner/batch-writer.ts';
import { byText, numbers, texts } from '../runner/columns.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { storedText } from '../shared/stored-text.ts';
import { ADD_TO_JOURNAL_ACCOUNTS, INSERT_JOURNAL_ENTRIES } from './statements.ts';

/** Double entry: one row a posting, and the sum of each account of the chart. */
export const journal: Projection = { name: 'journal', begin: () => new JournalPart() };

class JournalPart implements BatchPart {
  readonly #positions: number[] = [];
  readonly #accounts: string[] = [];
  readonly #amounts: number[] = [];
  readonly #totals = new Map<string, number>();

  add(recorded: Recorded): void {
    for (const { account: named, amount } of postings(recorded)) {
      const account = storedText(named);
      this.#positions.push(recorded.position);
      this.#accounts.push(account);
      this.#amounts.push(amount);
      this.#totals.set(account, (this.#totals.get(account) ?? 0) + amount);
    }
  }

  async write(writer: BatchWriter): Promise<void> {
    if (this.#positions.length === 0) return;
    await writer.run(INSERT_JOURNAL_ENTRIES, [numbers(this.#positions), texts(this.#accounts), numbers(this.#amounts)]);
    const sorted = [...this.#totals].sort(([one], [other]) => byText(one, other));
    await writer.run(ADD_TO_JOURNAL_ACCOUNTS, [texts(sorted.map(([account]) => account)), numbers(sorted.map(([, total]) => total))]);
  }
}
