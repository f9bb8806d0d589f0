import {
  type handleClientStreamingCall,
  type handleBidiStreamingCall,
  type handleUnaryCall,
  status,
} from '@grpc/grpc-js';
import statuses from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
  DeleteReq,
  DeleteResp,
  TombstoneReq,
  TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import type { Caller, DoubleAccess } from './double-access.ts';
import type { DoubleFaults } from './double-faults.ts';
import type { DoubleLog, Expectation, LogOutcome } from './double-log.ts';
import type { ProposedEvent } from './double-log-line.ts';
import {
  accessDenied,
  appendAnswer,
  batchAnswer,
  batchExpectationOf,
  expectationOf,
  failure,
  nameOf,
  notAuthenticated,
  proposedOf,
  streamDeleted,
} from './double-messages.ts';

export type DoubleParts = {
  readonly log: DoubleLog;
  readonly access: DoubleAccess;
  readonly faults: DoubleFaults;
  cut(): void;
};

type Answer =
  LogOutcome | { readonly outcome: 'denied' } | { readonly outcome: 'not-ready' } | { readonly outcome: 'silence' };

/** Counts what was asked, for tests that look at how appends travel. */
export type AppendCounts = { batchPath: number; plainPath: number; readonly eventsOfAppends: number[] };

export class DoubleAppends {
  readonly counts: AppendCounts = { batchPath: 0, plainPath: 0, eventsOfAppends: [] };
  readonly #parts: DoubleParts;

  constructor(parts: DoubleParts) {
    this.#parts = parts;
  }

  /** One call an append: what the client uses when it is given credentials. */
  readonly append: handleClientStreamingCall<AppendReq, AppendResp> = (call, callback) => {
    const caller = this.#parts.access.callerOf(call.metadata);
    let options: AppendReq.Options | undefined;
    const events: ProposedEvent[] = [];
    call.on('data', (request: AppendReq) => {
      options ??= request.getOptions();
      const message = request.getProposedMessage();
      if (message !== undefined) events.push(proposedOf(message));
    });
    call.on('error', () => undefined);
    call.on('end', () => {
      this.counts.plainPath += 1;
      if (options === undefined) return callback(failure(status.INVALID_ARGUMENT, 'no options'));
      if (caller === undefined) return callback(notAuthenticated());
      const [stream, expected] = [nameOf(options.getStreamIdentifier()), expectationOf(options)];
      return void this.#append(caller, stream, expected, events).then(
        (answer) => {
          if (answer.outcome === 'silence') return;
          if (answer.outcome === 'denied') callback(accessDenied());
          else if (answer.outcome === 'deleted') callback(streamDeleted(stream));
          else if (answer.outcome === 'not-ready') callback(failure(status.UNAVAILABLE, 'Server Is Not Ready'));
          else callback(null, appendAnswer(answer, expected));
        },
        () => callback(failure(status.UNAVAILABLE, 'the log cannot be written')),
      );
    });
  };

  /** One long call for all appends of a client, each in one or several messages joined by a correlation id. */
  readonly batchAppend: handleBidiStreamingCall<BatchAppendReq, BatchAppendResp> = (call) => {
    const caller = this.#parts.access.callerOf(call.metadata);
    const unfinished = new Map<string, { options: BatchAppendReq.Options; events: ProposedEvent[] }>();
    if (caller === undefined) {
      call.emit('error', notAuthenticated());
      return;
    }
    call.on('error', () => undefined);
    call.on('end', () => call.end());
    call.on('data', (request: BatchAppendReq) => {
      const correlationId = request.getCorrelationId();
      const key = correlationId?.getString() ?? '';
      const options = request.getOptions();
      if (options !== undefined) unfinished.set(key, { options, events: [] });
      const append = unfinished.get(key);
      if (append === undefined) return;
      append.events.push(...request.getProposedMessagesList().map(proposedOf));
      if (!request.getIsFinal()) return;
      unfinished.delete(key);
      this.counts.batchPath += 1;
      const [stream, expected] = [nameOf(append.options.getStreamIdentifier()), batchExpectationOf(append.options)];
      void this.#append(caller, stream, expected, append.events).then(
        (answer) => {
          if (answer.outcome === 'silence' || call.cancelled) return;
          if (answer.outcome === 'not-ready') call.write(notReady(request));
          else call.write(batchAnswer(correlationId, stream, expected, answer));
        },
        () => call.emit('error', failure(status.UNAVAILABLE, 'the log cannot be written')),
      );
    });
  };

  readonly tombstone: handleUnaryCall<TombstoneReq, TombstoneResp> = (call, callback) => {
    const caller = this.#parts.access.callerOf(call.metadata);
    const stream = nameOf(call.request.getOptions()?.getStreamIdentifier());
    if (caller === undefined) callback(notAuthenticated());
    else if (!this.#parts.access.mayDelete(caller, stream)) callback(accessDenied());
    else
      this.#parts.log.tombstone(stream).then(
        () => callback(null, new streams.TombstoneResp()),
        (error: Error) => callback(error),
      );
  };

  /** Hiding a stream's events, which can be undone, is refused to everybody: nothing in the product does it. */
  readonly delete: handleUnaryCall<DeleteReq, DeleteResp> = (call, callback) => {
    const caller = this.#parts.access.callerOf(call.metadata);
    if (caller === undefined) callback(notAuthenticated());
    else if (!this.#parts.access.mayDelete(caller, nameOf(call.request.getOptions()?.getStreamIdentifier())))
      callback(accessDenied());
    else callback(failure(status.UNIMPLEMENTED, 'the double only deletes for ever'));
  };

  async #append(
    caller: Caller,
    stream: string,
    expected: Expectation,
    events: readonly ProposedEvent[],
  ): Promise<Answer> {
    const { access, faults, log, cut } = this.#parts;
    await faults.gate();
    this.counts.eventsOfAppends.push(events.length);
    if (!access.mayWrite(caller, stream)) return { outcome: 'denied' };
    if (faults.takeRefusal()) return { outcome: 'not-ready' };
    if (faults.takeCutBeforeWrite()) {
      cut();
      return { outcome: 'silence' };
    }
    const outcome = await log.append(stream, expected, events);
    if (faults.takeLostAnswer()) return { outcome: 'silence' };
    if (faults.takeCutAfterWrite()) {
      cut();
      return { outcome: 'silence' };
    }
    return outcome;
  }
}

/** On this path the client does not know the error and says "Could not recognize" with its message. */
function notReady(request: BatchAppendReq): BatchAppendResp {
  const details = new any.Any();
  details.setTypeUrl('type.googleapis.com/google.protobuf.Empty');
  const error = new statuses.Status();
  error.setMessage('Server Is Not Ready');
  error.setDetails(details);
  const answer = new streams.BatchAppendResp();
  answer.setCorrelationId(request.getCorrelationId());
  answer.setStreamIdentifier(request.getOptions()?.getStreamIdentifier());
  answer.setError(error);
  return answer;
}
