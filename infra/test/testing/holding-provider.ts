import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const ANSWER = JSON.stringify({
  id: 'chatcmpl-held',
  object: 'chat.completion',
  created: 1,
  model: 'held',
  choices: [{ index: 0, message: { role: 'assistant', content: 'done' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

/** A provider that takes requests whole, keeps nothing of them, and answers none before it is told to. */
export class HoldingProvider {
  readonly #held = new Set<ServerResponse>();
  readonly #server: Server = createServer((request, response) => {
    request.resume();
    request.on('end', () => this.#held.add(response));
    response.once('close', () => this.#held.delete(response));
  });

  /** Requests that wait for their answers. */
  get held(): number {
    return this.#held.size;
  }

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Answers all that it holds now. */
  release(): void {
    for (const response of this.#held) response.setHeader('Content-Type', 'application/json').end(ANSWER);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
