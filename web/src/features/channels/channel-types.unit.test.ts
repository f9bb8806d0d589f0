import { describe, expect, it } from '@jest/globals';
import { CHANNEL_TYPES, channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { keyExample, typeChoices, typeName } from './channel-types.ts';

describe('channel types in the form', () => {
  it('are those that are offered, and what the channel has', () => {
    const old = channelTypeNamed('aiProxy');
    const codes = (choices: ReturnType<typeof typeChoices>) => choices.map(([value]) => value);
    expect(codes(typeChoices(channelTypeNamed('openai')))).not.toContain(String(old.code));
    expect(codes(typeChoices(old))).toEqual(CHANNEL_TYPES.map(({ code }) => String(code)));
  });

  it('show how their keys are written', () => {
    expect(keyExample(channelTypeNamed('openai').keyShape)).toBeUndefined();
    expect(keyExample(channelTypeNamed('xunfei').keyShape)).toBe('APPID|APISecret|APIKey');
    expect(keyExample(channelTypeNamed('vertex').keyShape)).toMatch(/^\{/u);
  });

  it('have a name also when this release does not know them', () => {
    expect(typeName(channelTypeNamed('palm').code)).toBe('PaLM2');
    expect(typeName(999)).toBe('#999');
  });
});
