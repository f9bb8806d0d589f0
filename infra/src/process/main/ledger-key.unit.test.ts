import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openedNote, signedNote, verifierIn, vkeyOf } from '@ledgate/projections/seals/signed-note';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { readEnvironment } from '../../server/config/config.ts';
import {
  carryLedgerKey,
  draftOfLedgerKey,
  givenLedgerKey,
  keptLedgerKey,
  ledgerKeyFile,
  ledgerKeyIn,
  ledgerKeyOf,
  newLedgerKey,
  putLedgerKeyInPlace,
  replaceLedgerKey,
} from './ledger-key.ts';

const ORIGIN = 'ledgate/2f1c2b0e-7a52-4f0e-9d0b-3a8f4f6d1c11';
const PERMISSIONS = 0o777;
const pkcs8 = { format: 'pem', type: 'pkcs8' } as const;
const pemOf = (text: string | Buffer): string => text.toString().trim();
const modeOf = (path: string): number => statSync(path).mode & PERMISSIONS;

describe('the key of a ledger', () => {
  let folder: string;
  let given: { readonly LEDGER_KEY: undefined; readonly DATA_DIR: string };
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ledgate-ledger-key-'));
    given = { LEDGER_KEY: undefined, DATA_DIR: folder };
    path = ledgerKeyFile(folder);
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('is made once, for its owner alone, and read anew at each call', () => {
    expect(givenLedgerKey(given, ORIGIN)).toBeUndefined();
    const made = ledgerKeyOf(given, ORIGIN);
    expect([readdirSync(folder), modeOf(path)]).toEqual([['ledger-key.pem'], 0o600]);
    expect(vkeyOf(ledgerKeyOf(given, ORIGIN))).toBe(vkeyOf(made));
    writeFileSync(path, newLedgerKey());
    expect(givenLedgerKey(given, ORIGIN)?.id).not.toBe(made.id);
  });

  it('signs notes that its vkey verifies, under the name of its ledger', () => {
    const signer = ledgerKeyOf(given, ORIGIN);
    const verifier = verifierIn(vkeyOf(signer));
    expect(openedNote(signedNote('text\n', signer), verifier === undefined ? [] : [verifier])).toMatchObject({
      text: 'text\n',
      by: { name: ORIGIN, id: signer.id },
    });
    expect(givenLedgerKey(given, 'ledgate/another')?.id).not.toBe(signer.id);
  });

  it.each([
    ['as it is', (pem: string) => pem],
    ['with line ends of files of variables', (pem: string) => pem.replaceAll('\n', '\\n')],
    ['with line ends of Windows', (pem: string) => pem.replaceAll('\n', '\r\n')],
    ['with space around it', (pem: string) => `\n  ${pem}\n\n`],
  ])('may be a variable, %s, which comes before the file', (_, written) => {
    const pem = newLedgerKey();
    writeFileSync(path, pem, { mode: 0o600 });
    const expected = ledgerKeyIn(path, ORIGIN)?.id;
    writeFileSync(path, newLedgerKey());
    expect(givenLedgerKey({ ...given, LEDGER_KEY: written(pem) }, ORIGIN)?.id).toBe(expected);
    expect(ledgerKeyOf({ ...given, LEDGER_KEY: written(pem) }, ORIGIN).id).toBe(expected);
  });

  it('may be in a file that LEDGER_KEY_FILE names, and is needed by nobody', () => {
    const file = join(folder, 'elsewhere.pem');
    writeFileSync(file, `${newLedgerKey()}\n`);
    const environment = readEnvironment({ LEDGER_KEY_FILE: file });
    expect(givenLedgerKey({ ...given, LEDGER_KEY: environment.LEDGER_KEY }, ORIGIN)).toBeDefined();
    const apart = { DATABASE_URL: 'postgres://a@b/c', MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };
    for (const ROLES of ['relay', 'api', 'worker', 'projector'])
      expect(readEnvironment({ ...apart, ROLES }).LEDGER_KEY).toBeUndefined();
  });

  const rsa = generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey;
  const ed25519 = generateKeyPairSync('ed25519');
  const wrong: readonly (readonly [string, string, string])[] = [
    ['text', 'no-key-at-all-5d8a', 'it holds no PEM'],
    ['an RSA key', pemOf(rsa.export(pkcs8)), 'its key is of rsa'],
    ['an RSA key in its older form', pemOf(rsa.export({ format: 'pem', type: 'pkcs1' })), 'it holds RSA PRIVATE KEY'],
    ['an Ed448 key', pemOf(generateKeyPairSync('ed448').privateKey.export(pkcs8)), 'its key is of ed448'],
    ['an X25519 key', pemOf(generateKeyPairSync('x25519').privateKey.export(pkcs8)), 'its key is of x25519'],
    [
      'a P-256 key',
      pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pkcs8)),
      'its key is of ec',
    ],
    [
      'an encrypted key',
      pemOf(ed25519.privateKey.export({ ...pkcs8, cipher: 'aes-256-cbc', passphrase: 'x' })),
      'its key is encrypted',
    ],
    ['a public key', pemOf(ed25519.publicKey.export({ format: 'pem', type: 'spki' })), 'it holds a public key'],
    ['a certificate', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----', 'it holds CERTIFICATE'],
    ['two keys', `${newLedgerKey()}\n${newLedgerKey()}`, 'it holds more than one PEM'],
    ['half a key', newLedgerKey().slice(0, 60), 'its PEM was cut off or changed'],
    ['a key with another byte', newLedgerKey().replace('MC4CAQAw', 'MC4CAQAx'), 'its PEM was cut off or changed'],
  ];
  it.each(wrong)('is none where it is %s: the sentence names the place and does not show it', (_, text, message) => {
    const told = (read: () => unknown): string => {
      try {
        read();
      } catch (error) {
        expect(error).toBeInstanceOf(StartRefused);
        return error instanceof Error ? error.message : '';
      }
      return 'nothing was refused';
    };
    writeFileSync(path, text, { mode: 0o600 });
    const [ofVariable, ofFile] = [
      told(() => givenLedgerKey({ ...given, LEDGER_KEY: text }, ORIGIN)),
      told(() => ledgerKeyOf(given, ORIGIN)),
    ];
    expect(ofVariable).toContain(`LEDGER_KEY is wrong: ${message}`);
    expect(ofFile).toContain(`${path} is wrong: ${message}`);
    const secret = text.split('\n').at(1) ?? text;
    expect([ofVariable, ofFile].filter((sentence) => sentence.includes(secret.slice(0, 12)))).toEqual([]);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('is none in an empty file, nor where LEDGER_KEY_FILE names one', () => {
    writeFileSync(path, '\n', { mode: 0o600 });
    expect(() => givenLedgerKey(given, ORIGIN)).toThrow(`${path} is wrong: it is empty`);
    expect(() => readEnvironment({ LEDGER_KEY_FILE: path })).toThrow(`LEDGER_KEY_FILE names ${path}, which is empty`);
  });

  it.each([0o644, 0o640, 0o602])('is refused where others may come at it (mode %o)', (mode) => {
    ledgerKeyOf(given, ORIGIN);
    chmodSync(path, mode);
    expect(() => givenLedgerKey(given, ORIGIN)).toThrow(`others than its owner may read ${path}: chmod 600 it`);
  });

  it('gives way to a draft, broken off between the two names or not, and stays beside it', () => {
    const before = ledgerKeyOf(given, ORIGIN);
    const draft = draftOfLedgerKey(path);
    const next = newLedgerKey();
    writeFileSync(draft, next, { mode: 0o600 });
    putLedgerKeyInPlace(draft, path, before.id);
    for (let again = 0; again < 2; again += 1) {
      expect(readFileSync(path, 'utf8')).toBe(next);
      expect(ledgerKeyIn(keptLedgerKey(path, before.id), ORIGIN)?.id).toBe(before.id);
      expect([modeOf(path), modeOf(keptLedgerKey(path, before.id)), readdirSync(folder).length]).toEqual([
        0o600, 0o600, 2,
      ]);
      putLedgerKeyInPlace(draft, path, before.id);
    }
  });

  it('is replaced, and never written over', () => {
    const ids = [replaceLedgerKey(path, ORIGIN), replaceLedgerKey(path, ORIGIN), replaceLedgerKey(path, ORIGIN)].map(
      ({ id }) => id,
    );
    expect(new Set(ids).size).toBe(3);
    expect(givenLedgerKey(given, ORIGIN)?.id).toBe(ids[2]);
    expect(ids.slice(0, 2).map((id) => ledgerKeyIn(keptLedgerKey(path, id), ORIGIN)?.id)).toEqual(ids.slice(0, 2));
  });

  it('goes along to another folder, where one that is there stays beside it', () => {
    const other = mkdtempSync(join(tmpdir(), 'ledgate-ledger-key-'));
    carryLedgerKey(folder, other, ORIGIN);
    expect(readdirSync(other)).toEqual([]);
    const first = ledgerKeyOf(given, ORIGIN);
    for (let again = 0; again < 2; again += 1) carryLedgerKey(folder, other, ORIGIN);
    expect([readdirSync(other), ledgerKeyIn(ledgerKeyFile(other), ORIGIN)?.id]).toEqual([['ledger-key.pem'], first.id]);
    const second = replaceLedgerKey(path, ORIGIN);
    carryLedgerKey(folder, other, ORIGIN);
    expect(ledgerKeyIn(ledgerKeyFile(other), ORIGIN)?.id).toBe(second.id);
    expect(readdirSync(other).toSorted()).toEqual(['ledger-key.pem', `ledger-key.pem.${first.id}`]);
    rmSync(other, { recursive: true });
  });
});
