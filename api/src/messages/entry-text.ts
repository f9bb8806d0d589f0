import type { ChargeFacts, EntryFacts } from '@ledgate/projections/ledger/entry-facts';
import type { AmountText } from './amount-text.ts';
import type { Language } from '@ledgate/domain/catalogue/language';
import { entriesEn } from './entries-en.ts';
import { entriesZh } from './entries-zh.ts';
import type { EntryNames, EntryTexts, EntryWords } from './entry-words.ts';

/** A ledger entry as its sentence needs it. */
type EntryMeaning = {
  readonly type: string;
  /** Signed change of the balance. */
  readonly amount: number;
  readonly balanceAfter: number;
  readonly reason: string;
  readonly facts: EntryFacts | ChargeFacts;
};

/** Tokens and people by their ids, as where nobody has asked for their names. */
const BY_ID: EntryNames = { tokens: new Map(), people: new Map() };

const TEXTS: Readonly<Record<Language, EntryTexts>> = { en: entriesEn, zh: entriesZh };

/** The entry as a sentence in the reader's language; its type when there is no sentence for it. */
export function entryText(
  entry: EntryMeaning,
  language: Language,
  amounts: AmountText,
  names: EntryNames = BY_ID,
): string {
  const texts: Readonly<Record<string, ((words: EntryWords) => string) | undefined>> = TEXTS[language];
  const text = Object.hasOwn(texts, entry.type) ? texts[entry.type] : undefined;
  return text === undefined ? entry.type : text(wordsOf(entry, amounts, names));
}

function wordsOf(
  { amount, balanceAfter, reason, facts }: EntryMeaning,
  amounts: AmountText,
  { tokens, people }: EntryNames,
): EntryWords {
  const known: Readonly<Record<string, unknown>> = { ...facts };
  const fact = (name: string): string => (known[name] === undefined || known[name] === null ? '' : String(known[name]));
  return {
    amount: amounts(Math.abs(amount)),
    before: amounts(balanceAfter - amount),
    after: amounts(balanceAfter),
    reason,
    fact,
    quota: (name) => (fact(name) === '' ? '' : amounts(Number(fact(name)))),
    size: (name) => (fact(name) === '' ? '' : amounts(Math.abs(Number(fact(name))))),
    token: tokens.get(Number(fact('tokenId'))) ?? '',
    invitee: people.get(Number(fact('inviteeId'))) ?? '',
  };
}
