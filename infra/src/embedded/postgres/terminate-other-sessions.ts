import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { StartRefused } from '../data-folder/start-refused.ts';
import { TERMINATE_POLL_MS, TERMINATE_TIMEOUT_MS } from './limits.ts';
import { TERMINATE_OTHER_SESSIONS } from './sql.ts';

/**
 * Ends every other session of the server and waits until it is gone. The sessions of a process that was killed go on with what they had
 * been asked: until they are gone, a commit of theirs could still appear after somebody has read the head.
 */
export async function terminateOtherSessions(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (let waitedMs = 0; waitedMs < TERMINATE_TIMEOUT_MS; waitedMs += TERMINATE_POLL_MS) {
      const { rowCount } = await client.query(TERMINATE_OTHER_SESSIONS);
      if (rowCount === 0) return;
      await sleep(TERMINATE_POLL_MS);
    }
    throw new StartRefused('sessions of an earlier run do not end in the database; stop the processes that use it');
  } finally {
    await client.end();
  }
}
