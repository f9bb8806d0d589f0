import { type ReactElement, useState } from 'react';
import { useReceiptQuery } from '../../../shared/receipt/receipt-api.ts';
import { proofState } from '../proof-state.ts';
import { Proof } from './proof.tsx';

/** The notary seals every minute. How often a receipt is looked at that is not sealed, in milliseconds, and how many times. */
const EVERY_MS = 5_000;
const LOOKS_MAX = 24;

/** The proof of a receipt, which is looked at again while no seal covers it; nothing where there is no receipt. */
export function ReceiptProof({ requestId }: { readonly requestId: string }): ReactElement | null {
  const [looks, setLooks] = useState(0);
  const [seen, setSeen] = useState<number>();
  const [isWaiting, setWaiting] = useState(false);
  const query = useReceiptQuery(requestId, {
    pollingInterval: isWaiting && looks < LOOKS_MAX ? EVERY_MS : 0,
    skipPollingIfUnfocused: true,
  });
  // What has failed was a look too.
  const { data, startedTimeStamp: at } = query;
  const answer = data !== undefined && 'leaf' in data ? data : undefined;
  const waits = answer !== undefined && proofState(answer) === 'waits';
  if (waits !== isWaiting) setWaiting(waits);
  if (at !== seen) {
    setSeen(at);
    setLooks(looks + 1);
  }
  return answer === undefined ? null : (
    <Proof
      answer={answer}
      query={query}
      waitsLong={looks >= LOOKS_MAX && !query.isFetching}
      lookAgain={() => {
        setLooks(0);
        void query.refetch();
      }}
    />
  );
}
