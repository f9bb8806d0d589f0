import { signalled } from '@ledgate/projections/directory/wait';
import { HEAD_WAIT_MS } from '../limits.ts';
import type { ApiPorts } from '../ports.ts';
import type { CallSession } from './call.ts';

/**
 * For figures over a range of time: waits until the read models hold, in every partition, what stood in the ledger when the call came. After
 * HEAD_WAIT_MS, or at once where a partition stands still that was waited for in vain, or where the ledger cannot be asked, they are answered as
 * they are, and the session is told that they are behind. Answers whether they hold it.
 */
export async function readToHead(
  { store }: Pick<ApiPorts, 'store'>,
  session: Pick<CallSession, 'reachedHead' | 'readBehind'>,
): Promise<boolean> {
  const reached = store.head().then(
    (head) => session.reachedHead(head),
    () => false,
  );
  let isReached = false;
  await signalled((end) => {
    void reached.then((answer) => {
      isReached = answer;
      end();
    }, end);
    return () => undefined;
  }, HEAD_WAIT_MS);
  if (!isReached) session.readBehind();
  return isReached;
}
