import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { BadChannel } from '../errors/bad-channel.ts';
import { maskOf } from '../upstream/channel-secret.ts';
import { zhipuKey } from './zhipu-key.ts';

const part = (text = ''): unknown => JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));

const { code: type } = channelTypeNamed('zhipuV4');

describe("a key of Zhipu's", () => {
  it('goes up as a token of its id, signed with its secret, for a day', () => {
    const [head, claims, signature] = zhipuKey({ type, key: 'id.secret' }, 1_000).split('.');
    expect([part(head), part(claims)]).toEqual([
      { alg: 'HS256', sign_type: 'SIGN' },
      { api_key: 'id', exp: 86_401_000, timestamp: 1_000 },
    ]);
    expect(signature).toBe(createHmac('sha256', 'secret').update(`${head}.${claims}`).digest('base64url'));
  });

  it('is one token for 10 minutes, and another behind them or once the clock was set back', () => {
    const key = 'twice.secret';
    const first = zhipuKey({ type, key }, 1_000_000);
    expect(zhipuKey({ type, key }, 1_599_999)).toBe(first);
    expect(zhipuKey({ type, key }, 1_600_000)).not.toBe(first);
    expect(zhipuKey({ type, key }, 999_999)).not.toBe(first);
  });

  it('is masked like the key where it is quoted, and so is a part of it', () => {
    const key = 'quoted-id.quoted-secret';
    expect(maskOf(key)('nothing yet')).toBe('nothing yet');
    const token = zhipuKey({ type, key }, 0);
    expect(maskOf(key)(`token ${token} has expired`)).toBe('token *** has expired');
    expect(maskOf(key)(`it ends with ${token.slice(-12)}`)).toBe('it ends with ***');
  });

  it.each(['', 'id', 'id.', '.secret'])('cannot be %j, and is not told', (key) => {
    expect(() => zhipuKey({ type, key }, 0)).toThrow(new BadChannel("the channel's key must be id.secret"));
  });
});
