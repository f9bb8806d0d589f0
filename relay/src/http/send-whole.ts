import type { ServerResponse } from 'node:http';
import { passedHeaders } from '../upstream/answer-headers.ts';

/** Up to this size an answer leaves in one piece with its head. */
const ONE_PIECE_BYTES_MAX = 64 * 1024;

/**
 * Sends a whole good answer with the upstream's headers. Node joins head and body into one write only for text; as Latin-1 a small body is that
 * text, byte for byte, and a system call is saved.
 */
export function sendWhole(
  response: ServerResponse,
  { headers }: { readonly headers: Readonly<Record<string, string | string[] | undefined>> },
  body: Buffer,
): void {
  const passed = passedHeaders(headers);
  passed['content-length'] = body.length;
  response.writeHead(200, passed);
  if (body.length <= ONE_PIECE_BYTES_MAX) response.end(body.toString('latin1'), 'latin1');
  else response.end(body);
}
