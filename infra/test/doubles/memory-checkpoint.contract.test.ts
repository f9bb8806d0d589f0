import { publisherCheckpointContract } from '@ledgate/domain/testing/publisher-checkpoint-contract';
import { MemoryCheckpoint } from './memory-checkpoint.ts';

publisherCheckpointContract('memory', async () => ({ checkpoint: new MemoryCheckpoint(), close: async () => {} }));
