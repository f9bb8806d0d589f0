import { Socket } from 'node:net';
import type { buildConnector } from 'undici';

const CONTINUE = /^HTTP\/1\.[01] 100 /;
const CONTINUE_BYTES = 'HTTP/1.1 100 '.length;
const HEAD_END = '\r\n\r\n';
/** A head of an interim answer that is longer is none. */
const HEAD_BYTES_MAX = 4_096;

/**
 * Connections on which a `100 Continue` that nobody asked for is passed over: undici takes it for the end of the connection. It stands at the
 * beginning of what is read, since it comes before the answer; raw line ends in that order cannot stand inside of JSON.
 */
export const ignoringContinue =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...outcome) => {
      // Of a failure undici tells its error alone.
      if (outcome[1] instanceof Socket) passOverContinue(outcome[1]);
      callback(...outcome);
    });

function passOverContinue(socket: Socket): void {
  const read = socket.read.bind(socket);
  let held: Buffer | undefined;
  socket.read = (size?: number): unknown => {
    for (;;) {
      const chunk: unknown = read(size);
      if (!Buffer.isBuffer(chunk)) return chunk;
      const bytes = held === undefined ? chunk : Buffer.concat([held, chunk]);
      held = undefined;
      if (!mayBeContinue(bytes)) return bytes;
      const end = bytes.indexOf(HEAD_END);
      if (end < 0 && bytes.length < HEAD_BYTES_MAX) held = bytes;
      else if (end < 0) return bytes;
      else if (end + HEAD_END.length < bytes.length) return bytes.subarray(end + HEAD_END.length);
    }
  };
}

/** '1' at the place of the status' first digit and '0' at the next tell all but one answer in very many apart. */
const mayBeContinue = (bytes: Buffer): boolean =>
  bytes[9] === 0x31 && bytes[10] === 0x30 && CONTINUE.test(bytes.toString('latin1', 0, CONTINUE_BYTES));
