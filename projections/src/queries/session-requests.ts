import type { EventStore } from '@ledgate/domain/ports/event-store';
import type { UserId } from '@ledgate/domain/shared/ids';
import { SESSION_ENTRIES_MAX, SESSION_REQUESTS_MAX } from '../limits.ts';
import { type Queryable, rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { explainCharge } from './charges.ts';
import { SESSION_REQUESTS } from './sql.ts';

/** As the product makes ids of requests and sessions. What is none begins ids of nobody knows how many entries: it is not sought. */
const SESSION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/**
 * The ids of the requests that a realtime session is made of, `{sessionId}-{n}`, in their order, SESSION_REQUESTS_MAX at most; with `accountId` of that user
 * alone. None where there is no such session: a request whose id merely begins so is of none. Throws StoreUnavailable.
 */
export async function sessionRequests(
  db: Queryable,
  store: Pick<EventStore, 'readStream'>,
  { sessionId, accountId }: { readonly sessionId: string; readonly accountId?: UserId },
): Promise<readonly string[]> {
  if (!SESSION_ID.test(sessionId)) return [];
  const found = await rows<{ reference: string }>(
    db,
    query.raw(SESSION_REQUESTS, {
      // Between them are all texts that begin with the id and a dash.
      first: `${sessionId}-`,
      behind: `${sessionId}.`,
      digits: sessionId.length + 2,
      accountId: accountId ?? null,
      read: SESSION_ENTRIES_MAX,
      limit: SESSION_REQUESTS_MAX,
    }),
  );
  const [first] = found;
  const charge = first && (await explainCharge(db, store, { requestId: first.reference }))?.charge;
  return charge?.sessionId === sessionId ? found.map(({ reference }) => reference) : [];
}
