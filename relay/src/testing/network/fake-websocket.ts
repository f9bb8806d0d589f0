import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

const HANDSHAKE_ID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** A server's frame: never masked. Up to 65,535 bytes. */
export function serverFrame(opcode: number, text: string | Buffer, isFinal = true): Buffer {
  const payload = Buffer.from(text);
  const head = payload.length < 126 ? Buffer.alloc(2) : Buffer.alloc(4);
  head[0] = (isFinal ? 0x80 : 0) | opcode;
  head[1] = payload.length < 126 ? payload.length : 126;
  if (head.length === 4) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}

/** What one caller has sent. `frames`: opcodes and payloads, unmasked. */
export type Visitor = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly socket: Socket;
  readonly frames: [number, string][];
  isGone: boolean;
};

/** A provider's WebSocket under a test's control: `play` is told of each text that comes. Where `refuses` says a status, none is opened. */
export class FakeWebSocket {
  readonly visitors: Visitor[] = [];
  play: (visitor: Visitor, text: string) => void = () => {};
  refuses: { readonly status: number; readonly text: string } | undefined;
  /** What is answered to the key of a request. */
  accept = (key: string): string => createHash('sha1').update(`${key}${HANDSHAKE_ID}`).digest('base64');
  readonly #server = createServer();

  static async open(): Promise<FakeWebSocket> {
    const fake = new FakeWebSocket();
    fake.#server.on('upgrade', (request, socket: Socket) => {
      socket.on('error', () => {});
      if (fake.refuses !== undefined) {
        const { status, text } = fake.refuses;
        socket.end(
          `HTTP/1.1 ${status} No\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
        );
        return;
      }
      const accept = fake.accept(String(request.headers['sec-websocket-key']));
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      const visitor: Visitor = { path: request.url ?? '', headers: request.headers, socket, frames: [], isGone: false };
      fake.visitors.push(visitor);
      for (const gone of ['end', 'close'])
        socket.on(gone, () => {
          visitor.isGone = true;
        });
      socket.on('data', (chunk: Buffer) => fake.#hear(visitor, chunk));
    });
    fake.#server.listen(0, '127.0.0.1');
    await once(fake.#server, 'listening');
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const { socket } of this.visitors) socket.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Callers of tests send short frames, each in one piece. */
  #hear(visitor: Visitor, chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      const length = (chunk[at + 1] ?? 0) & 0x7f;
      const long = length === 126 ? chunk.readUInt16BE(at + 2) : length;
      const mask = at + (length === 126 ? 4 : 2);
      const payload = chunk
        .subarray(mask + 4, mask + 4 + long)
        .map((byte, index) => byte ^ (chunk[mask + (index % 4)] ?? 0));
      const opcode = (chunk[at] ?? 0) & 0x0f;
      const text = Buffer.from(payload).toString();
      visitor.frames.push([opcode, text]);
      if (opcode === 1) this.play(visitor, text);
      at = mask + 4 + long;
    }
  }
}
