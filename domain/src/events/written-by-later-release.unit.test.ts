import { describe, expect, it } from '@jest/globals';
import { changeAccount, loadAccount } from '../account/account-stream.ts';
import { accountStream } from '../account/events.ts';
import type { EventToAppend, Revision } from '../ports/event-store.ts';
import { loadRedemption } from '../redemption/redemption-stream.ts';
import { changeRedemption } from '../redemption/redemption-stream.ts';
import { codeId, eventIdOf, userId } from '../shared/ids.ts';
import { quota } from '../shared/quota.ts';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
import { decode } from './codec.ts';
import { WrittenByLaterRelease } from './written-by-later-release.ts';

const ann = userId(2);
const context = (commandId: string) => ({ commandId, correlationId: 'c', occurredAtMs: 0, actor: 'user-1' });
const later = (type: string, schema = '1', data = {}): EventToAppend => ({
  id: eventIdOf(type, 0),
  type,
  data: JSON.stringify(data),
  metadata: { schema, occurredAt: new Date(0).toISOString() },
});

async function opened(): Promise<MemoryEventStore> {
  const store = new MemoryEventStore();
  await changeAccount(store, ann, { type: 'OpenAccount', userId: ann, grants: [] }, context('open'));
  return store;
}

describe('what a later release has written', () => {
  it.each([
    ['of a type', later('CreditPaused'), 'CreditPaused'],
    ['of a schema', later('AccountClosed', '2', { actorId: 1 }), 'AccountClosed of schema 2'],
    ['of a schema that is no number', later('AccountClosed', '1b', { actorId: 1 }), 'AccountClosed of schema 1b'],
    ['in a name that every object has', later('toString'), 'toString'],
  ])(
    '%s that is not known here stops every command to the account, with a clear error',
    async (_what, event, named) => {
      const store = await opened();
      await store.append(accountStream(ann), 0 as Revision, [event]);
      const error = new WrittenByLaterRelease('account-2', 1, named);
      expect(error.message).toBe(`account-2 holds at revision 1 an event written by a later release: ${named}`);
      await expect(loadAccount(store, ann)).rejects.toThrow(error);
      await expect(changeAccount(store, ann, { type: 'CloseAccount', actorId: ann }, context('x'))).rejects.toThrow(
        error,
      );
      expect(await store.readStream(accountStream(ann), 2 as Revision, 1)).toEqual([]);
    },
  );

  it('stops a code and a till likewise', async () => {
    const store = new MemoryEventStore();
    await changeRedemption(
      store,
      codeId(3),
      { type: 'IssueCode', codeId: codeId(3), amount: quota(5), actorId: ann },
      context('issue'),
    );
    await store.append('redemption-3', 0 as Revision, [later('CodePaused')]);
    await expect(loadRedemption(store, codeId(3))).rejects.toThrow(
      new WrittenByLaterRelease('redemption-3', 1, 'CodePaused'),
    );
    const [event] = await store.readStream('redemption-3', 1 as Revision, 1);
    if (event === undefined) throw new Error('no event');
    expect(() => decode({ ...event, stream: 'till-a', type: 'TillPaused' })).toThrow(
      'till-a holds at revision 1 an event written by a later release: TillPaused',
    );
  });
});
