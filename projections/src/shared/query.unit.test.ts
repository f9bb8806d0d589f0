import { describe, expect, it } from '@jest/globals';
import { assignments, byColumn, columnsOf } from './column-names.ts';
import { literally, oneOfIds, query } from './query.ts';

const native = (built: { toSQL(): { toNative(): unknown } }) => built.toSQL().toNative();

describe('a query', () => {
  it('carries values as parameters, a list of ids as one, and names columns as the row types do', () => {
    const found = query('directory.users as u')
      .select(columnsOf(['accessTokenHash'], 'u.'))
      .where({ a: 1 })
      .where(oneOfIds('u.id', [2, 3]))
      .limit(4);
    expect(native(found)).toEqual({
      sql: 'select "u"."access_token_hash" as "accessTokenHash" from "directory"."users" as "u" where "a" = $1 and "u"."id" = any($2::bigint[]) limit $3',
      bindings: [1, [2, 3], 4],
    });
  });

  it('keeps a hostile text a value', () => {
    expect(native(query.raw('x = ?', ["'; drop table users; --"]))).toEqual({
      sql: 'x = $1',
      bindings: ["'; drop table users; --"],
    });
  });

  it('refuses to run by itself', async () => {
    await expect(Promise.resolve(query('directory.users'))).rejects.toThrow('connection');
  });
});

describe('fields and columns', () => {
  it('are set only when they are given and allowed', () => {
    const given = { name: '', displayName: undefined, id: 5 } as { name: string };
    expect(assignments(['name', 'displayName'] as const, given)).toEqual({ name: '' });
    expect(assignments(['name'] as const, {})).toBeUndefined();
    expect(byColumn({ createdTime: 1, id: 2 })).toEqual({ created_time: 1, id: 2 });
  });

  it('take signs of LIKE literally', () => {
    expect(literally('50%_\\')).toBe('50\\%\\_\\\\');
  });
});
