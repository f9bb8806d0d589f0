import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { sha256 } from './hashes.ts';

// Signed notes and verifier keys as C2SP's signed-note has them, of Ed25519 alone (docs/ledger.md#seals).

const ED25519 = 0x01;
const KEY_ID_BYTES = 4;
const PUBLIC_KEY_BYTES = 32;
/** What stands before the 32 bytes of a public key in its DER form (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
/** Of a note, those of witnesses too: more are verified for nobody. */
const SIGNATURES_MAX = 100;
const SIGNATURE = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u;
const VKEY = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/u;

/** Who may sign: a name, which is the origin of a ledger, and a public key of 32 bytes. `id`: 8 hexadecimal digits. */
export type Verifier = { readonly name: string; readonly id: string; readonly publicKey: Uint8Array };
/** One who signs. */
export type Signer = Verifier & { readonly privateKey: KeyObject };

const idOf = (name: string, publicKey: Uint8Array): Buffer =>
  Buffer.from(sha256(Buffer.from(`${name}\n`), Uint8Array.of(ED25519), publicKey)).subarray(0, KEY_ID_BYTES);

const verifierOf = (name: string, publicKey: Uint8Array): Verifier => ({
  name,
  id: idOf(name, publicKey).toString('hex'),
  publicKey,
});

/** @param privateKey of Ed25519 */
export const signerOf = (name: string, privateKey: KeyObject): Signer => ({
  ...verifierOf(name, createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_KEY_BYTES)),
  privateKey,
});

/** `name+id+key`, by which others verify. */
export const vkeyOf = ({ name, id, publicKey }: Verifier): string =>
  `${name}+${id}+${Buffer.concat([Uint8Array.of(ED25519), publicKey]).toString('base64')}`;

/** undefined for what is no verifier key, and where its parts do not fit each other. */
export function verifierIn(vkey: string): Verifier | undefined {
  const [, name, id, encoded = ''] = VKEY.exec(vkey) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  if (name === undefined || bytes.length !== 1 + PUBLIC_KEY_BYTES || bytes[0] !== ED25519) return undefined;
  const verifier = verifierOf(name, bytes.subarray(1));
  return verifier.id === id ? verifier : undefined;
}

type Signature = { readonly name: string; readonly id: string; readonly bytes: Uint8Array };
export type Note = { readonly text: string; readonly signatures: readonly Signature[] };

/** undefined for what is no note. */
export function noteIn(note: string): Note | undefined {
  const end = note.lastIndexOf('\n\n');
  // oxlint-disable-next-line no-control-regex -- the format forbids them
  if (end < 0 || !note.endsWith('\n') || /[\0-\x09\x0b-\x1f]/u.test(note)) return undefined;
  const signatures: Signature[] = [];
  for (const line of note.slice(end + 2, -1).split('\n', SIGNATURES_MAX + 1)) {
    if (signatures.length === SIGNATURES_MAX) return undefined;
    const [, name, encoded] = SIGNATURE.exec(line) ?? [];
    if (name === undefined || encoded === undefined) return undefined;
    const bytes = Buffer.from(encoded, 'base64');
    signatures.push({ name, id: bytes.subarray(0, KEY_ID_BYTES).toString('hex'), bytes: bytes.subarray(KEY_ID_BYTES) });
  }
  return { text: note.slice(0, end + 1), signatures };
}

/** @param text whose last line ends too */
export function signedNote(text: string, { name, id, privateKey }: Signer): string {
  const bytes = Buffer.concat([Buffer.from(id, 'hex'), sign(null, Buffer.from(text), privateKey)]);
  return `${text}\n\u2014 ${name} ${bytes.toString('base64')}\n`;
}

/**
 * The text of a note that one of the verifiers has signed, and who has. undefined where none has, or where the signature of one of them is wrong: those of
 * others are passed over.
 */
export function openedNote<Known extends Verifier>(
  note: string,
  verifiers: readonly Known[],
): { readonly text: string; readonly by: Known } | undefined {
  const read = noteIn(note);
  if (read === undefined) return undefined;
  let by: Known | undefined;
  for (const { name, id, bytes } of read.signatures) {
    const known = verifiers.find((verifier) => verifier.name === name && verifier.id === id);
    if (known === undefined) continue;
    if (!isSignedBy(known, read.text, bytes)) return undefined;
    by ??= known;
  }
  return by && { text: read.text, by };
}

const isSignedBy = (verifier: Verifier, text: string, signature: Uint8Array): boolean =>
  verify(null, Buffer.from(text), keyOf(verifier), signature);

/** Made once: that takes as long as to verify. */
const keyObjects = new WeakMap<Verifier, KeyObject>();

function keyOf(verifier: Verifier): KeyObject {
  const known = keyObjects.get(verifier);
  if (known !== undefined) return known;
  const key = Buffer.concat([SPKI_PREFIX, verifier.publicKey]);
  const made = createPublicKey({ key, format: 'der', type: 'spki' });
  keyObjects.set(verifier, made);
  return made;
}
