import { createHmac } from 'node:crypto';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { BadChannel } from '../../errors/bad-channel.ts';
import { signedToken } from '../../upstream/signed-token.ts';

const LASTS_MS = 24 * 60 * 60 * 1_000;
const HEAD = { alg: 'HS256', sign_type: 'SIGN' };

/** Of a key `id.secret` what goes up in its place: a token that says the id, and is signed with the secret. Throws BadChannel. */
export function zhipuKey({ key }: Pick<ChannelView, 'key'>, atMs: number): string {
  const [id, secret, ...others] = key.split('.');
  if (!id || !secret || others.length > 0) throw new BadChannel("the channel's key must be id.secret");
  const claims = { api_key: id, exp: atMs + LASTS_MS, timestamp: atMs };
  return signedToken(HEAD, claims, (signed) => createHmac('sha256', secret).update(signed).digest('base64url'));
}
