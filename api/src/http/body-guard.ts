import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { BODY_BYTES_MAX, BODY_PIECES_MAX, BODY_REFUSED_DRAIN_MS, BODY_STANDSTILL_MS } from '../limits.ts';
import { languageOf } from '@ledgate/domain/catalogue/language';
import type { BodyRoom, NoRoom } from './body-room.ts';
import { sendProblem } from './send.ts';

/**
 * Ends the connection of a body that comes in more pieces than any program makes of it, or of which nothing comes any more: each piece costs some hundreds
 * of bytes however small it is, and whoever waits for the next one holds what has come. Nobody has signed in here yet. A body for which `room` has no place
 * is answered 503 or 429. Stands right before what reads.
 */
export function bodyGuard(
  room: BodyRoom,
  piecesMax = BODY_PIECES_MAX,
  standstillMs = BODY_STANDSTILL_MS,
): RequestHandler {
  return (request, response, next) => {
    if (hasBody(request)) {
      const address = networkOf(request.ip);
      const cut = (): void => void request.destroy();
      const standstill = setTimeout(cut, standstillMs);
      let pieces = 0;
      let held = 0;
      /** What is still coming is read and let go for a moment, so that the caller can read why. */
      const refuse = (code: NoRoom): void => {
        request.removeAllListeners('data').unpipe();
        sendProblem(response, { code }, languageOf(request.headers));
        request.resume();
        setTimeout(() => {
          if (!request.complete) cut();
        }, BODY_REFUSED_DRAIN_MS).unref();
      };
      request.on('data', (piece: Buffer) => {
        standstill.refresh();
        pieces += 1;
        if (pieces > piecesMax) return cut();
        // Of a packed body a kilobyte may be all that its reader takes.
        const unpacked = pieces === 1 && isPacked(request.headers['content-encoding']) ? BODY_BYTES_MAX : 0;
        const bytes = piece.length + unpacked;
        const noRoom = room.take(address, bytes, held + bytes);
        if (noRoom !== undefined) return refuse(noRoom);
        held += bytes;
      });
      request.once('end', () => clearTimeout(standstill));
      request.once('close', () => clearTimeout(standstill));
      response.once('close', () => room.giveBack(address, held));
    }
    next();
  };
}

/** Whether a body comes with a call, as its headers say. */
export const hasBody = ({
  headers: { 'content-length': length = '0', 'transfer-encoding': framing },
}: Request): boolean => length !== '0' || framing !== undefined;

/** Whose share a body is: an address, and of IPv6 a whole network (56 bits), as rate limits count it: who has one of its addresses has all of them. */
function networkOf(ip = ''): string {
  const [address = ''] = ip.split('%');
  return ipKeyGenerator(address);
}

/** Who has been refused while his body was read goes no further, nor does what its reader then misses. Stands right after what reads. */
export const unlessRefused: readonly [RequestHandler, ErrorRequestHandler] = [
  (_request, response, next) => {
    if (!response.headersSent) next();
  },
  (error, _request, response, next) => {
    if (!response.headersSent) next(error);
  },
];

const isPacked = (encoding: string | undefined): boolean =>
  encoding !== undefined && encoding.trim().toLowerCase() !== 'identity';
