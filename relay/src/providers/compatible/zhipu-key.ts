import { createHmac } from 'node:crypto';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { BadChannel } from '../../errors/bad-channel.ts';

const LASTS_MS = 24 * 60 * 60 * 1_000;
const HEAD = encoded({ alg: 'HS256', sign_type: 'SIGN' });

/** Of a key `id.secret` what goes up in its place: a token that says the id, and is signed with the secret. Throws BadChannel. */
export function zhipuKey({ key }: Pick<ChannelView, 'key'>, atMs: number): string {
  const [id, secret, ...others] = key.split('.');
  if (!id || !secret || others.length > 0) throw new BadChannel("the channel's key must be id.secret");
  const claims = encoded({ api_key: id, exp: atMs + LASTS_MS, timestamp: atMs });
  const signature = createHmac('sha256', secret).update(`${HEAD}.${claims}`).digest('base64url');
  return `${HEAD}.${claims}.${signature}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
