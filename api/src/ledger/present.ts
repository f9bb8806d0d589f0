import { isChargeType } from '@ledgate/projections/ledger/entry-facts';
import type { LedgerEntry } from '@ledgate/projections/queries/ledger-entry';
import type { StatementEntry as PlacedEntry } from '@ledgate/projections/queries/statements';
import type { TimelineEntry } from '../contract/ledger.ts';
import type { StatementEntry } from '../contract/statement.ts';
import type { AmountText } from '../messages/amount-text.ts';
import type { EntryNames } from '../messages/entry-words.ts';
import type { Language } from '@ledgate/domain/catalogue/language';
import { entryText } from '../messages/entry-text.ts';

type EntryReader = {
  readonly forAdministrator: boolean;
  readonly language: Language;
  readonly amounts: AmountText;
};

/** Facts that only administrators see: where a request went, and who allowed what. */
const INTERNAL_FACTS: ReadonlySet<string> = new Set(['channelId', 'channels', 'tillId', 'leaseId', 'approvalId']);

const factsFor = (facts: LedgerEntry['facts'], forAdministrator: boolean): TimelineEntry['facts'] =>
  Object.fromEntries(Object.entries(facts).filter(([name]) => forAdministrator || !INTERNAL_FACTS.has(name)));

const at = (entry: LedgerEntry): number => Math.floor(entry.atMs / 1_000);

/** An entry of a timeline. Who wrote it is for administrators; others learn it where it was themselves. */
export const timelineAnswer = (
  entry: LedgerEntry,
  accountId: number,
  reader: EntryReader & { readonly names: EntryNames },
): Omit<TimelineEntry, 'postings' | 'actor_name'> => ({
  position: entry.position,
  stream: entry.stream,
  revision: entry.revision,
  type: entry.type,
  at: at(entry),
  actor: reader.forAdministrator || entry.actor === `user-${accountId}` ? entry.actor : '',
  reason: entry.reason,
  amount: entry.amount,
  text: entryText(entry, reader.language, reader.amounts, reader.names),
  facts: factsFor(entry.facts, reader.forAdministrator),
  request_id: requestIdOf(entry),
});

const requestIdOf = ({ type, reference }: LedgerEntry): string => (isChargeType(type) ? reference : '');

export const statementEntryAnswer = (entry: PlacedEntry, reader: EntryReader): StatementEntry => ({
  position: entry.position,
  at: at(entry),
  day: entry.day,
  kind: kindOf(entry.type),
  type: entry.type,
  amount: entry.amount,
  balance: entry.balanceAfter,
  text: entryText(entry, reader.language, reader.amounts),
  facts: factsFor(entry.facts, reader.forAdministrator),
  request_id: requestIdOf(entry),
});

export function kindOf(type: string): StatementEntry['kind'] {
  if (isChargeType(type)) return 'charge';
  if (type === 'ConsumptionRefunded') return 'refund';
  return type === 'QuotaAdjusted' ? 'adjustment' : 'credit';
}
