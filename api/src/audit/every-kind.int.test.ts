import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AUDIT_ACTIONS, type AuditAction } from '@ledgate/domain/catalogue/audit';
import { CHANNEL_STATUS, TOKEN_STATUS } from '@ledgate/domain/catalogue/statuses';
import { silentLog } from '@ledgate/domain/ports/log';
import { drainAudit } from '@ledgate/projections/directory/audit/drain-audit';
import { enableAgain, noteSpent } from '@ledgate/projections/directory/channels/spent';
import { beginChannelRun } from '@ledgate/projections/directory/channel-runs/channel-runs';
import { changeEndUserKey } from '@ledgate/projections/directory/end-users/end-user-key';
import { KeyRing } from '@ledgate/projections/directory/keys/key-ring';
import { rotateMasterKey } from '@ledgate/projections/directory/keys/rotate';
import { Marks } from '@ledgate/projections/directory/relay-view/marks';
import { withDirectoryTransaction } from '@ledgate/projections/directory/transaction';
import { startClosingWorker } from '@ledgate/projections/testing/closing-worker';
import { sealForTest, testKeys, testMasterKey } from '@ledgate/projections/testing/directory-keys';
import type { AuditRecord } from '../contract/audit.ts';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';
import { epaySign } from '../topup/epay.ts';

const PID = '1001';
const KEY = 'the key of the merchant';

let world: ConsoleWorld;
let root: ConsoleClient;
let paidMoney = '';
let stopWorker: () => Promise<void>;
const folder = mkdtempSync(join(tmpdir(), 'every-kind-'));
const errors: object[] = [];
beforeAll(async () => {
  world = await openConsoleWorld({
    log: { ...silentLog, error: (facts: object) => void errors.push(facts) },
    settings: {
      version: 'test',
      startedAtMs: Date.now(),
      mailCodeSeconds: 600,
      channelTestPauseMs: 0,
      exportDir: folder,
      outside: { github: '', githubApi: '', linuxdo: '', turnstile: '' },
    },
    askUpstream: async ({ url }) => ({
      status: 200,
      text: JSON.stringify({
        code: 1,
        status: 1,
        money: paidMoney,
        pid: PID,
        trade_no: 'P1',
        out_trade_no: new URL(url).searchParams.get('out_trade_no'),
        type: 'alipay',
      }),
    }),
  });
  await sealForTest(world.db);
  ({ root } = world);
  stopWorker = await startClosingWorker({ ...world, readModels: world.runner, folder });
  for (const [key, value] of Object.entries({
    ServerAddress: 'https://gate.example.com',
    PayAddress: 'https://pay.example.com',
    EpayId: PID,
    EpayKey: KEY,
    AutomaticEnableChannelEnabled: 'true',
  }))
    await root.done('PUT', '/api/option/', { key, value });
});
afterAll(async () => {
  await stopWorker();
  await world.close();
  rmSync(folder, { recursive: true });
});

let names = 0;
const newName = (): string => `kind-${(names += 1)}`;

const person = async (): Promise<ConsoleClient & { readonly id: number }> => {
  const client = await world.person(newName());
  return Object.assign(client, { id: client.userId ?? 0 });
};
async function channel(fields: object = {}): Promise<number> {
  const name = newName();
  await root.done('POST', '/api/channel/', { type: 1, name, key: 'sk-x', models: 'm', group: 'default', ...fields });
  return (
    (await root.done<{ id: number; name: string }[]>('GET', '/api/channel/')).find((one) => one.name === name)?.id ?? 0
  );
}
async function code(): Promise<number> {
  await world.codes(100);
  return (await root.done<{ items: { id: number }[] }>('GET', '/api/redemption/')).items[0]?.id ?? 0;
}
async function order(payer: ConsoleClient): Promise<Readonly<Record<string, string>>> {
  const body = { amount: 10, top_up_code: '', payment_method: 'zfb' };
  return (await payer.call('POST', '/api/user/pay', body)).json.data as Readonly<Record<string, string>>;
}
const inDirectory = (work: Parameters<typeof withDirectoryTransaction>[2]): Promise<unknown> =>
  withDirectoryTransaction(world.db, null, work);

/** The one that was reopened is closed again first, as it was. */
async function nextPeriod(): Promise<{ readonly start: number; readonly end: number }> {
  const { items } = await root.done<{ items: { start: number; end: number; status: string }[] }>(
    'GET',
    '/api/finance/periods/',
  );
  const [last] = items;
  if (last?.status === 'reopened') return last;
  const nowS = Math.floor(Date.now() / 1_000);
  const start = last?.end ?? 0;
  return { start, end: start === 0 ? nowS - 100 : start + 1 };
}

type Act = () => Promise<unknown>;
const put =
  (path: string, body: object): Act =>
  () =>
    root.done('PUT', path, body);
const post =
  (path: string, body: object): Act =>
  () =>
    root.done('POST', path, body);
const managed = (action: string, before?: string) => async (): Promise<Act> => {
  const { id } = await person();
  if (before !== undefined) await root.done('POST', '/api/user/manage', { id, action: before });
  return post('/api/user/manage', { id, action });
};

/** Of each kind of act: makes ready what it is done to, and answers the act. */
const CASES: Readonly<Record<AuditAction, () => Promise<Act>>> = {
  'user.create': async () => post('/api/user/', { username: newName(), password: 'a long secret', display_name: '' }),
  'user.edit': async () => {
    const { id } = await person();
    const user = await root.done<object>('GET', `/api/user/${id}`);
    return put('/api/user/', { ...user, display_name: 'Other', password: 'another secret' });
  },
  'user.permissions': async () => put('/api/user/permissions', { id: (await person()).id, permissions: ['finance'] }),
  'user.promote': managed('promote'),
  'user.demote': managed('demote', 'promote'),
  'user.disable': managed('disable'),
  'user.enable': managed('enable', 'disable'),
  'user.adjust': async () => post('/api/user/adjust', { id: (await person()).id, delta: 5, reason: 'goodwill' }),
  'user.unbind': async () => {
    const { id } = await person();
    await world.db.query("update directory.users set wechat_id = 'wx' where id = $1", [id]);
    return () => root.done('DELETE', `/api/user/${id}/binding/wechat`);
  },
  'user.end_sessions': async () => {
    const { id } = await person();
    return () => root.done('DELETE', `/api/user/${id}/sessions`);
  },
  'user.close': async () => {
    const { id } = await person();
    return () => root.done('DELETE', `/api/user/${id}`);
  },
  'channel.create': async () =>
    post('/api/channel/', { type: 1, name: newName(), key: 'sk-y', models: 'm', group: 'default' }),
  'channel.edit': async () => put('/api/channel/', { id: await channel(), priority: 17, key: 'sk-other' }),
  'channel.tag': async () => post('/api/channel/batch/tag', { ids: [await channel()], tag: newName() }),
  'channel.disable': async () => {
    const id = await channel();
    const finding = { actorId: null, process: 'relay', requestId: '', reason: 'HTTP 401' } as const;
    return () => inDirectory((tx) => noteSpent(tx, testKeys(world.db), id, undefined, finding));
  },
  'channel.enable': async () => {
    const id = await channel();
    await world.db.query('update directory.channels set status = $2 where id = $1', [id, CHANNEL_STATUS.autoDisabled]);
    const finding = { actorId: null, process: 'api', requestId: '', reason: 'the test passed' } as const;
    return () => inDirectory((tx) => enableAgain(tx, id, finding));
  },
  'channel.key_disable': async () => {
    const id = await channel({ key: 'sk-1\nsk-2', multi_key: true });
    const [number] = await keyNumbers(id);
    const finding = { actorId: null, process: 'relay', requestId: '', reason: 'HTTP 401' } as const;
    return () => inDirectory((tx) => noteSpent(tx, testKeys(world.db), id, number, finding));
  },
  'channel.key_enable': async () => {
    const id = await channel({ key: 'sk-1\nsk-2', multi_key: true });
    const [number] = await keyNumbers(id);
    const finding = { actorId: null, process: 'relay', requestId: '', reason: 'HTTP 401' } as const;
    await inDirectory((tx) => noteSpent(tx, testKeys(world.db), id, number, finding));
    return post('/api/channel/key/enabled', { id, number });
  },
  'channel.delete': async () => {
    const id = await channel();
    return () => root.done('DELETE', `/api/channel/${id}/`);
  },
  'channel.run_start': async () => () => root.done('GET', '/api/channel/update_balance'),
  'channel.run_stop': async () => {
    await beginChannelRun(world.db, { kind: 'tests', holder: 'other', total: 1, askedBy: 1 });
    return post('/api/channel/runs/stop', { kind: 'tests' });
  },
  'token.mark': async () => {
    const client = await person();
    await client.done('POST', '/api/token/', { name: 'a', remain_quota: 5, unlimited_quota: false, expired_time: -1 });
    const [token] = await client.done<{ id: number }[]>('GET', '/api/token/');
    return async () => {
      const failed: unknown[] = [];
      const marks = new Marks(world.db, testKeys(world.db), (error) => void failed.push(error));
      marks.token(token?.id ?? 0, TOKEN_STATUS.exhausted, undefined);
      await marks.drained();
      if (failed.length > 0) throw failed[0];
    };
  },
  'redemption.create': async () => post('/api/redemption/', { name: newName(), quota: 7, count: 1 }),
  'redemption.edit': async () => put('/api/redemption/', { id: await code(), name: 'gift', quota: 200 }),
  'redemption.rename': async () => put('/api/redemption/', { id: await code(), name: newName(), quota: 100 }),
  'redemption.disable': async () => put('/api/redemption/?status_only=true', { id: await code(), status: 2 }),
  'redemption.enable': async () => {
    const id = await code();
    await root.done('PUT', '/api/redemption/?status_only=true', { id, status: 2 });
    return put('/api/redemption/?status_only=true', { id, status: 1 });
  },
  'redemption.delete': async () => {
    const id = await code();
    return () => root.done('DELETE', `/api/redemption/${id}/`);
  },
  'option.set': async () => put('/api/option/', { key: 'TopUpLink', value: `https://example.com/${newName()}` }),
  'end_user_key.change': async () => () => changeEndUserKey(world.db, testKeys(world.db).ring, Date.now()),
  'pricebook.put': async () =>
    put('/api/pricebook', { changes: { modelPrice: { [newName()]: '0.01' } }, reason: 'a new model' }),
  'pricebook.difference': async () => {
    await root.done('PUT', '/api/pricebook', {
      changes: { prices: { 'gpt-5': { input: '0.5', output: '4' } } },
      reason: 'cheaper',
    });
    return put('/api/pricebook/differences', { model: 'gpt-5', refused: true });
  },
  'topup.credit': async () => {
    const made = await order(await person());
    return () => {
      paidMoney = made['money'] ?? '';
      return root.done('POST', '/api/user/pay/query', { trade_no: made['out_trade_no'] });
    };
  },
  'topup.settle': async () => {
    const number = newName();
    const fields = {
      pid: PID,
      trade_no: `P-${number}`,
      out_trade_no: number,
      type: 'alipay',
      name: 'x',
      money: '1.00',
      trade_status: 'TRADE_SUCCESS',
    };
    const signed = new URLSearchParams({ ...fields, sign: epaySign(fields, KEY), sign_type: 'MD5' });
    await fetch(`${world.url}/api/user/epay/notify?${signed.toString()}`);
    return post(`/api/user/topups/${number}/settled`, { reason: 'paid back by hand' });
  },
  'finance.export': async () => post('/api/finance/exports', { layout: 'charges', format: 'csv' }),
  'finance.export_delete': async () => {
    const { id } = await root.done<{ id: number }>('POST', '/api/finance/exports', {
      layout: 'charges',
      format: 'csv',
    });
    return () => root.done('DELETE', `/api/finance/exports/${id}`);
  },
  'finance.seal': async () => post('/api/ledger/seal', { reason: 'for the auditor' }),
  'finance.close': async () => post('/api/finance/periods', await nextPeriod()),
  'finance.reopen': async () => {
    const { id } = await root.done<{ id: number }>('POST', '/api/finance/periods', await nextPeriod());
    return post(`/api/finance/periods/${id}/reopen`, { reason: 'a bill came late' });
  },
  'finance.bundle': async () => {
    const { items } = await root.done<{ items: { id: number }[] }>('GET', '/api/finance/periods/');
    return async () => {
      const { status } = await root.call('GET', `/api/finance/periods/${items[0]?.id}/file`);
      if (status !== 200) throw new Error(`answered ${status}`);
    };
  },
  'log.clean': async () => {
    const beforeS = 1_000_000_000 + names;
    return () => root.done('DELETE', `/api/log/?target_timestamp=${beforeS}`);
  },
  // The last: this process does not know the new key.
  'master_key.rotate': async () => {
    const ring = new KeyRing(`${testMasterKey(8)},${testMasterKey()}`);
    return () => rotateMasterKey(world.db, { ring, nowMs: Date.now() });
  },
};

const keyNumbers = async (id: number): Promise<readonly number[]> =>
  (
    await world.db.query<{ number: string }>(
      'select number from directory.channel_keys where channel_id = $1 order by 1',
      [id],
    )
  ).rows.map(({ number }) => Number(number));

/** What calls note of themselves, and processes of theirs. */
const PASSING = new Set([
  'sessions',
  'session_shown',
  'tills',
  'leaderships',
  'top_up_asks',
  'audit_outbox',
  'audit_addresses',
  'seal_tree',
  'seal_tiles',
]);

/** Everything that the directory holds, and where the ledger ends. */
async function state(): Promise<string> {
  const tables = await world.db.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'directory' order by 1",
  );
  const { rows: sessions } = await world.db.query('select id, user_id from directory.sessions order by id');
  const texts = [String(await world.store.head()), JSON.stringify(sessions)];
  for (const { name } of tables.rows.filter((table) => !PASSING.has(table.name))) {
    const { rows } = await world.db.query<{ row: string }>(`select t::text as row from directory.${name} t order by 1`);
    texts.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return texts.join('\n');
}

type Table = 'audit_outbox' | 'audit_addresses';

/** What is an event, and so its own record: nothing is written beside it but from where the call came. */
const BY_EVENT: ReadonlySet<AuditAction> = new Set([
  'user.adjust',
  'redemption.edit',
  'redemption.disable',
  'redemption.enable',
  'redemption.delete',
  'pricebook.put',
  'topup.credit',
  'finance.close',
  'finance.reopen',
  'log.clean',
]);
/** It takes something out, and changes nothing. */
const TAKES: AuditAction = 'finance.bundle';
/** What a process does by itself comes from nowhere. */
const BY_PROCESS: ReadonlySet<AuditAction> = new Set([
  'channel.disable',
  'channel.enable',
  'channel.key_disable',
  'token.mark',
  'end_user_key.change',
  'master_key.rotate',
]);
const tablesOf = (action: AuditAction): readonly Table[] => [
  ...(BY_EVENT.has(action) ? [] : ['audit_outbox' as const]),
  ...(BY_PROCESS.has(action) ? [] : ['audit_addresses' as const]),
];

async function without<Value>(table: Table, work: () => Promise<Value>): Promise<Value> {
  await world.db.query(`
    create function directory.no_audit() returns trigger language plpgsql as $$ begin raise exception 'no audit today'; end $$`);
  await world.db.query(
    `create trigger no_audit before insert on directory.${table} for each row execute function directory.no_audit()`,
  );
  try {
    return await work();
  } finally {
    await world.db.query('drop function directory.no_audit() cascade');
  }
}

const list = async (filter = ''): Promise<{ readonly items: readonly AuditRecord[]; readonly total: number }> => {
  await drainAudit(world.store, world.db);
  return root.done('GET', `/api/audit/?page_size=100&${filter}`);
};

/** Targets are called as they are now, also in older records. */
const asRecorded = ({ target_name: _name, ...record }: AuditRecord): Omit<AuditRecord, 'target_name'> => record;

describe('an act of administration', () => {
  it('of every kind is tried here', () => {
    expect(Object.keys(CASES)).toEqual([...AUDIT_ACTIONS]);
  });

  it.each(AUDIT_ACTIONS)('is not made without its record, and made has one: %s', async (action) => {
    const act = await CASES[action]();
    const known = await list();
    const before = await state();
    for (const table of tablesOf(action))
      await without(table, async () => {
        await expect(act()).rejects.toThrow();
        expect([table, await state()]).toEqual([table, before]);
      });
    await act();
    if (action !== TAKES) expect(await state()).not.toBe(before);
    const { items, total } = await list();
    const [made] = items;
    expect([total, items.slice(1).map(asRecorded)]).toEqual([
      known.total + 1,
      known.items.slice(0, items.length - 1).map(asRecorded),
    ]);
    expect(made).toMatchObject({
      action,
      actor_name: expect.stringMatching(/\S/),
      target_id: expect.stringMatching(/\S/),
    });
    expect(Object.keys({ ...made?.before, ...made?.after })).not.toEqual([]);
    // Who called is known; what a process does by itself comes from nowhere.
    expect(made?.address === '').toBe(made?.actor_id === 0);
  });
});
