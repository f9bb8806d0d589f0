import { describe, expect, it } from '@jest/globals';
import { decode, encode, type EventContext } from '../events/codec.ts';
import {
  type AppendOutcome,
  type EventStore,
  type EventToAppend,
  type ExpectedRevision,
  type Revision,
  StoreUnavailable,
} from '../ports/event-store.ts';
import { codeId, type LeaseId, type SourceId, type TillId, userId } from '../shared/ids.ts';
import { quota } from '../shared/quota.ts';
import { exampleCharge } from '../testing/example-charge.ts';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
import { changeAccount, loadAccount } from './account-stream.ts';
import { CHECKPOINT_EVERY_EVENTS, SOURCES_KEPT_MS } from './checkpoint.ts';
import type { AccountCommand } from './commands.ts';
import { type AccountEvent, accountStream } from './events.ts';
import { fold } from './evolve.ts';

const ann = userId(2);
const admin = userId(1);
const context = (commandId: string, occurredAtMs = 0): EventContext => ({
  commandId,
  correlationId: 'c',
  occurredAtMs,
  actor: 'user-1',
});
const adjust = (delta: number): AccountCommand => ({
  type: 'AdjustQuota',
  delta: quota(delta),
  actorId: admin,
  reason: 'r',
});
const redeem = (code: number): AccountCommand => ({
  type: 'CreditRedemption',
  amount: quota(10),
  codeId: codeId(code),
  source: `redemption-${code}` as SourceId,
});

async function openedIn(store: EventStore): Promise<void> {
  await changeAccount(store, ann, { type: 'OpenAccount', userId: ann, grants: [] }, context('open'));
}

/** Adjusts by 1 until the stream has so many events. */
async function grownTo(store: EventStore, events: number, occurredAtMs = 0): Promise<void> {
  let known = await loadAccount(store, ann);
  while (known.revision + 1 < events) {
    const change = await changeAccount(store, ann, adjust(1), context(`adjust-${known.revision}`, occurredAtMs), known);
    known = change.account;
  }
}

/** With names of LONG characters more sources, or more leases, than a checkpoint can hold. */
const MANY = 1_200;
const LONG = 'x'.repeat(400);

/** MANY events at the end of the stream, whatever a decider says. */
async function writtenTo(store: EventStore, event: (n: number) => AccountEvent): Promise<void> {
  for (let first = 1; first <= MANY; first += 400) {
    const { revision } = (await store.readStreamBackwards(accountStream(ann), 1))[0] ?? { revision: 0 as Revision };
    const events = Array.from({ length: 400 }, (_, index) => event(first + index));
    await store.append(accountStream(ann), revision, encode(events, context(`many-${revision}`)));
  }
}

const checkpoints = async (store: EventStore): Promise<number> =>
  (await store.readStream(accountStream(ann), 0 as Revision, 100_000)).filter(
    ({ type }) => type === 'AccountCheckpointed',
  ).length;

const wholeFold = async (store: EventStore) => {
  const events = await store.readStream(accountStream(ann), 0 as Revision, 10_000);
  const changes = events.filter(({ type }) => type !== 'AccountCheckpointed');
  return fold(
    changes.map((recorded) => ({
      event: decode<AccountEvent>(recorded).event,
      placed: { revision: recorded.revision, atMs: decode(recorded).occurredAtMs },
    })),
  );
};

describe('an account stream', () => {
  it('is folded to its end', async () => {
    const store = new MemoryEventStore();
    expect(await loadAccount(store, ann)).toEqual({ status: 'missing', revision: -1 });
    await openedIn(store);
    await grownTo(store, 30);
    expect(await loadAccount(store, ann)).toMatchObject({ status: 'open', credits: 29, revision: 29 });
  });

  it('answers a refusal with the account it was decided on, and writes nothing', async () => {
    const store = new MemoryEventStore();
    const change = await changeAccount(store, ann, adjust(1), context('x'));
    expect(change).toEqual({
      ok: false,
      refusal: { code: 'account_missing' },
      account: { status: 'missing', revision: -1 },
    });
    expect(await store.head()).toBe(0);
  });

  it('decides again after a conflict, on what the other has written', async () => {
    const inner = new MemoryEventStore();
    await openedIn(inner);
    await changeAccount(inner, ann, adjust(10), context('ten'));
    let interfered = false;
    const store: EventStore = Object.assign(Object.create(inner) as EventStore, {
      readStream: inner.readStream.bind(inner),
      readStreamBackwards: inner.readStreamBackwards.bind(inner),
      async append(
        stream: string,
        expected: ExpectedRevision,
        events: readonly EventToAppend[],
      ): Promise<AppendOutcome> {
        if (!interfered) {
          interfered = true;
          await changeAccount(
            inner,
            ann,
            {
              type: 'GrantLease',
              leaseId: 'k' as LeaseId,
              tillId: 't' as TillId,
              need: quota(8),
              want: quota(8),
              tokenId: null,
              tokenVersion: 0,
            },
            context('other'),
          );
        }
        return inner.append(stream, expected, events);
      },
    });
    const grant: AccountCommand = {
      type: 'GrantLease',
      leaseId: 'l' as LeaseId,
      tillId: 't' as TillId,
      need: quota(8),
      want: quota(8),
      tokenId: null,
      tokenVersion: 0,
    };
    expect(await changeAccount(store, ann, grant, context('mine'))).toMatchObject({
      ok: false,
      refusal: { code: 'insufficient_user_quota', unspent: 10, available: 2, needed: 8 },
    });
  });

  it('gets a checkpoint now and then, from which the same account is folded as from the beginning', async () => {
    const store = new MemoryEventStore();
    await openedIn(store);
    await changeAccount(
      store,
      ann,
      { type: 'SetTokenLimit', tokenId: 5 as never, limit: quota(99), version: 1 },
      context('limit'),
    );
    await changeAccount(
      store,
      ann,
      {
        type: 'GrantLease',
        leaseId: 'l' as LeaseId,
        tillId: 't' as TillId,
        need: quota(0),
        want: quota(0),
        tokenId: null,
        tokenVersion: 0,
      },
      context('lease'),
    );
    await changeAccount(store, ann, redeem(4), context('redeem', 77));
    await grownTo(store, 2 * CHECKPOINT_EVERY_EVENTS + 20);
    const events = await store.readStream(accountStream(ann), 0 as Revision, 10_000);
    expect(events.filter(({ type }) => type === 'AccountCheckpointed')).toHaveLength(2);
    const account = await loadAccount(store, ann);
    expect(account).toEqual({ ...(await wholeFold(store)), revision: events.length - 1 });
    expect(await changeAccount(store, ann, redeem(4), context('again', 78))).toMatchObject({ ok: true, events: [] });
  });

  it('goes on however much a checkpoint would have to hold, with one that forgets its oldest sources or without any', async () => {
    const store = new MemoryEventStore();
    await openedIn(store);
    await writtenTo(store, (n) => ({
      type: 'RedemptionCredited',
      data: { amount: quota(1), codeId: codeId(n), source: `redemption-${LONG}-${n}` as SourceId, use: 1 },
    }));
    await grownTo(store, MANY + 2 * CHECKPOINT_EVERY_EVENTS);
    expect(await loadAccount(store, ann)).toMatchObject({
      credits: MANY + 2 * CHECKPOINT_EVERY_EVENTS - 2,
      forgottenUntilMs: 0,
    });
    expect(await checkpoints(store)).toBe(1);

    await writtenTo(store, (n) => ({
      type: 'LeaseGranted',
      data: { leaseId: `${LONG}-${n}` as LeaseId, tillId: 't' as TillId, tokenId: null, amount: quota(0) },
    }));
    const { revision } = await loadAccount(store, ann);
    await grownTo(store, revision + 1 + CHECKPOINT_EVERY_EVENTS);
    expect(await checkpoints(store)).toBe(1);
    expect(await loadAccount(store, ann)).toMatchObject({ revision: revision + CHECKPOINT_EVERY_EVENTS });
  });

  it('gets its checkpoint in an append of its own, which may fail', async () => {
    const inner = new MemoryEventStore();
    await openedIn(inner);
    let lost = 0;
    const store: EventStore = Object.assign(Object.create(inner) as EventStore, {
      readStream: inner.readStream.bind(inner),
      readStreamBackwards: inner.readStreamBackwards.bind(inner),
      async append(
        stream: string,
        expected: ExpectedRevision,
        events: readonly EventToAppend[],
      ): Promise<AppendOutcome> {
        if (events.some(({ type }) => type === 'AccountCheckpointed')) {
          lost += 1;
          throw new StoreUnavailable('the answer is lost');
        }
        return inner.append(stream, expected, events);
      },
    });
    await grownTo(store, CHECKPOINT_EVERY_EVENTS + 10);
    expect(lost).toBe(1);
    expect(await loadAccount(inner, ann)).toMatchObject({
      credits: CHECKPOINT_EVERY_EVENTS + 9,
      revision: CHECKPOINT_EVERY_EVENTS + 9,
    });
  });

  it('looks for a source that its checkpoint has left out in the whole stream', async () => {
    const store = new MemoryEventStore();
    await openedIn(store);
    await changeAccount(store, ann, redeem(4), context('redeem', 0));
    await changeAccount(store, ann, redeem(3), context('redeem-too', 1));
    await grownTo(store, CHECKPOINT_EVERY_EVENTS + 10, SOURCES_KEPT_MS + 1);
    expect(await loadAccount(store, ann)).toMatchObject({
      forgottenUntilMs: 1,
      sources: new Map([['redemption-3', 1]]),
    });
    expect(await changeAccount(store, ann, redeem(4), context('again', SOURCES_KEPT_MS + 2))).toMatchObject({
      ok: true,
      events: [],
      position: undefined,
    });
    expect(await changeAccount(store, ann, redeem(5), context('other', SOURCES_KEPT_MS + 2))).toMatchObject({
      ok: true,
      events: [{ type: 'RedemptionCredited' }],
    });
  });

  it('writes nothing that cannot be folded', async () => {
    const store = new MemoryEventStore();
    await openedIn(store);
    const charge = exampleCharge({ amount: quota(Number.MAX_SAFE_INTEGER) });
    const late = (request: string): Promise<unknown> =>
      changeAccount(
        store,
        ann,
        { type: 'RecordLateConsumption', charge, source: request as SourceId },
        context(request),
      );
    await late('one');
    await expect(late('two')).rejects.toThrow(RangeError);
    expect(await loadAccount(store, ann)).toMatchObject({ revision: 1 });
  });

  it('tells where the last event of a change stands', async () => {
    const store = new MemoryEventStore();
    await openedIn(store);
    expect(await changeAccount(store, ann, adjust(3), context('a'))).toMatchObject({
      ok: true,
      position: 2,
      account: { credits: 3, revision: 1 },
    });
    expect(await changeAccount(store, ann, adjust(0), context('b'))).toMatchObject({ ok: true, position: undefined });
  });
});
