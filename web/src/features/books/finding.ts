import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import type { Finding } from '@ledgate/api/contract/ledger';
import { accountPath } from '../../shared/account/account-links.ts';
import { accountLink } from './account-link.ts';
import type { BooksTexts } from './texts.ts';

export type FindingWords = {
  readonly texts: BooksTexts;
  /** Quota units in the operator's unit. */
  readonly amount: (quota: number) => string;
  /** An amount that no number holds, as its digits. */
  readonly digits: (digits: string) => string;
  /** An account of the chart in words. */
  readonly account: (account: string) => string;
};

export type FindingSentence = { readonly what: string; readonly said: string; readonly cure: string };

/** A difference in the books as a sentence: whose or what, then what was expected, what was found and by how much; and what to do about it. */
export function findingSentence(finding: Finding, words: FindingWords): FindingSentence {
  const { texts, account } = words;
  const { scope, field, expected, seen, amount, in_ledger: inLedger } = finding;
  const what = texts.what[scope]({ finding, account: finding.account === '' ? '' : account(finding.account) });
  const value = (text: string): string =>
    (amount === null ? undefined : figureIn(text, words)) ??
    texts.words[text] ??
    /^(-?\d+), /u.exec(text)?.[1] ??
    // A whole row, which nobody compares by eye.
    (text.startsWith('{') ? (texts.words['a row'] ?? text) : text);
  return {
    what: field === '' ? what : texts.field(what, field),
    said: `${texts.said(value(expected), value(seen))}${byHowMuch(amount, words)}`,
    cure: inLedger ? texts.cureLedger : texts.cureTables,
  };
}

function byHowMuch(amount: Finding['amount'], words: FindingWords): string {
  const { texts } = words;
  if (amount === null || amount === 0) return texts.end;
  const digits = String(amount);
  const size = quotaText(digits.replace(/^-/u, ''), words);
  return digits.startsWith('-') ? texts.less(size) : texts.more(size);
}

/** The first whole number of a text, as an amount: `6200, the account's fold`. */
function figureIn(text: string, words: FindingWords): string | undefined {
  const [digits] = /-?\d+/u.exec(text) ?? [];
  return digits === undefined ? undefined : quotaText(digits, words);
}

const quotaText = (digits: string, { amount, digits: large }: FindingWords): string =>
  Number.isSafeInteger(Number(digits)) ? amount(Number(digits)) : large(digits);

/** Range of the pages of logs and accounts that a difference leads to: what it is of may be long ago, and they begin with the newest. */
const RANGE = '30d';

/** Where it can be looked at: the receipt, the entries of the account, the channel, the code. undefined where no page shows it. */
export function findingLink(finding: Finding): string | undefined {
  const { scope, user_id: user, channel_id: channel, code_id: code, request_id: request, position, account } = finding;
  if (request !== '') return `/receipt/${encodeURIComponent(request)}`;
  if (user !== null)
    return accountPath(user, 'ledger', position === null ? {} : { before: String(position + 1), leases: 'true' });
  if (channel !== null) return `/channel?q=${channel}`;
  if (code !== null) return `/redemption?q=${code}`;
  if (account !== '') return accountLink(account, RANGE);
  if (scope === 'token' || scope === 'log_row' || scope === 'cleaning') return `/log?type=${LOG_TYPE.consumption}`;
  return scope === 'bucket' ? '/detail' : undefined;
}
