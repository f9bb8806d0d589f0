import { describe, expect, it } from '@jest/globals';
import { languageOf } from './language.ts';

describe('languageOf', () => {
  it.each([
    [{}, 'en'],
    [{ 'accept-language': 'zh-CN,zh;q=0.9' }, 'zh'],
    [{ 'accept-language': 'en-US,zh' }, 'en'],
    [{ 'accept-language': 'en', 'new-api-lang': 'zh' }, 'zh'],
    [{ 'accept-language': 'zhuang' }, 'en'],
    [{ 'accept-language': 'en;q=0.5, ZH-hant;q=0.9' }, 'zh'],
    [{ 'accept-language': 'fr, zh;q=0.8, en; q=0.7' }, 'zh'],
    [{ 'accept-language': 'fr, de' }, 'en'],
    [{ 'accept-language': 'zh;q=0, *' }, 'en'],
    [{ 'accept-language': 'zh;q=x' }, 'zh'],
    [{ 'accept-language': 'zh', 'new-api-lang': 'en' }, 'en'],
  ])('of %j is %s', (headers, language) => {
    expect(languageOf(headers)).toBe(language);
  });
});
