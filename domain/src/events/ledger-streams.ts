import { SEAL_STREAM } from '../audit/events.ts';
import { BOOKS_STREAM } from '../books/events.ts';
import { LEDGER_STREAM } from '../founding/events.ts';
import { CATALOGUE_STREAM, PRICE_BOOK_STREAM } from '../pricebook/events.ts';

/** The streams that an installation has one of. */
export const STREAMS_MADE_ONCE: readonly string[] = [
  PRICE_BOOK_STREAM,
  CATALOGUE_STREAM,
  BOOKS_STREAM,
  SEAL_STREAM,
  LEDGER_STREAM,
];

const NUMBERED = /^(?:account|redemption|audit|channel)-\d+$/u;
const NAMED = /^(?:till|topup|task)-./u;

/**
 * Kept for later releases. What stands there is the ledger's already now, so that this release, after a way back from a later one, stops at it as at any
 * event that it does not know, instead of leaving it out of a backup, a proof or a balance.
 */
const LATER_MADE_ONCE: readonly string[] = ['costbook'];
const LATER = /^(?:rerate|approval|bill|account-team)-./u;

/**
 * Whether a stream is the ledger's, by its name: where a store holds what others write too, theirs is left out. A new noun's streams are named here, in
 * the release before the first that writes them.
 */
export const isLedgerStream = (name: string): boolean =>
  STREAMS_MADE_ONCE.includes(name) ||
  NAMED.test(name) ||
  NUMBERED.test(name) ||
  LATER_MADE_ONCE.includes(name) ||
  LATER.test(name);
