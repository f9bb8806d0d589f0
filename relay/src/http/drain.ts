import type { IncomingMessage } from 'node:http';
import { DRAIN_BYTES_MAX, DRAIN_MS_MAX, UPLOAD_STANDSTILL_MS } from '../limits.ts';

/**
 * Reads and throws away what a caller is still sending, so that it gets to read the answer instead of a reset connection. What comes beyond
 * the limits, and an upload that stands still, ends the connection.
 */
export function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let bytes = 0;
  const giveUp = (): void => void request.destroy();
  const limits = [setTimeout(giveUp, DRAIN_MS_MAX), setTimeout(giveUp, UPLOAD_STANDSTILL_MS)];
  const [, standstill] = limits;
  for (const limit of limits) limit.unref();
  const end = (): void => limits.forEach((limit) => clearTimeout(limit));
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    standstill?.refresh();
    if (bytes > DRAIN_BYTES_MAX) request.destroy();
  });
  request.on('close', end);
  request.on('end', end);
  request.on('error', () => {});
  request.resume();
}
