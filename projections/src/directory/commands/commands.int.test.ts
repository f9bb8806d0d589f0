import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { UserId } from '@ledgate/domain/shared/ids';
import pg from 'pg';
import { testMasterKey } from '../../testing/directory-keys.ts';
import { KeyRing, newMasterKey } from '../keys/key-ring.ts';
import { MADE_COMMANDS_KEPT_S, MADE_COMMANDS_SWEPT_ROWS } from '../limits.ts';
import { type DirectoryFixture, eventually, openDirectory } from '../testing/directory-fixture.ts';
import { withDirectoryTransaction } from '../transaction.ts';
import { askedCommand, CommandIdReused, noteCommand } from './commands.ts';
import { madeBefore, makeOnce, sweepMadeCommands } from './made-commands.ts';

let directory: DirectoryFixture;
beforeAll(async () => {
  directory = await openDirectory();
});
afterAll(() => directory.close());

const FIRST_MS = 1_760_000_000_000;
const WAITING = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
const DAY_MS = 24 * 3_600_000;
const noted = async (delta: number, nowMs: number) => {
  const command = askedCommand('7c0de1d2-54f5-4a53-8a9b-0c1d2e3f4a5b', ['adjust', 1, delta]);
  return (await withDirectoryTransaction(directory.pool, null, (tx) => noteCommand(tx, command), nowMs)).value;
};

it('a command that comes again is as old as the first time that it was asked for', async () => {
  expect(await noted(5, FIRST_MS)).toEqual({ isFirst: true, notedMs: FIRST_MS });
  expect(await noted(5, FIRST_MS + 40 * DAY_MS)).toEqual({ isFirst: false, notedMs: FIRST_MS });
  await expect(noted(6, FIRST_MS)).rejects.toThrow(CommandIdReused);
});

const command = { userId: 1 as UserId, id: '7c0de1d2-54f5-4a53-8a9b-0c1d2e3f4a5b', content: 'a key and a password' };
const [earlier, later] = [testMasterKey(), newMasterKey()];
const make = async (ring: KeyRing, made: readonly number[], nowMs = FIRST_MS) =>
  (await withDirectoryTransaction(directory.pool, null, (tx) => makeOnce(tx, ring, command, async () => made), nowMs))
    .value;

it('what was made before is known after a change of the master key, and cannot be compared without the earlier one', async () => {
  expect(await make(new KeyRing(earlier), [7, 3])).toEqual({ ids: [7, 3], isFirst: true });
  expect(await make(new KeyRing(`${later},${earlier}`), [8])).toEqual({ ids: [7, 3], isFirst: false });
  await expect(madeBefore(directory.pool, new KeyRing(later), command, FIRST_MS)).rejects.toThrow(CommandIdReused);
});

it('what was made is forgotten after a day, and swept, however much it is', async () => {
  const kept = async () => (await directory.pool.query('select from directory.made_commands')).rowCount;
  await directory.pool.query(
    `insert into directory.made_commands (user_id, command_id, master_key, content_hash, made_time)
     select 2, n, '', '', $2::bigint from generate_series(1, $1::int) as n`,
    [2 * MADE_COMMANDS_SWEPT_ROWS + 100, FIRST_MS / 1_000 - 1],
  );
  const overS = FIRST_MS / 1_000 + MADE_COMMANDS_KEPT_S;
  expect(await madeBefore(directory.pool, new KeyRing(earlier), command, overS * 1_000)).toEqual([7, 3]);
  expect(await sweepMadeCommands(directory.pool, overS)).toBe(2 * MADE_COMMANDS_SWEPT_ROWS + 100);
  expect(await kept()).toBe(1);
  expect(await madeBefore(directory.pool, new KeyRing(earlier), command, (overS + 1) * 1_000)).toBeUndefined();
  expect(await make(new KeyRing(later), [9], (overS + 1) * 1_000)).toEqual({ ids: [9], isFirst: true });
  expect(await sweepMadeCommands(directory.pool, overS + 1)).toBe(0);
});

it('of two processes in one moment the second waits for the first, and makes it where the first fails', async () => {
  const other = new pg.Pool({ ...directory.pool.options, max: 1 });
  const ring = new KeyRing(later);
  try {
    for (const fails of [false, true]) {
      const asked = { ...command, id: `00000000-0000-4000-8000-00000000000${fails ? 1 : 2}` };
      const order: string[] = [];
      let end = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        end = resolve;
      });
      const once = (pool: pg.Pool, name: string, made: () => Promise<readonly number[]>) =>
        withDirectoryTransaction(pool, null, (tx) => makeOnce(tx, ring, asked, made)).then(({ value }) => {
          order.push(name);
          return value;
        });
      let begun = (): void => undefined;
      const isBegun = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const first = once(directory.pool, 'first', async () => {
        begun();
        await held;
        if (fails) throw new Error('not made');
        return [1];
      }).catch((error: Error) => error.message);
      await isBegun;
      const second = once(other, 'second', async () => [2]);
      await eventually(async () => (await directory.pool.query(WAITING)).rowCount === 1, 'the second waits');
      end();
      expect([await first, await second, order]).toEqual(
        fails
          ? ['not made', { ids: [2], isFirst: true }, ['second']]
          : [{ ids: [1], isFirst: true }, { ids: [1], isFirst: false }, ['first', 'second']],
      );
    }
  } finally {
    await other.end();
  }
});
