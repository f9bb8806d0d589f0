import { existsSync } from 'node:fs';
import { lockDataFolder } from '../../src/embedded/data-folder/lock.ts';
import { emptyDemoFolder } from './fresh-folder.ts';
import { end, findBroker } from '../../src/local/kafka/broker-process.ts';
import { profileFile } from '../../src/local/cluster/folder.ts';
import { endLeftovers } from '../../src/local/cluster/leftovers.ts';

/** Makes the folder empty for a demonstration, as `emptyDemoFolder` does, after what an earlier cluster may have left running there has ended. */
export async function emptyClusterFolder(folder: string): Promise<void> {
  if (existsSync(profileFile(folder))) {
    const lock = lockDataFolder(folder);
    await endLeftovers(folder);
    const broker = findBroker(folder);
    if (broker !== undefined) await end(broker.pid, 'SIGKILL');
    lock.release();
  }
  await emptyDemoFolder(folder);
}
