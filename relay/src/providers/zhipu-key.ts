import { createHmac } from 'node:crypto';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { LRUCache } from 'lru-cache';
import { SHORT_LIVED_KEYS_MAX } from '../limits.ts';
import { alsoMask } from '../upstream/channel-secret.ts';
import { signedToken } from '../upstream/signed-token.ts';
import { keyPartsOf } from './key-parts.ts';

const LASTS_MS = 24 * 60 * 60 * 1_000;
/** How long one is used, so that few are to be masked. */
const USED_MS = 10 * 60 * 1_000;
const HEAD = { alg: 'HS256', sign_type: 'SIGN' };

type Token = { readonly value: string; readonly madeMs: number };

const made = new LRUCache<string, Token>({ max: SHORT_LIVED_KEYS_MAX });

/**
 * Of a key `id.secret` what goes up in its place: a token that says the id, and is signed with the secret, made anew every 10 minutes. Throws BadChannel.
 */
export function zhipuKey(channel: Pick<ChannelView, 'type' | 'key'>, atMs: number): string {
  const known = made.get(channel.key);
  if (known !== undefined && atMs >= known.madeMs && atMs < known.madeMs + USED_MS) return known.value;
  const value = tokenOf(channel, atMs);
  made.set(channel.key, { value, madeMs: atMs });
  alsoMask(channel.key, value);
  return value;
}

function tokenOf(channel: Pick<ChannelView, 'type' | 'key'>, atMs: number): string {
  const [id, secret = ''] = keyPartsOf(channel);
  const claims = { api_key: id, exp: atMs + LASTS_MS, timestamp: atMs };
  return signedToken(HEAD, claims, (signed) => createHmac('sha256', secret).update(signed).digest('base64url'));
}
