import { describe, expect, it } from '@jest/globals';
import { testMasterKey } from '../../testing/directory-keys.ts';
import { KeyRing, MasterKeyInvalid, MasterKeyMissing, newMasterKey, type Place, SecretDamaged } from './key-ring.ts';

const PLACE: Place = { kind: 'channel', number: 3, ownerId: 17 };
const SECRET = 'sk-ключ-of-a-provider';
const one = new KeyRing(testMasterKey(1));
const two = new KeyRing(testMasterKey(2));
const both = new KeyRing(`${testMasterKey(2)},\n${testMasterKey(1)}`);

describe('a ring of master keys', () => {
  it('seals with another nonce each time, and opens what any of its keys has sealed', () => {
    const [first, second] = [one.seal(one.newest, PLACE, SECRET), one.seal(one.newest, PLACE, SECRET)];
    expect(first.cipher.equals(second.cipher)).toBe(false);
    expect(first.cipher.includes(SECRET)).toBe(false);
    expect([one.open(first, PLACE), both.open(second, PLACE)]).toEqual([SECRET, SECRET]);
    expect([both.newest, both.ids]).toEqual([two.newest, [two.newest, one.newest]]);
  });

  it.each<[string, Partial<Place>]>([
    ['another row', { number: 4 }],
    ['another owner', { ownerId: 18 }],
    ['another table', { kind: 'token' }],
  ])('opens nothing that was put into %s', (_, other) => {
    const sealed = one.seal(one.newest, PLACE, SECRET);
    expect(() => one.open(sealed, { ...PLACE, ...other })).toThrow('its row was changed or swapped');
  });

  it('opens nothing of which one bit is another, and no shorter tag', () => {
    const sealed = one.seal(one.newest, PLACE, SECRET);
    for (let byte = 0; byte < sealed.cipher.length; byte += 1) {
      const cipher = Buffer.from(sealed.cipher);
      cipher.writeUInt8(cipher.readUInt8(byte) ^ 1, byte);
      expect(() => one.open({ ...sealed, cipher }, PLACE)).toThrow('its row was changed or swapped');
    }
    for (const length of [0, 5, 20])
      expect(() => one.open({ ...sealed, cipher: sealed.cipher.subarray(0, length) }, PLACE)).toThrow(SecretDamaged);
  });

  it('says which key it lacks', () => {
    const sealed = two.seal(two.newest, PLACE, SECRET);
    expect(() => one.open(sealed, PLACE)).toThrow(new MasterKeyMissing([two.newest]));
    expect(one.lacking([...both.ids])).toEqual([two.newest]);
  });

  it('finds a secret by one hash for each key, other for each kind of secret', () => {
    const { hash } = one.seal(one.newest, PLACE, SECRET);
    expect(both.hashes('channel', SECRET)[1]).toEqual(hash);
    expect(both.hashes('token', SECRET)[1]).not.toEqual(hash);
    expect(two.hashes('channel', SECRET)[0]).not.toEqual(hash);
  });

  it.each(['', 'c2hvcnQ=', `${testMasterKey()}x`, `${testMasterKey()}=`, Array(9).fill(0).map(newMasterKey).join(',')])(
    'is not made of %j',
    (text) => {
      expect(() => new KeyRing(text)).toThrow(MasterKeyInvalid);
    },
  );
});
