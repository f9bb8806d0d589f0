import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LEDGER_SCHEMA } from '@ledgate/domain/events/schema-numbers';
import type { PoolClient } from 'pg';
import { testMasterKey } from '../../testing/directory-keys.ts';
import type { Database } from '../../shared/database.ts';
import { DirectoryKeys } from '../keys/directory-keys.ts';
import { KeyRing, MasterKeyMissing, type SecretDamaged } from '../keys/key-ring.ts';
import { masterKeyIds } from '../keys/master-keys.ts';
import { rotateMasterKey } from '../keys/rotate.ts';
import { sealDirectory } from '../keys/seal.ts';
import { type DirectoryFixture, openDirectory } from '../testing/directory-fixture.ts';
import { withDirectoryTransaction } from '../transaction.ts';
import { anyClearOption, isSecretOption, optionSecretFacts } from './option-secrets.ts';
import { getOptions, putOption, savedOptions } from './options.ts';

const SECRETS = [
  'GitHubClientSecret',
  'LinuxDOClientSecret',
  'TelegramBotToken',
  'WeChatServerToken',
  'TurnstileSecretKey',
  'SMTPToken',
  'WorkerValidKey',
  'EpayKey',
];
const NOW_MS = Date.UTC(2026, 5, 1);

let directory: DirectoryFixture;
let pool: Database;
beforeEach(async () => {
  directory = await openDirectory();
  pool = directory.pool;
});
afterEach(() => directory.close());

const put = async (key: string, value: string, db = pool) =>
  (await withDirectoryTransaction(db, null, (tx) => putOption(tx, directory.keys, key, value), NOW_MS)).value;
const valueOf = async (key: string, keys = directory.keys) => (await getOptions(pool, keys)).get(key);
/** As a process of the release before does. */
const putBefore = (key: string, value: string) =>
  pool.query('insert into directory.options values ($1, $2) on conflict (key) do update set value = excluded.value', [
    key,
    value,
  ]);
const writes = (number: number) =>
  pool.query(
    'insert into directory.ledger_schema (number) values ($1) on conflict (single) do update set number = excluded.number',
    [number],
  );
const stored = async (): Promise<string> => {
  const { rows } = await pool.query<{ row: string }>(
    'select t::text as row from directory.options t union all select t::text from directory.option_secrets t',
  );
  return JSON.stringify(rows);
};
const factsOf = async (key: string) => (await optionSecretFacts(pool)).find((facts) => facts.key === key);

/** Ends as a crash would, just before the nth commit. */
function dyingAtCommit(nth = 1): Database {
  let left = nth;
  return new Proxy(pool, {
    get(target, name) {
      if (name !== 'connect') {
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return async () => {
        const client = await target.connect();
        const ask = client.query.bind(client) as (...asked: readonly unknown[]) => unknown;
        client.query = ((...asked: readonly unknown[]) => {
          if (asked[0] !== 'commit' || (left -= 1) !== 0) return ask(...asked);
          delete (client as Partial<PoolClient>).query;
          throw new Error('the process has died');
        }) as PoolClient['query'];
        return client;
      };
    },
  });
}

describe('options that are secrets', () => {
  it('are those of mail, payment, outside logins, the bot check and the picture proxy', () => {
    expect([...SECRETS, 'TurnstileSiteKey', 'SMTPServer', '__proto__'].filter(isSecretOption)).toEqual(SECRETS);
  });

  it.each(SECRETS)('%s stands encrypted, is read as it was set, and is taken away by an empty one', async (key) => {
    expect(await put(key, `a secret of ${key}`)).toEqual({ before: {}, after: { [key]: '(hidden)' } });
    expect(await put(key, `a secret of ${key}`)).toBeUndefined();
    expect(await valueOf(key)).toBe(`a secret of ${key}`);
    expect(await stored()).not.toContain('a secret');
    expect(await factsOf(key)).toEqual({ key, isSet: true, setTime: NOW_MS / 1_000 });
    expect(await put(key, '')).toEqual({ before: { [key]: '(hidden)' }, after: { [key]: '' } });
    expect(await valueOf(key)).toBe('');
    expect(await factsOf(key)).toEqual({ key, isSet: false, setTime: null });
    expect(await stored()).toBe('[]');
  });

  it('are bound to their rows: one that was put in another’s place is not set, which is told', async () => {
    const damaged: SecretDamaged[] = [];
    await put('SMTPToken', 'of mail');
    await put('EpayKey', 'of payments');
    await pool.query(
      "update directory.option_secrets set cipher = (select cipher from directory.option_secrets where key = 'SMTPToken') where key = 'EpayKey'",
    );
    const keys = new DirectoryKeys(directory.keys.ring, (damage) => void damaged.push(damage));
    expect([await valueOf('EpayKey', keys), await valueOf('SMTPToken', keys)]).toEqual(['', 'of mail']);
    expect(damaged[0]?.message).toContain('option EpayKey');
    await expect(savedOptions(pool, new DirectoryKeys(new KeyRing(testMasterKey(9))))).rejects.toThrow(
      MasterKeyMissing,
    );
  });

  it('are encrypted anew by a rotation, and are the same afterwards', async () => {
    for (const key of SECRETS) await put(key, `a secret of ${key}`);
    const ring = new KeyRing(`${testMasterKey(9)} ${testMasterKey()}`);
    await expect(rotateMasterKey(dyingAtCommit(2), { ring, nowMs: NOW_MS })).rejects.toThrow('has died');
    for (const key of SECRETS) expect(await valueOf(key)).toBe(`a secret of ${key}`);
    expect(await rotateMasterKey(pool, { ring, nowMs: NOW_MS })).toBe(SECRETS.length);
    expect(await masterKeyIds(pool)).toEqual([ring.newest]);
    const later = new DirectoryKeys(new KeyRing(testMasterKey(9)));
    for (const key of SECRETS) expect(await valueOf(key, later)).toBe(`a secret of ${key}`);
    expect(await rotateMasterKey(pool, { ring, nowMs: NOW_MS })).toBe(0);
  });
});

describe('options of the release before', () => {
  it('stay where its processes read and write them, as long as one may serve', async () => {
    await writes(LEDGER_SCHEMA - 1);
    await putBefore('SMTPToken', 'of before');
    expect(await valueOf('SMTPToken')).toBe('of before');
    await put('SMTPToken', 'of now');
    await put('EpayKey', 'of now');
    const { rows } = await pool.query('select key, value from directory.options order by key');
    expect(rows).toEqual([
      { key: 'EpayKey', value: 'of now' },
      { key: 'SMTPToken', value: 'of now' },
    ]);
    await putBefore('EpayKey', '');
    expect(await valueOf('EpayKey')).toBe('');
    expect([await factsOf('EpayKey'), await factsOf('SMTPToken')]).toEqual([
      { key: 'EpayKey', isSet: false, setTime: null },
      { key: 'SMTPToken', isSet: true, setTime: null },
    ]);
  });

  it('are encrypted when none is left, once, and whatever comes in clear later is too', async () => {
    for (const key of SECRETS) await putBefore(key, `a secret of ${key}`);
    await putBefore('SMTPServer', 'mail.example.com');
    expect(await sealDirectory(pool, directory.keys)).toMatchObject({ secrets: SECRETS.length });
    expect(await anyClearOption(pool)).toBe(false);
    expect(await stored()).not.toContain('a secret');
    for (const key of SECRETS) expect(await valueOf(key)).toBe(`a secret of ${key}`);
    expect(await valueOf('SMTPServer')).toBe('mail.example.com');
    await putBefore('SMTPToken', 'late');
    await putBefore('EpayKey', '');
    expect([await valueOf('SMTPToken'), await valueOf('EpayKey')]).toEqual(['late', '']);
    expect(await sealDirectory(pool, directory.keys)).toMatchObject({ secrets: 2 });
    expect([await valueOf('SMTPToken'), await valueOf('EpayKey')]).toEqual(['late', '']);
    expect(await factsOf('EpayKey')).toEqual({ key: 'EpayKey', isSet: false, setTime: null });
    expect(await stored()).not.toContain('late');
  });

  it('are encrypted wholly or not at all: the next sealing finishes one that died', async () => {
    for (const key of SECRETS) await putBefore(key, `a secret of ${key}`);
    await expect(sealDirectory(dyingAtCommit(), directory.keys)).rejects.toThrow('has died');
    expect((await pool.query('select from directory.option_secrets')).rowCount).toBe(0);
    for (const key of SECRETS) expect(await valueOf(key)).toBe(`a secret of ${key}`);
    expect(await sealDirectory(pool, directory.keys)).toMatchObject({ secrets: SECRETS.length });
    for (const key of SECRETS) expect(await valueOf(key)).toBe(`a secret of ${key}`);
  });

  it('that somebody is about to write in clear are waited for by who says that nobody is left', async () => {
    await writes(LEDGER_SCHEMA - 1);
    let raising: Promise<unknown> | undefined;
    let isRaised = false;
    await withDirectoryTransaction(pool, null, async (tx) => {
      await putOption(tx, directory.keys, 'SMTPToken', 'begun');
      raising = writes(LEDGER_SCHEMA).then(() => {
        isRaised = true;
      });
      const waiting =
        "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%into directory.ledger_schema%'";
      while ((await pool.query(waiting)).rowCount === 0);
      expect(isRaised).toBe(false);
    });
    await raising;
    expect(await sealDirectory(pool, directory.keys)).toMatchObject({ secrets: 1 });
    expect(await valueOf('SMTPToken')).toBe('begun');
  });
});
