import type { Charged } from '../testing/charges.ts';
import type { Call } from '../testing/load.ts';

type ChargedCall = {
  readonly call: Call;
  /** What it costs when it ends well. */
  readonly price: number;
  /** What the policy for interrupted requests may charge besides, in quota. */
  readonly interrupted: readonly number[];
  /** It went upstream. */
  readonly isSent: boolean;
  /** What the ledger says of it. */
  readonly charged: Charged;
};

/**
 * What is wrong: a complete answer is charged once, with its price; any other call at most once, its price or what the policy for interrupted requests
 * says; nothing that did not go upstream.
 */
export const wrongCharges = (calls: readonly ChargedCall[]): readonly string[] =>
  calls.flatMap((charged) => {
    if (isRight(charged)) return [];
    const {
      call: { serial, requestId, complete, status },
      price,
      isSent,
      charged: { records, amount },
    } = charged;
    const ended = complete ? `complete for ${price}` : `ended with ${status}`;
    const sent = isSent ? '' : ', not sent upstream';
    return [`call ${serial} (${requestId}), ${ended}${sent}: ${records} records, ${amount} in all`];
  });

function isRight({
  call: { complete },
  price,
  interrupted,
  isSent,
  charged: { records, amount },
}: ChargedCall): boolean {
  if (complete) return isSent && records === 1 && amount === price;
  if (records === 0) return amount === 0;
  return isSent && records === 1 && [price, ...interrupted].includes(amount);
}
