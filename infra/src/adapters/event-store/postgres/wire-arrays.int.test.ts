import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { int4Array, int8Array, textArray, uuidArray } from './wire-arrays.ts';

describe("arrays in Postgres' binary form", () => {
  let client: Client;
  beforeAll(async () => {
    client = new Client({ connectionString: process.env['TEST_DATABASE_URL'] });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
  });

  const texts = ['', 'plain', '{"quote":"\\"","comma":","}', 'NULL', 'žluťoučký 漢字 🦄', '\u0001\n'];
  const int8s = [
    0,
    -1,
    1,
    2 ** 32,
    -(2 ** 32),
    2 ** 31,
    -(2 ** 31) - 1,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
  ];
  const int4s = [0, -1, 500, 2 ** 31 - 1];
  const uuids = ['00000000-0000-0000-0000-000000000000', '0123abcd-89ef-4f5e-9d0b-3a8f4f6dffff'];

  it.each<[string, string, Buffer, string[]]>([
    ['texts', 'text', textArray(texts), texts],
    ['64-bit integers', 'bigint', int8Array(int8s), int8s.map(String)],
    ['32-bit integers', 'integer', int4Array(int4s), int4s.map(String)],
    ['ids', 'uuid', uuidArray(uuids), uuids],
    ['nothing', 'text', textArray([]), []],
  ])('carry %s', async (_, type, array, expected) => {
    const { rows } = await client.query<{ element: string }>(
      `SELECT element::text AS element FROM unnest($1::${type}[]) WITH ORDINALITY u (element, n) ORDER BY n`,
      [array],
    );
    expect(rows.map(({ element }) => element)).toEqual(expected);
  });
});
