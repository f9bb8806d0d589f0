import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { linkSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Signer, signerOf } from '@ledgate/projections/seals/signed-note';
import { refusalOfFolder } from '../../embedded/data-folder/prepare.ts';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import type { Environment } from '../../server/config/config.ts';
import { folderSynced, ownerText, writeForOwner } from './owner-file.ts';

// The key that seals of the ledger are signed with (docs/operations.md#ledger-key). What is said of it here never shows it.

export const ledgerKeyFile = (dataDir: string): string => join(dataDir, 'ledger-key.pem');

export type GivenLedgerKey = Pick<Environment, 'LEDGER_KEY' | 'DATA_DIR'>;

/** For people: which of the two counts. */
export const placeOfLedgerKey = ({ LEDGER_KEY: given, DATA_DIR: dataDir }: GivenLedgerKey): string =>
  given === undefined ? ledgerKeyFile(dataDir) : 'LEDGER_KEY';

/**
 * LEDGER_KEY, or the file in the data folder, which is read anew at each call; undefined where there is neither. Throws StartRefused.
 *
 * @param origin of the ledger: the key's name
 */
export function givenLedgerKey(given: GivenLedgerKey, origin: string): Signer | undefined {
  return given.LEDGER_KEY === undefined
    ? ledgerKeyIn(ledgerKeyFile(given.DATA_DIR), origin)
    : signerOf(origin, keyIn(given.LEDGER_KEY, 'LEDGER_KEY'));
}

/** For the start of a worker, whoever's ledger it will be: throws StartRefused where what is given is no key. */
export const refuseWrongLedgerKey = (given: GivenLedgerKey): void => void givenLedgerKey(given, 'any');

/** `givenLedgerKey`; where there is neither it makes the file. Two at once make one. Throws StartRefused. */
export function ledgerKeyOf(given: GivenLedgerKey, origin: string): Signer {
  return givenLedgerKey(given, origin) ?? newLedgerKeyIn(ledgerKeyFile(given.DATA_DIR), origin);
}

/** undefined where there is no such file. Throws StartRefused. */
export function ledgerKeyIn(path: string, origin: string): Signer | undefined {
  const text = ownerText(path);
  return text === undefined ? undefined : signerOf(origin, keyIn(text, path));
}

/** Makes a file with a new key, where there is none; answers what it holds then. Throws StartRefused. */
export function newLedgerKeyIn(path: string, origin: string): Signer {
  try {
    writeForOwner(path, newLedgerKey(), linkSync);
  } catch (error) {
    // Another process, or a run before, has made it.
    if (codeOf(error) !== 'EEXIST') throw refusalOfFolder(dirname(path), error);
  }
  const made = ledgerKeyIn(path, origin);
  if (made === undefined) throw new StartRefused(`${path} went away while it was made: run the command again`);
  return made;
}

/**
 * Puts a draft in the place of the file, which stays beside it as `ledger-key.pem.ID`. It may be broken off anywhere and run again, also by two at once, and
 * there is a file with a key at every moment.
 *
 * @param id of the key in the file
 */
export function putLedgerKeyInPlace(draft: string, path: string, id: string | undefined): void {
  if (id !== undefined) ifNot('EEXIST', () => linkSync(path, keptLedgerKey(path, id)));
  ifNot('ENOENT', () => renameSync(draft, path));
  folderSynced(path);
}

export const keptLedgerKey = (path: string, id: string): string => `${path}.${id}`;
/** A key that has not been put in place yet. */
export const draftOfLedgerKey = (path: string): string => `${path}.new`;

/** A new key in the place of the one in the file, if there is one, which stays beside it. Throws StartRefused. */
export function replaceLedgerKey(path: string, origin: string): Signer {
  const before = ledgerKeyIn(path, origin);
  if (before === undefined) return newLedgerKeyIn(path, origin);
  writeForOwner(path, newLedgerKey(), (draft) => putLedgerKeyInPlace(draft, path, before.id));
  return ledgerKeyIn(path, origin) ?? before;
}

/** Brings the file of one folder to another, as an installation moves; another one that is there stays beside it. Throws StartRefused. */
export function carryLedgerKey(from: string, to: string, origin: string): void {
  const text = ownerText(ledgerKeyFile(from));
  const path = ledgerKeyFile(to);
  const [carried, before] = [ledgerKeyIn(ledgerKeyFile(from), origin), ledgerKeyIn(path, origin)];
  if (text === undefined || carried === undefined || carried.id === before?.id) return;
  writeForOwner(path, text.trim(), (draft) => putLedgerKeyInPlace(draft, path, before?.id));
}

/** PKCS#8 PEM, without the last line's end. */
export const newLedgerKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString().trim();

/** What may be done about a key that is not the ledger's, for people. */
export function otherKeyText(
  signer: Pick<Signer, 'id'> | undefined,
  keyId: string,
  what: string,
  given: GivenLedgerKey,
): string {
  const place = placeOfLedgerKey(given);
  const has = signer === undefined ? `${place} is not there` : `${place} holds key ${signer.id}`;
  return (
    `${what} is signed by ledger key ${keyId}, and ${has}: ` +
    'set LEDGER_KEY or LEDGER_KEY_FILE to that key, or put it as ledger-key.pem into the data folder'
  );
}

const BEGIN = /-----BEGIN ([A-Z0-9 ]+)-----/gu;
const WANTED = 'a private key of Ed25519 in PKCS#8 PEM is needed (openssl genpkey -algorithm ed25519)';

/** Throws StartRefused. A line's end may be written as `\n`, as in files of variables. */
function keyIn(text: string, place: string): KeyObject {
  const wrong = (what: string): StartRefused => new StartRefused(`${place} is wrong: ${what}; ${WANTED}`);
  const pem = text.replaceAll('\\n', '\n').trim();
  if (pem === '') throw wrong('it is empty');
  const [label, ...more] = [...pem.matchAll(BEGIN)].map(([, name = '']) => name);
  if (label === undefined) throw wrong('it holds no PEM');
  if (more.length > 0) throw wrong('it holds more than one PEM');
  if (label === 'ENCRYPTED PRIVATE KEY')
    throw wrong('its key is encrypted, and nobody is there who could be asked for the password');
  if (label === 'PUBLIC KEY') throw wrong('it holds a public key');
  if (label !== 'PRIVATE KEY') throw wrong(`it holds ${label}`);
  const key = parsed(pem);
  if (key === undefined) throw wrong('its PEM was cut off or changed');
  if (key.asymmetricKeyType !== 'ed25519') throw wrong(`its key is of ${key.asymmetricKeyType ?? 'another kind'}`);
  return key;
}

function parsed(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey({ key: pem, format: 'pem' });
  } catch {
    return undefined;
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

function ifNot(code: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (codeOf(error) !== code) throw error;
  }
}
