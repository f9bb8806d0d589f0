import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PATHS_OF_PROGRAMS } from '@ledgate/domain/catalogue/paths-of-programs';
import express, { type RequestHandler } from 'express';
import { createPagesRouter } from './pages.ts';
import { createExpressServer } from './server.ts';

/** What the build puts beside the document. */
const LOGO = join(import.meta.dirname, '..', '..', '..', '..', 'web', 'public', 'logo.png');

describe('createPagesRouter', () => {
  let url: string;
  let counted = 0;
  let close = () => {};

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pages-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<title>the console</title>');
    writeFileSync(join(folder, 'assets', 'main-1a2b.js'), 'export {};');
    copyFileSync(LOGO, join(folder, 'logo.png'));
    const count: RequestHandler = (_request, _response, next) => {
      counted += 1;
      next();
    };
    const server = createExpressServer(express().use(createPagesRouter(folder, count))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    close = () => {
      server.closeAllConnections();
      server.close();
    };
  });

  afterAll(() => close());

  it.each(['/', '/login', '/channel/edit/7', '/no/such/page'])(
    'answers %s with the console, which is not kept',
    async (path) => {
      const answer = await fetch(`${url}${path}`);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('the console');
      expect(answer.headers.get('Cache-Control')).toBe('no-cache');
    },
  );

  it('answers the default logo with a picture, which older consoles ask for', async () => {
    const answer = await fetch(`${url}/logo.png`);
    expect(answer.headers.get('Content-Type')).toBe('image/png');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });

  it('answers hashed assets from the folder, to be kept for a week, and does not count them', async () => {
    const before = counted;
    const answer = await fetch(`${url}/assets/main-1a2b.js`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Cache-Control')).toContain('max-age=604800');
    expect(counted).toBe(before);
  });

  it.each(['/assets/gone-3c4d.js', '/api/nothing', ...PATHS_OF_PROGRAMS.map((path) => `${path}/nothing`)])(
    'answers %s with 404 in the shape of OpenAI',
    async (path) => {
      const answer = await fetch(`${url}${path}`);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
    },
  );
});
