import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { BadChannel } from '../../errors/bad-channel.ts';
import type { KeySource } from '../../upstream/short-lived-keys.ts';
import { signedToken } from '../../upstream/signed-token.ts';
import { isObject, parsedJson } from '../../wire/json.ts';

/** A Google service account: who signs, with what, and where that is exchanged for an access token. */
type ServiceAccount = {
  readonly projectId: string;
  readonly email: string;
  readonly keyId: string | undefined;
  readonly privateKey: KeyObject;
  readonly tokenUri: string;
};

const TOKEN_URI = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** The longest that Google takes. */
const ASSERTION_LASTS_S = 3_600;

/** A channel's row is one object until it changes, so its key is read once. */
const kept = new WeakMap<ChannelView, ServiceAccount>();

/** Of the JSON that Google gives for a service account, which is the channel's key. Throws BadChannel. */
export function serviceAccountOf(channel: ChannelView): ServiceAccount {
  const known = kept.get(channel);
  if (known !== undefined) return known;
  const account = readAccount(channel.key);
  kept.set(channel, account);
  return account;
}

function readAccount(key: string): ServiceAccount {
  const account = parsedJson(key);
  if (!isObject(account)) throw new BadChannel("the channel's key must be the JSON of a service account");
  const {
    project_id: projectId,
    client_email: email,
    private_key: pem,
    private_key_id: keyId,
    token_uri: uri,
  } = account;
  if (typeof projectId !== 'string' || typeof email !== 'string' || typeof pem !== 'string')
    throw new BadChannel("the channel's key must have project_id, client_email and private_key");
  const tokenUri = typeof uri === 'string' && uri !== '' ? uri : TOKEN_URI;
  if (!/^https?:\/\//i.test(tokenUri) || !URL.canParse(tokenUri))
    throw new BadChannel("the token_uri of the channel's key is no address");
  return {
    projectId,
    email,
    keyId: typeof keyId === 'string' ? keyId : undefined,
    privateKey: privateKeyOf(pem),
    tokenUri,
  };
}

function privateKeyOf(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // What is wrong with it may quote it.
  }
  throw new BadChannel("the private_key of the channel's key is no RSA key");
}

/** Where an account has its access tokens from: for an assertion that it has signed (RFC 7523). `atMs`: now. */
export const accessTokens = (account: ServiceAccount, atMs: number): KeySource => ({
  question: () => {
    const assertion = assertionOf(account, atMs);
    return {
      url: account.tokenUri,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
      proof: assertion,
    };
  },
  read: (text) => {
    const answer = parsedJson(text);
    const { access_token: value, expires_in: lastsS } = isObject(answer) ? answer : {};
    return typeof value === 'string' && value !== '' && typeof lastsS === 'number' && lastsS > 0
      ? { value, lastsMs: lastsS * 1_000 }
      : undefined;
  },
});

function assertionOf({ email, keyId, privateKey, tokenUri }: ServiceAccount, atMs: number): string {
  const iat = Math.floor(atMs / 1_000);
  const claims = { iss: email, scope: SCOPE, aud: tokenUri, iat, exp: iat + ASSERTION_LASTS_S };
  return signedToken({ alg: 'RS256', typ: 'JWT', kid: keyId }, claims, (signed) =>
    sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url'),
  );
}
