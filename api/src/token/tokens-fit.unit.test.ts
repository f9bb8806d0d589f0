import { expect, it } from '@jest/globals';
import { checkpointOf, fittingCheckpoint, CHECKPOINT_BYTES_MAX } from '@ledgate/domain/account/checkpoint';
import { ACCOUNT_MAX } from '@ledgate/domain/account/limits';
import { evolve } from '@ledgate/domain/account/evolve';
import { type Account, initialAccount } from '@ledgate/domain/account/state';
import { tokenId, userId } from '@ledgate/domain/shared/ids';
import { TOKENS_OF_USER_MAX } from '../limits.ts';

it('as many limited tokens as a user may have fill at most half of a checkpoint', () => {
  const placed = { revision: 1_000_000_000, atMs: 0 };
  let account: Account = evolve(initialAccount, { type: 'AccountOpened', data: { userId: userId(2) } }, placed);
  for (let index = 0; index < TOKENS_OF_USER_MAX; index += 1) {
    const data = { tokenId: tokenId(2 ** 40 + index), limit: ACCOUNT_MAX, version: 1_000_000 };
    account = evolve(account, { type: 'TokenLimitSet', data }, placed);
  }
  if (account.status === 'missing') throw new Error('missing');
  expect(JSON.stringify(checkpointOf(account, 0)).length).toBeLessThan(CHECKPOINT_BYTES_MAX / 2);
  expect(fittingCheckpoint(account, 0)).toBeDefined();
});
