import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { environmentSchema, readEnvironment } from './config.ts';

describe('readEnvironment', () => {
  it('has a default for everything', () => {
    const { PORT, HOST, BODY_BYTES_MAX, DATABASE_URL } = readEnvironment({});
    expect({ PORT, HOST, BODY_BYTES_MAX, DATABASE_URL }).toEqual({ PORT: 3000, HOST: '0.0.0.0', BODY_BYTES_MAX: 33_554_432, DATABASE_URL: undefined });
  });

  it('treats an empty variable as one that is not set', () => {
    expect(readEnvironment({ PORT: '' }).PORT).toBe(3000);
  });

  it.each([
    ['PORT', '70000'], ['PORT', 'http'], ['LOG_LEVEL', 'loud'], ['DATABASE_URL', 'mysql://x'], ['GLOBAL_API_RATE_LIMIT', 'many'], ['ROLES', 'api,relay'], ['TRUSTED_PROXIES', 'foo'], ['TRUSTED_PROXIES', '10.0.0.0/64'],
  ])('names %s when it is %s', (name, value) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(name);
  });

  it('takes addresses, networks and their names as proxies', () => {
    expect(readEnvironment({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8,loopback' }).TRUSTED_PROXIES).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8', 'loopback']);
  });

  it('reads a secret from the file that NAME_FILE names', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'config-')), 'url');
    writeFileSync(path, 'postgres://localhost/ledgate\n');
    expect(readEnvironment({ DATABASE_URL_FILE: path }).DATABASE_URL).toBe('postgres://localhost/ledgate');
  });

  it('says which file a secret could not be read from', () => {
    expect(() => readEnvironment({ DATABASE_URL_FILE: '/nowhere/at/all' })).toThrow('/nowhere/at/all');
  });
});

describe('docs/operations.md', () => {
  const table = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');

  it('has a row for every variable, and for no other', () => {
    const documented = [...table.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
    expect(documented).toEqual(Object.keys(environmentSchema.shape));
  });
});
