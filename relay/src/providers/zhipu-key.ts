import { createHmac } from 'node:crypto';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { signedToken } from '../upstream/signed-token.ts';
import { keyPartsOf } from './key-parts.ts';

const LASTS_MS = 24 * 60 * 60 * 1_000;
const HEAD = { alg: 'HS256', sign_type: 'SIGN' };

/** Of a key `id.secret` what goes up in its place: a token that says the id, and is signed with the secret. Throws BadChannel. */
export function zhipuKey(channel: Pick<ChannelView, 'type' | 'key'>, atMs: number): string {
  const [id, secret = ''] = keyPartsOf(channel);
  const claims = { api_key: id, exp: atMs + LASTS_MS, timestamp: atMs };
  return signedToken(HEAD, claims, (signed) => createHmac('sha256', secret).update(signed).digest('base64url'));
}
