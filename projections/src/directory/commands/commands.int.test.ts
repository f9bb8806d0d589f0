import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type DirectoryFixture, openDirectory } from '../testing/directory-fixture.ts';
import { withDirectoryTransaction } from '../transaction.ts';
import { askedCommand, CommandIdReused, noteCommand } from './commands.ts';

let directory: DirectoryFixture;
beforeAll(async () => {
  directory = await openDirectory();
});
afterAll(() => directory.close());

const FIRST_MS = 1_760_000_000_000;
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
