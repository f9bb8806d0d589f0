import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import type { ErrorFormOf } from '../errors/error-form.ts';
import { RelayError } from '../errors/relay-error.ts';
import { PIPELINED_CALLS_MAX } from '../limits.ts';
import { sendError } from './send-error.ts';

/**
 * Looks after calls that wait behind another answer of their connection (pipelining): Node tells an answer that its connection has ended only when its
 * turn has come, so those that wait would be played to their end for nobody. Here their `close` comes with the connection's.
 * At most `callsMax` calls run on one connection: the next is answered 429 in its turn, and then the connection is closed; who sends twice as many
 * loses it at once. `formOf`: how errors are said. Goes behind what gives each request its id, and before what answers.
 */
export function connectionCalls(formOf: ErrorFormOf, callsMax = PIPELINED_CALLS_MAX): RequestHandler {
  const waitingOn = new WeakMap<Socket, Set<ServerResponse>>();
  return (request, response, next) => {
    // It is this answer's turn, as it is for every call that is not pipelined.
    if (response.socket !== null) {
      next();
      return;
    }
    const { socket } = request;
    let waiting = waitingOn.get(socket);
    if (waiting === undefined) waitingOn.set(socket, (waiting = waitersOn(socket)));
    if (socket.destroyed) return abandon(response);
    const others = waiting;
    others.add(response);
    response.once('socket', () => others.delete(response));
    // One more has its turn.
    if (others.size < callsMax) {
      next();
      return;
    }
    if (others.size >= 2 * callsMax) return void socket.destroy();
    response.setHeader('Connection', 'close');
    sendError(request, response, tooMany(callsMax), formOf(request.path));
  };
}

/** Ends an answer that nobody takes: with its connection, or in its turn where it waits. Whoever works for it hears `close` at once. */
export function abandon(response: ServerResponse): void {
  const waits = response.socket === null && !response.destroyed;
  response.destroy();
  if (waits) response.emit('close');
}

/** One listener a connection, however many calls come. */
function waitersOn(socket: Socket): Set<ServerResponse> {
  const waiting = new Set<ServerResponse>();
  socket.once('close', () => {
    for (const response of waiting) abandon(response);
    waiting.clear();
  });
  return waiting;
}

const tooMany = (callsMax: number): RelayError =>
  RelayError.own(429, 'too_many_pipelined_calls', `at most ${callsMax} calls may run on one connection at a time`);
