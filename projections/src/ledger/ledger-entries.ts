import type { Recorded } from '@ledgate/domain/events/codec';
import { NO_MONEY } from '../lots/wallet-fold.ts';
import type { AccountFigures, BatchWriter } from '../runner/batch-writer.ts';
import { jsons, nullableTexts, numbers, texts } from '../runner/columns.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { type LedgerEntryValues, ledgerEntryOf } from './ledger-entry-of.ts';
import { type Moved, movedBy } from './moved-by.ts';
import { INSERT_LEDGER_ENTRIES } from './sql.ts';

/** Every event of an account with its figures, and its token's, after it. Written after the balances, the use of tokens and the lots of the same batch. */
export const ledgerEntries: Projection = { name: 'ledger entries', begin: () => new LedgerEntriesPart() };

type PlacedEntry = LedgerEntryValues & { readonly moved: Moved };

class LedgerEntriesPart implements BatchPart {
  readonly #entries: PlacedEntry[] = [];

  add(recorded: Recorded): void {
    const entry = ledgerEntryOf(recorded);
    if (entry !== undefined) this.#entries.push({ ...entry, moved: movedBy(recorded) });
  }

  async write(writer: BatchWriter): Promise<void> {
    const entries = this.#entries;
    if (entries.length === 0) return;
    const after = figuresAfter(entries, writer);
    const money = entries.map(({ position }) => writer.money.get(position) ?? NO_MONEY);
    await writer.run(INSERT_LEDGER_ENTRIES, [
      numbers(entries.map(({ accountId }) => accountId)),
      numbers(entries.map(({ position }) => position)),
      numbers(entries.map(({ atMs }) => atMs)),
      texts(entries.map(({ type }) => type)),
      texts(entries.map(({ stream }) => stream)),
      numbers(entries.map(({ revision }) => revision)),
      numbers(entries.map(({ amount }) => amount)),
      numbers(after.map(({ balance }) => balance)),
      numbers(after.map(({ used }) => used)),
      numbers(after.map(({ earnings }) => earnings)),
      numbers(after.map(({ tokenUsed }) => tokenUsed)),
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
      numbers(money.map(({ paid }) => paid)),
      numbers(money.map(({ promotional }) => promotional)),
      nullableTexts(money.map(({ draws }) => draws)),
    ]);
  }
}

/** An entry as its row has it beside what its event says. */
type After = AccountFigures & { readonly tokenUsed: number | null };

/** From the figures after the batch backwards, so that nothing need be read. */
function figuresAfter(
  entries: readonly PlacedEntry[],
  { balances, tokensUsed }: Pick<BatchWriter, 'balances' | 'tokensUsed'>,
): readonly After[] {
  const accounts = new Map(balances);
  const tokens = new Map(tokensUsed);
  const after: After[] = [];
  for (const { accountId, position, moved } of entries.toReversed()) {
    const figures = accounts.get(accountId);
    if (figures === undefined) throw new Error(`no balance of account ${accountId} after position ${position}`);
    const tokenUsed = moved.token === undefined ? null : tokens.get(moved.token.id);
    if (tokenUsed === undefined) throw new Error(`no use of token ${moved.token?.id} after position ${position}`);
    after.push({ ...figures, tokenUsed });
    accounts.set(accountId, {
      balance: figures.balance - moved.balance,
      used: figures.used - moved.used,
      earnings: figures.earnings - moved.earnings,
    });
    if (moved.token !== undefined && tokenUsed !== null) tokens.set(moved.token.id, tokenUsed - moved.token.used);
  }
  return after.toReversed();
}
