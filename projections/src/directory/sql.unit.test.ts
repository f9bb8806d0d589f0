import { describe, expect, it } from '@jest/globals';
import { assignments, columnsOf, compiled, every, literally, sql } from './sql.ts';

describe('a statement', () => {
  it('carries values as parameters and takes pieces in', () => {
    const condition = every([sql`a = ${1}`, undefined, sql`b = any(${[2, 3]})`]);
    expect(compiled(sql`select ${columnsOf(['accessTokenHash'], 'u.')} from t where ${condition} limit ${4}`)).toEqual({
      text: 'select u."access_token_hash" as "accessTokenHash" from t where a = $1 and b = any($2) limit $3', values: [1, [2, 3], 4],
    });
  });

  it('keeps a hostile text a value', () => {
    expect(compiled(sql`x = ${"'; drop table users; --"}`)).toEqual({ text: 'x = $1', values: ["'; drop table users; --"] });
  });

  it('sets only fields that are given and allowed', () => {
    const given = { name: '', displayName: undefined, id: 5 } as { name: string };
    expect(compiled(sql`set ${assignments(['name', 'displayName'] as const, given)}`)).toEqual({ text: 'set "name" = $1', values: [''] });
    expect(assignments(['name'] as const, {})).toBeUndefined();
  });

  it('holds when there is no condition, and takes signs of LIKE literally', () => {
    expect(compiled(every([undefined])).text).toBe('true');
    expect(literally('50%_\\')).toBe('50\\%\\_\\\\');
  });
});
