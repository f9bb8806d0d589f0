import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { BadChannel } from '../errors/bad-channel.ts';
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

  it.each(['', 'id', 'id.', '.secret'])('cannot be %j, and is not told', (key) => {
    expect(() => zhipuKey({ type, key }, 0)).toThrow(new BadChannel("the channel's key must be id.secret"));
  });
});
