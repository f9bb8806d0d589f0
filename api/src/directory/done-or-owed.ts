import { done } from '../http/answer.ts';

/** A change of the directory is done; the message says when the ledger could not be reached and follows by itself. */
export const doneOrOwed = <Data>(
  data: Data,
  { inLedger }: { readonly inLedger: boolean },
): ReturnType<typeof done<Data>> => done(data, inLedger ? undefined : { code: 'owed_to_ledger' });
