import { describe, expect, it } from '@jest/globals';
import {
  CHANNEL_TYPES,
  type ChannelMode,
  channelTypeNamed,
  channelTypeOf,
  hasJobsOnly,
  isOffered,
  isWithdrawn,
} from './channel-types.ts';

const withMode = (mode: ChannelMode): readonly number[] =>
  CHANNEL_TYPES.filter(({ modes }) => modes.includes(mode))
    .map(({ code }) => code)
    .sort((one, other) => one - other);

describe('channel types', () => {
  it('have a number and a key each, by which they are found', () => {
    for (const type of CHANNEL_TYPES) {
      expect(channelTypeOf(type.code)).toBe(type);
      expect(channelTypeNamed(type.key)).toBe(type);
    }
    expect(channelTypeOf(999)).toBeUndefined();
  });

  it.each<[ChannelMode, readonly number[]]>([
    ['completions', [1, 3, 8, 39]],
    ['embeddings', [1, 3, 4, 8, 15, 17, 19, 24, 38, 39, 40, 42, 44, 45, 47]],
    ['moderations', [1, 8]],
    ['images', [1, 3, 8, 17, 26, 40, 48]],
    ['imageEdits', [1, 3]],
    ['speech', [1, 3, 8]],
    ['transcription', [1, 3, 8, 39]],
    ['rerank', [1, 8, 34, 38, 40, 47]],
    ['realtime', [1, 3]],
    ['midjourney', [2, 5]],
    ['suno', [36]],
  ])('that have %s', (mode, codes) => {
    expect(withMode(mode)).toEqual(codes);
  });

  it('chat but for jobs, embeddings and the one that is no longer offered', () => {
    const silent = CHANNEL_TYPES.filter(({ modes }) => !(modes as readonly ChannelMode[]).includes('chat'));
    expect(silent.map(({ code }) => code).sort((one, other) => one - other)).toEqual([2, 5, 21, 36, 38, 44]);
    expect(CHANNEL_TYPES.filter((type) => !isOffered(type)).map(({ code }) => code)).toEqual([21]);
    expect(CHANNEL_TYPES.filter(isWithdrawn).map(({ code }) => code)).toEqual([21]);
    expect(isWithdrawn(channelTypeOf(999))).toBe(false);
    expect(CHANNEL_TYPES.filter(hasJobsOnly).map(({ code }) => code)).toEqual([2, 5, 36]);
  });

  it('have a default address without a slash at its end, or none', () => {
    for (const { defaultBaseUrl } of CHANNEL_TYPES) {
      const address = defaultBaseUrl.replace('{region}', 'eu');
      expect(address === '' || (URL.canParse(address) && !address.endsWith('/'))).toBe(true);
    }
  });

  it('are filled with each model once', () => {
    for (const { models } of CHANNEL_TYPES) expect(new Set(models).size).toBe(models.length);
  });
});
