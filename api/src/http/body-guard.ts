import type { RequestHandler } from 'express';
import { BODY_PIECES_MAX, BODY_STANDSTILL_MS } from '../limits.ts';

/**
 * Ends the connection of a body that comes in more pieces than any program makes of it, or of which nothing comes any more: each piece costs some hundreds
 * of bytes however small it is, and whoever waits for the next one holds what has come. Nobody has signed in here yet. Stands right before what reads.
 */
export function bodyGuard(piecesMax = BODY_PIECES_MAX, standstillMs = BODY_STANDSTILL_MS): RequestHandler {
  return (request, _response, next) => {
    const { 'content-length': length = '0', 'transfer-encoding': framing } = request.headers;
    if (length !== '0' || framing !== undefined) {
      const cut = (): void => void request.destroy();
      const standstill = setTimeout(cut, standstillMs);
      let pieces = 0;
      request.on('data', () => {
        standstill.refresh();
        pieces += 1;
        if (pieces > piecesMax) cut();
      });
      request.once('end', () => clearTimeout(standstill));
      request.once('close', () => clearTimeout(standstill));
    }
    next();
  };
}
