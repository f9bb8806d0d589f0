import type { Charged } from '../testing/charges.ts';
import type { Call } from '../testing/load.ts';

/** A call, what it costs when it ends well, and what the ledger says of it. */
export type ChargedCall = { readonly call: Call; readonly price: number; readonly charged: Charged };

/**
 * What is wrong: a complete answer is charged once, with its price; any other call at most once, its price or what the policy for interrupted requests
 * says.
 */
export const wrongCharges = (calls: readonly ChargedCall[]): readonly string[] => calls.flatMap(({ call, price, charged: { records, amount } }) => {
  const isRight = call.complete ? records === 1 && amount === price : records === 1 || (records === 0 && amount === 0);
  return isRight ? [] : [`call ${call.serial} (${call.requestId}), ${call.complete ? `complete for ${price}` : `ended with ${call.status}`}: ${records} records, ${amount} in all`];
});
