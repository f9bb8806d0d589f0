import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { noteIn, openedNote, signedNote, signerOf, verifierIn, vkeyOf } from './signed-note.ts';

/** Of the format's own description: a key, and a note that it signed. */
const KNOWN = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';

const NAME = 'ledgate/0e5cbd3a-5f0a-4a57-9a5a-6c1a2a3d4e5f';
/** RFC 8032, 7.1, test 1: with its DER form's beginning. */
const PRIVATE = '302e020100300506032b6570042204209d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const PUBLIC = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
const signer = signerOf(NAME, createPrivateKey({ key: Buffer.from(PRIVATE, 'hex'), format: 'der', type: 'pkcs8' }));
const other = signerOf(NAME, generateKeyPairSync('ed25519').privateKey);

describe('a verifier key', () => {
  it('is told and read as the format has it', () => {
    expect(verifierIn(KNOWN)).toMatchObject({ name: 'example.com/foo', id: '530d903a' });
    expect(Buffer.from(signer.publicKey).toString('hex')).toBe(PUBLIC);
    expect(verifierIn(vkeyOf(signer))).toEqual({ name: NAME, id: signer.id, publicKey: signer.publicKey });
  });

  it.each([
    '',
    'x',
    KNOWN.replace('530d903a', '530d903b'),
    KNOWN.replace('+Ae', '+Be'),
    KNOWN.slice(0, -4),
    KNOWN.replace('foo', 'fo o'),
  ])('is none: %s', (text) => {
    expect(verifierIn(text)).toBeUndefined();
  });
});

describe('a signed note', () => {
  const text = `${NAME}\n1\nroot\n`;
  const note = signedNote(text, signer);

  it('is opened by the key that signed it, among others', () => {
    expect(openedNote(note, [other, signer])).toEqual({ text, by: signer });
    const both = `${note}${signedNote(text, other).split('\n\n')[1] ?? ''}`;
    expect(openedNote(both, [other])).toEqual({ text, by: other });
    expect(noteIn(both)?.signatures.map(({ id }) => id)).toEqual([signer.id, other.id]);
  });

  it('is none with more than 100 signatures', () => {
    const line = note.split('\n\n')[1] ?? '';
    const signed = (count: number) => noteIn(`${text}\n${line.repeat(count)}`)?.signatures.length;
    expect([signed(1), signed(100), signed(101)]).toEqual([1, 100, undefined]);
  });

  it.each([
    ['no known key', note, [other]],
    ['another text', note.replace('\n1\n', '\n2\n'), [signer]],
    ['a signature of another', note.replace(/.{8}\n$/u, 'AAAAAAA=\n'), [signer]],
    ['no end', note.slice(0, -1), [signer]],
    ['no signature', `${text}\n`, [signer]],
    ['a control character', note.replace('root', 'ro\tot'), [signer]],
    ['another line among the signatures', `${note}x\n`, [signer]],
  ])('is not opened: %s', (_, forged, verifiers) => {
    expect(openedNote(forged, verifiers)).toBeUndefined();
  });
});
