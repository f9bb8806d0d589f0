import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { MASTER_KEYS_MAX } from '../limits.ts';

/** Whose secret it is: a channel's key at its provider, an API key, a redemption code. */
export type KeyKind = 'channel' | 'token' | 'code';

/** A secret as it is kept: under which master key, nonce with text and tag, and what it is found by. */
export type Sealed = { readonly masterKey: string; readonly cipher: Buffer; readonly hash: Buffer };

/** The row that a secret stands in: it can be opened there alone. */
export type Place = { readonly kind: KeyKind; readonly number: number; readonly ownerId: number };
/** The same of the answer of a call. */
export type AnswerPlace = Omit<Place, 'kind'> & { readonly kind: 'answer' };
/** The same of a key that the installation has made for itself, which has no owner. */
export type InstallationPlace = { readonly kind: 'end_user_key'; readonly number: number; readonly ownerId: 0 };
/** The same of an option. */
export type OptionPlace = { readonly kind: 'option'; readonly key: string };
type AnyPlace = Place | AnswerPlace | InstallationPlace | OptionPlace;

/** What was given is no master key, or too many: a sentence for the operator. */
export class MasterKeyInvalid extends Error {
  override readonly name = 'MasterKeyInvalid';
}

/** Something is kept under a master key that this process was not given. */
export class MasterKeyMissing extends Error {
  override readonly name = 'MasterKeyMissing';
  readonly ids: readonly string[];
  constructor(ids: readonly string[]) {
    super(`what is stored is encrypted under master key ${ids.join(', ')}, which this process was not given`);
    this.ids = ids;
  }
}

/** A row does not hold what was sealed for it: it was changed, swapped or cut. Tells which. */
export class SecretDamaged extends Error {
  override readonly name = 'SecretDamaged';
}

const MASTER_KEY_BYTES = 32;
const DERIVED_BYTES = 32;
const ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = 'aes-256-gcm';

type MasterKey = { readonly id: string; readonly cipher: Buffer; readonly hash: Buffer };

/**
 * The master keys of an installation (docs/operations.md#master-key). Each is known by an id that follows from it, and is never used itself: HKDF-SHA256
 * makes one key to encrypt with (AES-256-GCM, a random nonce a secret, the row as additional data) and one to find secrets by (HMAC-SHA256).
 */
export class KeyRing {
  readonly #keys: ReadonlyMap<string, MasterKey>;
  readonly ids: readonly string[];

  /** @param text master keys of 32 bytes in base64, between commas or white space, the newest first. Throws MasterKeyInvalid. */
  constructor(text: string) {
    const keys = text
      .split(/[\s,]+/u)
      .filter((part) => part !== '')
      .map(masterKeyOf);
    if (keys.length === 0 || keys.length > MASTER_KEYS_MAX)
      throw new MasterKeyInvalid(`from 1 to ${MASTER_KEYS_MAX} master keys are taken, and ${keys.length} are given`);
    this.#keys = new Map(keys.map((key) => [key.id, key]));
    this.ids = [...this.#keys.keys()];
  }

  /** The id of the first: under which a new installation encrypts, and to which a rotation goes. */
  get newest(): string {
    return this.ids[0] ?? '';
  }

  /** Throws MasterKeyMissing. */
  seal(masterKey: string, place: Place, secret: string): Sealed {
    return {
      ...this.sealBytes(masterKey, place, Buffer.from(secret)),
      hash: this.#hash(masterKey, place.kind, secret),
    };
  }

  /** The same of what is not looked for. */
  sealBytes(masterKey: string, place: AnyPlace, bytes: Buffer): Omit<Sealed, 'hash'> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key(masterKey).cipher, nonce).setAAD(identityOf(masterKey, place));
    return { masterKey, cipher: Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]) };
  }

  /** Throws MasterKeyMissing and SecretDamaged. */
  open(sealed: Pick<Sealed, 'masterKey' | 'cipher'>, place: Place): string {
    return this.openBytes(sealed, place).toString('utf8');
  }

  /** The same of bytes. */
  openBytes({ masterKey, cipher }: Pick<Sealed, 'masterKey' | 'cipher'>, place: AnyPlace): Buffer {
    const { cipher: key } = this.#key(masterKey);
    try {
      const opener = createDecipheriv(ALGORITHM, key, cipher.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(identityOf(masterKey, place))
        .setAuthTag(cipher.subarray(-TAG_BYTES));
      return Buffer.concat([opener.update(cipher.subarray(NONCE_BYTES, -TAG_BYTES)), opener.final()]);
    } catch (cause) {
      throw new SecretDamaged(`${nameOf(place)} cannot be opened: its row was changed or swapped`, { cause });
    }
  }

  /** What a secret may be found by: one for each master key, since a rotation may be under way. */
  hashes(kind: KeyKind, secret: string): readonly Buffer[] {
    return this.ids.map((id) => this.#hash(id, kind, secret));
  }

  /** What tells whether the same was asked once more: nobody finds out by trying what it was, who has the directory alone. Throws MasterKeyMissing. */
  contentHash(masterKey: string, content: string): Buffer {
    return this.#hash(masterKey, 'command', content);
  }

  /** Of these ids those that are not given. */
  lacking(ids: readonly string[]): readonly string[] {
    return ids.filter((id) => !this.#keys.has(id));
  }

  #hash(masterKey: string, kind: KeyKind | 'command', secret: string): Buffer {
    return createHmac('sha256', this.#key(masterKey).hash).update(`${kind}\0${secret}`).digest();
  }

  #key(id: string): MasterKey {
    const key = this.#keys.get(id);
    if (key === undefined) throw new MasterKeyMissing([id]);
    return key;
  }
}

/** A new master key, as `KeyRing` takes it. */
export const newMasterKey = (): string => randomBytes(MASTER_KEY_BYTES).toString('base64');

function masterKeyOf(text: string): MasterKey {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== MASTER_KEY_BYTES || bytes.toString('base64') !== text)
    throw new MasterKeyInvalid(`a master key is ${MASTER_KEY_BYTES} random bytes in base64 (openssl rand -base64 32)`);
  const derived = (purpose: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', bytes, '', `ledgate ${purpose} 1`, length));
  return {
    id: derived('master key id', ID_BYTES).toString('hex'),
    cipher: derived('encryption', DERIVED_BYTES),
    hash: derived('lookup', DERIVED_BYTES),
  };
}

const identityOf = (masterKey: string, place: AnyPlace): Buffer =>
  Buffer.from(
    place.kind === 'option'
      ? `${masterKey}/option/${place.key}`
      : `${masterKey}/${place.kind}/${place.ownerId}/${place.number}`,
  );

/** For the operator: which row it is. */
const nameOf = (place: AnyPlace): string =>
  place.kind === 'option' ? `option ${place.key}` : `secret ${place.number} of ${place.kind} ${place.ownerId}`;
