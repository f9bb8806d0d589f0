import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { environmentSchema, SECRETS } from './environment-schema.ts';
import { withVariablesTable } from './variables-table.ts';

const operations = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');

describe('the table of variables in docs/operations.md', () => {
  it('is what the schema says; otherwise run `npm run variables`', () => {
    expect(operations).toBe(withVariablesTable(operations));
  });

  it('has a row for every variable, with its meaning, its default and its file', () => {
    const rows = new Map(
      [...operations.matchAll(/^\| `([A-Z_]+)` \|(.*)\|(.*)\|$/gm)].map(([, name, given, meaning]) => [
        name,
        { given: given?.trim(), meaning: meaning?.trim() },
      ]),
    );
    expect([...rows.keys()]).toEqual(Object.keys(environmentSchema.shape));
    expect(rows.get('PORT')?.given).toBe('3000');
    expect(rows.get('DATA_DIR')?.given).toBe('./data');
    expect(rows.get('ROLES')?.given).toBe('all');
    expect(rows.get('KAFKA_TLS')?.given).toBe('false');
    for (const { meaning } of rows.values()) expect(meaning).not.toBe('');
    for (const name of SECRETS) expect(rows.get(name)?.meaning).toContain(`\`${name}_FILE\``);
  });

  it('needs its place', () => {
    expect(() => withVariablesTable('a document without it')).toThrow('variables');
  });
});
