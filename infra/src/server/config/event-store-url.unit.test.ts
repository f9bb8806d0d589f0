import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { readEnvironment } from './config.ts';

const refusalOf = (variables: NodeJS.ProcessEnv): unknown => {
  try {
    return readEnvironment(variables);
  } catch (error) {
    return error;
  }
};

describe('EVENTSTORE_URL', () => {
  it.each([
    'esdb://127.0.0.1:2113',
    'esdb://10.0.0.1',
    'esdb://10.0.0.1:2113?tls=true',
    'esdb+discover://10.0.0.1:2113?nodePreference=leader',
    'esdb://a:2113,10.0.0.1:2113',
    'esdb://ledgate:secret@10.0.0.1:2113/',
    'esdb://10.0.0.1?tls=false&TLS=true',
    'esdb://[::1]:2113',
  ])('must not ask for TLS to an IP address: %s', (url) => {
    const refused = refusalOf({ EVENTSTORE_URL: url });
    expect(refused).toBeInstanceOf(StartRefused);
    expect(String(refused)).toMatch(/EVENTSTORE_URL.*host name, not by an IP address/);
    expect(String(refused)).not.toContain('secret');
  });

  it.each([
    'esdb://eventstore:2113',
    'esdb://localhost:2113?tls=true',
    'esdb://127.0.0.1:2113?tls=false',
    'esdb://10.0.0.1?maxDiscoverAttempts=3&Tls=false',
    'esdb://u:p@a.test,b.test:1/',
    'esdb+discover://eventstore.databases.svc.cluster.local:2113?tls=true',
    'esdb://10.example.test',
    'esdb://10.0.0.1:secret@a.test:2113',
  ])('may be %s', (url) => {
    expect(readEnvironment({ EVENTSTORE_URL: url }).EVENTSTORE_URL).toBe(url);
  });

  it('is looked at in its file as well', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'config-')), 'url');
    writeFileSync(path, 'esdb://10.0.0.1:2113\n');
    expect(refusalOf({ EVENTSTORE_URL_FILE: path })).toBeInstanceOf(StartRefused);
  });
});
