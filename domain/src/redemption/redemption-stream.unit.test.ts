import { describe, expect, it } from '@jest/globals';
import type { EventContext } from '../events/codec.ts';
import { codeId, userId } from '../shared/ids.ts';
import { quota } from '../shared/quota.ts';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
import { changeRedemption, loadRedemption } from './redemption-stream.ts';

const context = (commandId: string): EventContext => ({
  commandId,
  correlationId: 'c',
  occurredAtMs: 0,
  actor: 'user-1',
});
const code = codeId(7);
const [ann, bob] = [userId(2), userId(3)];

describe("a code's stream", () => {
  it('lets one of two people have it who redeem it at the same moment', async () => {
    const store = new MemoryEventStore();
    await changeRedemption(
      store,
      code,
      { type: 'IssueCode', codeId: code, amount: quota(50), actorId: userId(1) },
      context('issue'),
    );
    const both = await Promise.all(
      [ann, bob].map((accountId) =>
        changeRedemption(store, code, { type: 'RedeemCode', accountId, nowMs: 1 }, context(`redeem-${accountId}`)),
      ),
    );
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ refusal: { code: 'code_used' } });
    const { state, revision } = await loadRedemption(store, code);
    expect(state).toMatchObject({ status: 'used', amount: 50 });
    expect(revision).toBe(1);
  });

  it('is missing until it is issued', async () => {
    expect(await loadRedemption(new MemoryEventStore(), code)).toEqual({
      state: { status: 'missing' },
      revision: 'no_stream',
    });
  });
});
