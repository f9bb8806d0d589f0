import { signalled } from '@ledgate/projections/directory/wait';
import { HEAD_WAIT_MS } from '../limits.ts';
import type { ApiPorts } from '../ports.ts';
import type { CallSession } from './call.ts';

/**
 * For figures over a range of time: waits until the read models hold, in every partition, what stood in the ledger when the call came. After
 * HEAD_WAIT_MS, or where the ledger cannot be asked, they are answered as they are, and the session is told that they are behind.
 */
export async function readToHead(
  { store, readModels }: Pick<ApiPorts, 'store' | 'readModels'>,
  session: Pick<CallSession, 'readBehind'>,
): Promise<void> {
  const reached = store.head().then(
    (head) => readModels.waitFor(head, HEAD_WAIT_MS),
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
}
