import { spawnSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenLedgerKey } from '../../src/process/main/ledger-key.ts';
import { composeFile, DEPLOY, treeIn, valueIn } from './deployment-files.ts';

const hasOpenssl = spawnSync('openssl', ['version'], { stdio: 'ignore' }).status === 0;
const PERMISSIONS = 0o777;

(hasOpenssl ? describe : describe.skip)(
  `make-secrets.sh${hasOpenssl ? '' : ' (NOT RUN: no openssl was found)'}`,
  () => {
    const place = mkdtempSync(join(tmpdir(), 'ledgate-secrets-'));
    const folder = join(place, 'secrets');
    const make = () => spawnSync('sh', [join(DEPLOY, 'make-secrets.sh'), folder], { encoding: 'utf8' });
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    beforeAll(() => {
      expect(make()).toMatchObject({ status: 0, stdout: '' });
    });
    afterAll(() => rmSync(place, { recursive: true }));

    it('makes each file that compose.yaml mounts, in a folder that is closed to others', () => {
      const mounted = Object.values(treeIn(composeFile, 'secrets')).map((secret) =>
        String(valueIn(secret, 'file')).replace('./secrets/', ''),
      );
      expect(mounted.filter((name) => !readdirSync(folder).includes(name))).toEqual([]);
      expect(statSync(folder).mode & PERMISSIONS).toBe(0o700);
      expect(statSync(join(folder, 'eventstore-ca.key')).mode & PERMISSIONS).toBe(0o600);
    });

    it('makes an address of the database with the password of the database', () => {
      const { hostname, password, protocol } = new URL(read('database-url').trim());
      expect({ hostname, password, protocol }).toEqual({
        hostname: 'postgres',
        password: read('postgres-password').trim(),
        protocol: 'postgres:',
      });
      expect(password).toMatch(/^[0-9a-f]{48}$/);
    });

    it('makes a certificate of EventStoreDB that its authority vouches for, under the name that the product calls', () => {
      const node = new X509Certificate(read('eventstore-node.pem'));
      const authority = new X509Certificate(read('eventstore-ca.pem'));
      expect(node.verify(authority.publicKey) && node.checkIssued(authority)).toBe(true);
      expect(node.checkHost('eventstore')).toBe('eventstore');
    });

    it('makes a key that seals are signed with', () => {
      expect(createPrivateKey(read('ledger-key'))).toMatchObject({ type: 'private', asymmetricKeyType: 'ed25519' });
      expect(givenLedgerKey({ LEDGER_KEY: read('ledger-key'), DATA_DIR: folder }, 'ledgate/x')).toBeDefined();
    });

    it('changes nothing that is there', () => {
      const before = readdirSync(folder).map((name) => [name, read(name)]);
      expect(make().status).toBe(0);
      expect(readdirSync(folder).map((name) => [name, read(name)])).toEqual(before);
    });
  },
);
