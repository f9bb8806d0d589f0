import { publisherCheckpointContract } from '@ledgate/domain/testing/publisher-checkpoint-contract';
import { openDirectory } from '../testing/directory-fixture.ts';
import { publisherCheckpoint } from './publisher-checkpoint.ts';

publisherCheckpointContract('Postgres', async () => {
  const { pool, close } = await openDirectory();
  return { checkpoint: publisherCheckpoint(pool, 1), close };
});
