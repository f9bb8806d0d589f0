import { describe, expect, it } from '@jest/globals';
import { CHANNEL_TYPES, channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { en } from '../../shared/i18n/en.ts';
import { zh } from '../../shared/i18n/zh.ts';
import { keyExample, typeChoices, typeName } from './channel-types.ts';

describe('channel types in the form', () => {
  it('are those that are offered, and what the channel has', () => {
    const old = channelTypeNamed('aiProxy');
    const codes = (choices: ReturnType<typeof typeChoices>) => choices.map(([value]) => value);
    expect(codes(typeChoices(channelTypeNamed('openai'), en))).not.toContain(String(old.code));
    expect(codes(typeChoices(old, en))).toEqual(CHANNEL_TYPES.map(({ code }) => String(code)));
  });

  it('show how their keys are written', () => {
    expect(keyExample(channelTypeNamed('openai').keyShape)).toBeUndefined();
    expect(keyExample(channelTypeNamed('xunfei').keyShape)).toBe('APPID|APISecret|APIKey');
    expect(keyExample(channelTypeNamed('vertex').keyShape)).toMatch(/^\{/u);
  });

  it('have a name also when this release does not know them', () => {
    expect(typeName(channelTypeNamed('palm').code, en)).toBe('PaLM2');
    expect(typeName(channelTypeNamed('custom').code, zh)).toBe('自定义');
    expect(typeName(999, en)).toBe('#999');
  });
});
