import type { IncomingMessage } from 'node:http';
import { DRAIN_BYTES_MAX, DRAIN_MS_MAX } from '../limits.ts';

/**
 * Reads and throws away what a caller is still sending, so that it gets to read the answer instead of a reset connection. What comes beyond
 * the limits ends the connection.
 */
export function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let bytes = 0;
  const giveUp = setTimeout(() => request.destroy(), DRAIN_MS_MAX);
  giveUp.unref();
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DRAIN_BYTES_MAX) request.destroy();
  });
  request.on('close', () => clearTimeout(giveUp));
  request.on('end', () => clearTimeout(giveUp));
  request.on('error', () => {});
  request.resume();
}
