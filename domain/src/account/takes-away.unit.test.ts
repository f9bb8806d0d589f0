import { describe, expect, it } from '@jest/globals';
import type { SourceId, TokenId, UserId } from '../shared/ids.ts';
import { quota } from '../shared/quota.ts';
import { deletionOf } from './deleted-tokens.ts';
import { takesAway } from './takes-away.ts';

const actorId = 1 as UserId;
const tokenId = 5 as TokenId;
const adjusted = (delta: number) => ({ type: 'AdjustQuota', delta: quota(delta), actorId, reason: '' }) as const;
const limited = (limit: number | null) =>
  ({ type: 'SetTokenLimit', tokenId, limit: limit === null ? null : quota(limit), version: 1 }) as const;

describe('takesAway', () => {
  it('is true of debits, limits, balances set to a number and closings', () => {
    expect([adjusted(-1), limited(0), limited(9), { type: 'CloseAccount', actorId } as const].map(takesAway)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(takesAway({ type: 'SetBalance', balance: quota(5), tillCharges: quota(0), actorId, reason: '' })).toBe(true);
  });

  it('is false of credits, of a limit that is lifted, and of a token that is deleted', () => {
    expect(takesAway(deletionOf(tokenId))).toBe(false);
    const refund = { type: 'RefundConsumption', amount: quota(1), tokenId, source: 'task-1' as SourceId } as const;
    expect([adjusted(1), limited(null), refund].map(takesAway)).toEqual([false, false, false]);
  });
});
