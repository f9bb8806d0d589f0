import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import type { FakeApi } from '@ledgate/web/testing/fake-api';

const DIST = join(dirname(createRequire(import.meta.url).resolve('@ledgate/web/package.json')), 'dist');
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The built console with an api in memory behind it, on a port of loopback: what is measured is the browser's work. */
export async function serveConsole(api: FakeApi): Promise<{ readonly url: string; readonly server: Server }> {
  const kept = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname.startsWith('/api/')) {
      void answer(api, request, url).then(({ status, headers = {}, body }) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(JSON.stringify(body));
      });
      return;
    }
    const file = url.pathname.startsWith('/assets/') ? url.pathname : '/index.html';
    const bytes = kept.get(file) ?? gzipSync(readFileSync(join(DIST, file)));
    kept.set(file, bytes);
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'content-encoding': 'gzip',
      'cache-control': file === '/index.html' ? 'no-cache' : 'max-age=31536000, immutable',
    });
    response.end(bytes);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, server };
}

async function answer(api: FakeApi, request: IncomingMessage, url: URL) {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  return api.handle({ method: request.method ?? 'GET', url, body: text === '' ? undefined : JSON.parse(text) });
}
