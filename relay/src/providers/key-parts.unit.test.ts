import { describe, expect, it } from '@jest/globals';
import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { BadChannel } from '../errors/bad-channel.ts';
import { keyPartsOf } from './key-parts.ts';

const { code: xunfei } = channelTypeNamed('xunfei');
const { code: zhipu } = channelTypeNamed('zhipu');

describe('the parts of a key', () => {
  it('stand in the order of the row, between its separator', () => {
    expect(keyPartsOf({ type: xunfei, key: ' app | secret|key\n' })).toEqual(['app', 'secret', 'key']);
    expect(keyPartsOf({ type: zhipu, key: 'id.sec.ret' })).toEqual(['id', 'sec.ret']);
  });

  it.each(['one', 'a|b', 'a||c', 'a|b|', 'a|b|钥'])(
    'may neither be missing nor hold what cannot be sent: %s',
    (key) => {
      expect(() => keyPartsOf({ type: xunfei, key })).toThrow(
        new BadChannel("the channel's key must be APPID|APISecret|APIKey"),
      );
    },
  );
});
