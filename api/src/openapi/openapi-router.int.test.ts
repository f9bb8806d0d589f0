import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openApiDocument } from '../contract/openapi.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld();
});
afterAll(() => world.close());

const asked = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  world.client().call('GET', path, undefined, headers);

describe('the document of the interface', () => {
  it.each(['/api/openapi.json', '/api/openapi.json/'])('is of the running release, for everybody: %s', async (path) => {
    const { status, headers, json } = await asked(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(json).toEqual(JSON.parse(JSON.stringify(openApiDocument('test'))));
    expect(json['info']).toMatchObject({ version: 'test' });
  });

  it('is sent once: who has it is told so', async () => {
    for (const path of ['/api/openapi.json', '/api/docs']) {
      const { headers } = await asked(path);
      expect(headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
      const again = await asked(path, { 'If-None-Match': headers.get('etag') ?? '' });
      expect([again.status, again.text]).toEqual([304, '']);
    }
  });
});

describe('its page', () => {
  it('has every operation, and nothing of it comes from elsewhere or runs', async () => {
    const { status, headers, text } = await asked('/api/docs', { Accept: 'text/html' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+=*'; /);
    expect(text).not.toMatch(/<script|https?:\/\/|<[^>]+ (?:src|on\w+|style)=/i);
    const paths = openApiDocument('test')['paths'] as Record<string, Record<string, unknown>>;
    const operations = Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
    expect(text.split('<details>').length - 1).toBe(operations);
    for (const path of Object.keys(paths)) expect(text).toContain(`</span> ${path}</code>`);
  });

  it('speaks the language of who asks', async () => {
    const titles = await Promise.all(
      ['en', 'zh-CN'].map(async (language) => (await asked('/api/docs', { 'Accept-Language': language })).text),
    );
    expect(titles[0]).toContain('<title>Interface · Ledgate</title>');
    expect(titles[1]).toContain('<title>接口文档 · Ledgate</title>');
  });
});
