import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RelayError } from './relay-error.ts';
import { saidIn } from './said-in.ts';
import { TEXTS_ZH } from './texts-zh.ts';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const FACT = /\{\w+\}/g;

const sources = (folder: string): readonly string[] =>
  readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('texts-zh.ts'))
    .map((name) => readFileSync(join(SOURCES, folder, name), 'utf8'));
const zh = (error: RelayError): string => saidIn('zh', error).message;

describe('an error of our own', () => {
  it('is said in Chinese where that is asked for, and is the same otherwise', () => {
    const error = RelayError.field('messages[0].content', 'must be a text');
    expect(saidIn('en', error)).toBe(error);
    expect(saidIn('zh', error)).toEqual(error.withMessage('messages[0].content: 必须是文本'));
    expect(saidIn('zh', error)).toMatchObject({
      status: 400,
      code: 'invalid_text_request',
      param: 'messages[0].content',
      ownCode: 'invalid_text_request',
      retryable: false,
    });
  });

  it.each([
    [RelayError.access(403, 'model', 'this API key may not use model gpt-4o'), '此 API 密钥不能使用模型 gpt-4o'],
    [RelayError.unavailable('the ledger cannot be reached'), '无法连接账本；没有扣费，请重试'],
    [RelayError.noRoom(), '正在运行的大请求过多；没有扣费，请重试'],
    [RelayError.tooMany('too many pictures are being fetched'), '正在获取的图片过多'],
    [RelayError.field('n', 'must be a whole number from 1 to 128'), 'n: 必须是 1 到 128 的整数'],
    [RelayError.field('', 'the body is not valid JSON'), '请求体不是有效的 JSON'],
    [
      RelayError.field(
        'contents[0].parts[0].foo',
        "parts with foo can be used only with channels that speak Gemini's own protocol",
      ),
      'contents[0].parts[0].foo: 含 foo 的部分只能用于支持 Gemini 协议的渠道',
    ],
    [
      RelayError.attempt(
        500,
        'convert_request_failed',
        "this channel is not set up properly: the channel's key must be a|b",
      ),
      '此渠道设置不正确：渠道的密钥形式必须是 a|b',
    ],
    [
      RelayError.own(
        403,
        'x',
        'the balance is too low: 5 available, 9 needed; pictures are fetched only for who has a balance',
      ),
      '余额不足：可用 5，需要 9；要获取图片，须有余额',
    ],
    [
      RelayError.rateLimited(
        'this API key with the model a may make 3 requests a minute, which is reached; please try again in 7 s',
        7,
      ),
      '此 API 密钥（模型 a）每分钟可发 3 个请求，已达上限，请在 7 秒后重试',
    ],
    [
      RelayError.own(502, 'bad_response', 'the answer of the upstream holds more than 500000 objects and lists'),
      '上游的回答的对象和列表超过 500000 个',
    ],
    // What stands in a name is a name.
    [RelayError.own(404, 'model_not_found', 'the model $& does not exist'), '模型 $& 不存在'],
  ])('has its facts in its Chinese text: %#', (error, text) => {
    expect(zh(error)).toBe(text);
  });

  it("is left as it is where it is an upstream's, or nobody has said it in Chinese", () => {
    const told = { message: 'this API key is not valid', type: 'x', param: null, code: 'y' };
    const upstream = RelayError.ofUpstream(401, told, false, '');
    expect(saidIn('zh', upstream)).toBe(upstream);
    const unknown = RelayError.own(400, 'x', 'toString');
    expect(saidIn('zh', unknown)).toBe(unknown);
    const long = RelayError.own(404, 'x', `the model ${'m'.repeat(3_000)} does not exist`);
    expect(saidIn('zh', long)).toBe(long);
  });
});

describe('the table of Chinese texts', () => {
  it('has in each text the facts that its English one has', () => {
    const unlike = Object.entries(TEXTS_ZH).filter(([english, text]) => {
      const facts = (of: string): string => (of.match(FACT) ?? []).toSorted().join();
      return facts(english) !== facts(text);
    });
    expect(unlike).toEqual([]);
  });

  it('is Chinese', () => {
    expect(Object.values(TEXTS_ZH).filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
  });

  it.each(['access', 'errors', 'http', 'models', 'wire'])('has a row for what is said in %s to callers', (folder) => {
    const said = sources(folder).flatMap((source) =>
      [...source.matchAll(/RelayError\.\w+\(([^;]*?)\)[;,\n]/gs)].flatMap(([, given = '']) =>
        [...given.matchAll(/'((?:[^'\\\n]|\\.)+ (?:[^'\\\n]|\\.)+)'|`([^`]+ [^`]+)`/g)].map(([, plain, template]) =>
          (plain ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, 'X1'),
        ),
      ),
    );
    const sentences = said.filter((text) => /[a-z]+ [a-z]+ [a-z]+/.test(text));
    expect(sentences.length).toBeGreaterThan(0);
    const error = (message: string): RelayError => RelayError.own(400, 'x', message);
    expect(sentences.filter((message) => saidIn('zh', error(message)).message === message)).toEqual([]);
  });
});
