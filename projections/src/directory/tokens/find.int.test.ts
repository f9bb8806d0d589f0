import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { testKeys } from '../../testing/directory-keys.ts';
import type { Database } from '../../shared/database.ts';
import { addToken, addUser, type DirectoryFixture, openDirectory } from '../testing/directory-fixture.ts';
import { tokensByStretches } from './find.ts';

let directory: DirectoryFixture;
beforeAll(async () => {
  directory = await openDirectory();
});
afterAll(() => directory.close());

it('tokens are read part by part, the newest first; nothing is counted, and keys are opened once for all parts', async () => {
  const { id: userId } = await addUser(directory.pool, { username: 'ann' });
  const made = [];
  for (const name of ['a', 'b', 'other', 'c']) made.push(await addToken(directory.pool, { userId, name }));
  const asked: string[] = [];
  const watched = {
    query: (request: { text: string }) => {
      asked.push(request.text);
      return directory.pool.query(request);
    },
  } as unknown as Database;
  const ids = made.map(({ id }) => id).toReversed();
  for (const [search, expected] of [
    [{ keyword: '', key: '' }, ids],
    [{ keyword: 'other', key: '' }, [made[2]?.id]],
    [{ keyword: '', key: made[1]?.key.slice(0, 20) ?? '' }, [made[1]?.id]],
  ] as const) {
    const inStretch = await tokensByStretches(watched, testKeys(directory.pool), {
      userId,
      inStatus: undefined,
      ...search,
    });
    asked.length = 0;
    const first = await inStretch({ before: undefined, limit: 2 });
    const rest = await inStretch({ before: first.at(-1)?.id, limit: 100 });
    expect([...first, ...rest].map(({ id }) => id)).toEqual(expected);
    expect(asked).toHaveLength(2);
    expect(asked.join()).not.toContain('count(');
  }
});
