import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { environmentSchema, SECRETS } from '../../src/server/config/environment-schema.ts';
import { withVariablesList } from './variables-list.ts';

const operations = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');

describe('the list of variables in docs/operations.md', () => {
  it('is what the schema says; otherwise run `npm run variables`', () => {
    expect(operations).toBe(withVariablesList(operations));
  });

  it('has an entry for every variable, with its meaning, its default and its file', () => {
    const section = operations.slice(operations.indexOf('<!-- variables'), operations.indexOf('<!-- end of variables'));
    const entries = new Map(
      [...section.matchAll(/^- `([A-Z_]+)`(?: \(([^)]*)\))?: ([^]*?)(?=\n- |$(?![^]))/gm)].map(
        ([, name, given, meaning]) => [name, { given, meaning: meaning?.trim().replace(/\s+/g, ' ') }],
      ),
    );
    expect([...entries.keys()]).toEqual(Object.keys(environmentSchema.shape));
    expect(entries.get('PORT')?.given).toBe('3000');
    expect(entries.get('DATA_DIR')?.given).toBe('./data');
    expect(entries.get('ROLES')?.given).toBe('all');
    expect(entries.get('KAFKA_TLS')?.given).toBe('false');
    for (const { meaning } of entries.values()) expect(meaning).not.toBe('');
    for (const name of SECRETS) expect(entries.get(name)?.meaning).toContain(`\`${name}_FILE\``);
  });

  it('needs its place', () => {
    expect(() => withVariablesList('a document without it')).toThrow('variables');
  });
});
