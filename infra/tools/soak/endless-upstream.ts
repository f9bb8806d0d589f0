import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const WORD_EVERY_MS = 100;
const WORDS_MAX = 600;
const word = `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content: ' word' } }] })}\n\n`;

/** A provider whose streams go on for a minute and whose whole answers come as late: whoever leaves must be let go of long before. */
export class EndlessUpstream {
  /** Calls that nobody has let go of. */
  running = 0;
  readonly #server: Server = createServer((request, response) => {
    this.running += 1;
    let words = 0;
    let body = '';
    request.setEncoding('latin1').on('data', (part: string) => {
      body += part;
    });
    const timer = setInterval(() => {
      words += 1;
      if (words >= WORDS_MAX) return void response.end();
      if (!body.includes('"stream":true')) return;
      if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(word);
    }, WORD_EVERY_MS);
    response.once('close', () => {
      clearInterval(timer);
      this.running -= 1;
    });
  });

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
