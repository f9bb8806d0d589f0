import { RELAY_VIEW_READ_TIMEOUT_MS } from './limits.ts';
import { DirectoryUnavailable } from './relay-view.ts';
import { timed } from './wait.ts';

/** What a request waits for. Throws DirectoryUnavailable where the database fails or takes too long. */
export async function askedInTime<Value>(question: Promise<Value>): Promise<Value> {
  try {
    return await timed(question, RELAY_VIEW_READ_TIMEOUT_MS);
  } catch (cause) {
    throw new DirectoryUnavailable('the directory cannot be read', { cause });
  }
}
