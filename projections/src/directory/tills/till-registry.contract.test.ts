import { tillRegistryContract } from '@ledgate/domain/testing/till-registry-contract';
import { openDirectory } from '../testing/directory-fixture.ts';
import { createTillRegistry } from './till-registry.ts';

tillRegistryContract('Postgres', async () => {
  const { pool, close } = await openDirectory();
  return { registry: createTillRegistry({ pool }), close };
});
