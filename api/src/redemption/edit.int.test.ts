import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Faults } from '@ledgate/domain/ports/faults';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { redemptionStream } from '@ledgate/domain/redemption/events';
import { changeRedemption, loadRedemption } from '@ledgate/domain/redemption/redemption-stream';
import type { CodeId, UserId } from '@ledgate/domain/shared/ids';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { drainAudit } from '@ledgate/projections/directory/audit/drain-audit';
import { drainOutbox } from '@ledgate/projections/directory/outbox/drain';
import type { AuditRecord } from '../contract/audit.ts';
import type { Code } from '../contract/redemption.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';

/** A ledger whose next appends of an edit a test may precede. */
class WatchedStore extends MemoryEventStore {
  before: () => Promise<unknown> = () => Promise.resolve();

  override async append(...batch: Parameters<EventStore['append']>): ReturnType<EventStore['append']> {
    if (batch[2].some(({ type }) => type === 'CodeEdited')) await this.before();
    return super.append(...batch);
  }
}

const store = new WatchedStore(() => Date.now());
let hit: Faults['hit'] = () => undefined;
let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld({ store, faults: { hit: (point) => hit(point) } });
});
afterAll(() => world.close());
afterEach(() => {
  store.before = () => Promise.resolve();
  hit = () => undefined;
});

const actorId = 1 as UserId;
const context = { commandId: 'beside', correlationId: 'beside', occurredAtMs: Date.now(), actor: 'user-1' };

async function code(): Promise<number> {
  await world.codes(100);
  return (await world.root.done<{ items: Code[] }>('GET', '/api/redemption/')).items[0]?.id ?? 0;
}
const edit = (id: number, name: string, quota: number) =>
  world.root.call('PUT', '/api/redemption/', { id, name, quota });
/** What both say of it: the directory, and the ledger. */
async function known(id: number): Promise<readonly unknown[]> {
  const { rows } = await world.db.query<{ name: string }>('select name from directory.codes where id = $1', [id]);
  const { state } = await loadRedemption(store, id as CodeId);
  return [rows[0]?.name, state.status === 'missing' ? undefined : state.amount];
}
async function recorded(id: number): Promise<readonly unknown[][]> {
  await drainAudit(store, world.db);
  const list = `/api/audit/?page_size=100&target_type=redemption&target_id=${id}`;
  const { items } = await world.root.done<{ items: AuditRecord[] }>('GET', list);
  return items
    .filter(({ action }) => action !== 'redemption.create')
    .map(({ action, before, after, actor_name: actor, address }) => [action, before, after, actor, address !== '']);
}
const RENAMED: unknown[] = ['redemption.rename', { name: 'gift' }, { name: 'prize' }, 'root', true];
const addresses = async (): Promise<number> =>
  Number((await world.db.query<{ n: string }>('select count(*) as n from directory.audit_addresses')).rows[0]?.n);
const drained = () =>
  drainOutbox({
    store,
    db: world.db,
    recall: async () => true,
    ageMs: 0,
    onParked: ({ reason }) => {
      throw new Error(reason);
    },
    onError: (error) => {
      throw error;
    },
  });

describe('an edit of a code', () => {
  it('changes amount and name, a record each', async () => {
    const id = await code();
    expect((await edit(id, 'prize', 250)).json).toMatchObject({ success: true, data: { name: 'prize', quota: 250 } });
    expect(await known(id)).toEqual(['prize', 250]);
    expect(await recorded(id)).toEqual([RENAMED, ['redemption.edit', { quota: 100 }, { quota: 250 }, 'root', true]]);
  });

  it('that is cut off between the two is finished by who brings to the ledger what it is owed, or by the next edit', async () => {
    for (const finish of [drained, async (id: number) => edit(id, 'prize', 250)]) {
      const id = await code();
      hit = (point) => {
        if (point === 'before_OutboxRowRemoved') throw new Error('the process ends here');
      };
      await edit(id, 'prize', 250).catch(() => undefined);
      expect(await known(id)).toEqual(['gift', 250]);
      hit = () => undefined;
      await finish(id);
      expect(await known(id)).toEqual(['prize', 250]);
      expect((await recorded(id))[0]).toEqual(RENAMED);
      expect(await recorded(id)).toHaveLength(2);
    }
  });

  it('that another change of the code comes before is looked at anew', async () => {
    const id = await code();
    store.before = async () => {
      store.before = () => Promise.resolve();
      await changeRedemption(store, id as CodeId, { type: 'DisableCode', actorId }, context);
    };
    expect((await edit(id, 'prize', 250)).json).toMatchObject({ success: true });
    expect(await known(id)).toEqual(['prize', 250]);
    expect((await recorded(id)).filter(([action]) => action === 'redemption.rename')).toEqual([RENAMED]);
  });

  it('that is refused at the last moment has changed nothing, neither amount nor name, and is owed no more', async () => {
    const id = await code();
    store.before = () =>
      changeRedemption(
        store,
        id as CodeId,
        { type: 'RedeemCode', accountId: actorId, nowMs: Date.now() },
        { ...context, commandId: `redeem-${id}` },
      );
    expect((await edit(id, 'prize', 250)).json).toMatchObject({ success: false });
    expect(await known(id)).toEqual(['gift', 100]);
    expect(await recorded(id)).toEqual([]);
    const { rows } = await world.db.query('select id from directory.outbox where stream = $1', [redemptionStream(id)]);
    expect(rows).toEqual([]);
  });
});

describe('from where a call came', () => {
  it('is noted of a change alone, not of what is refused or is so already', async () => {
    const [id, used] = [await code(), await code()];
    await changeRedemption(
      store,
      used as CodeId,
      { type: 'WithdrawCode', actorId },
      { ...context, commandId: `withdraw-${used}` },
    );
    const before = await addresses();
    for (const [path, body] of [
      ['/api/redemption/', { id: used, name: 'prize', quota: 5 }],
      ['/api/redemption/', { id, name: 'gift', quota: 0 }],
      ['/api/redemption/', { id, name: 'gift', quota: 100 }],
      ['/api/redemption/?status_only=true', { id, status: 1 }],
      ['/api/redemption/?status_only=true', { id: used, status: 2 }],
      ['/api/option/', { key: 'ModelPrice', value: 'no JSON' }],
      ['/api/pricebook', { changes: { modelPrice: { x: '-1' } }, reason: 'none' }],
    ] as const)
      await world.root.call('PUT', path, body);
    await world.root.call('POST', '/api/user/pay/query', { trade_no: 'USR1NOnone' });
    await world.root.call('DELETE', '/api/log/?target_timestamp=4000000000');
    expect(await addresses()).toBe(before);
    await world.root.done('PUT', '/api/redemption/?status_only=true', { id, status: 2 });
    expect(await addresses()).toBe(before + 1);
  });
});
