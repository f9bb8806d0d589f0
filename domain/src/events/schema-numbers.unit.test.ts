import { describe, expect, it } from '@jest/globals';
import { ledgerEventSchemas } from './ledger-event.ts';
import { EVENT_SCHEMAS, LEDGER_SCHEMA, numberRead, numberWritten, type TypeSchema } from './schema-numbers.ts';

const same = (data: Readonly<Record<string, unknown>>) => data;
const STEP = { lift: same, lower: same };

describe('the schema numbers of a type', () => {
  it('may be read before they are written', () => {
    const reader: TypeSchema = { writes: [1], steps: [STEP] };
    expect(numberRead(reader)).toBe(2);
    expect([1, 2, 3].map((ledgerSchema) => numberWritten(reader, ledgerSchema))).toEqual([1, 1, 1]);
  });

  it('are written from a number of ledger_schema on', () => {
    const writer: TypeSchema = { writes: [null, 1, 2], steps: [STEP] };
    expect([1, 2, 3, 4].map((ledgerSchema) => numberWritten(writer, ledgerSchema))).toEqual([null, 1, 2, 2]);
  });
});

describe.each(Object.entries(EVENT_SCHEMAS))('%s', (type, schema) => {
  it('is a type of the ledger with numbers that only grow, none of them beyond what is read', () => {
    expect(Object.keys(ledgerEventSchemas)).toContain(type);
    const written = schema.writes.map((number) => number ?? 0);
    expect(written).toEqual([...written].sort((a, b) => a - b));
    expect(written.at(-1)).toBeGreaterThanOrEqual(1);
    expect(written.at(-1)).toBeLessThanOrEqual(numberRead(schema));
    expect(schema.writes.length).toBeLessThanOrEqual(LEDGER_SCHEMA);
  });
});
