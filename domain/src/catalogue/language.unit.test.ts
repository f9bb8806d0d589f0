import { describe, expect, it } from '@jest/globals';
import { languageOf } from './language.ts';

describe('languageOf', () => {
  it.each([
    [{}, 'en'],
    [{ 'accept-language': 'zh-CN,zh;q=0.9' }, 'zh'],
    [{ 'accept-language': 'en-US,zh' }, 'en'],
    [{ 'accept-language': 'en', 'new-api-lang': 'zh' }, 'zh'],
    [{ 'accept-language': 'zhuang' }, 'en'],
  ])('of %j is %s', (headers, language) => {
    expect(languageOf(headers)).toBe(language);
  });
});
