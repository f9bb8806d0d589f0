import { type handleServerStreamingCall, type ServerWritableStream, status } from '@grpc/grpc-js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Caller } from './double-access.ts';
import type { DoubleParts } from './double-appends.ts';
import type { StoredEvent } from './double-log-line.ts';
import {
  accessDenied,
  caughtUpAnswer,
  confirmationAnswer,
  eventAnswer,
  failure,
  nameOf,
  notAuthenticated,
  notFoundAnswer,
  streamDeleted,
  unknownFailure,
} from './double-messages.ts';

type ReadCall = ServerWritableStream<ReadReq, ReadResp>;
export type ReadCounts = { calls: number; events: number };
type Range = { readonly isForwards: boolean; readonly count: number };

const FORWARDS = 0;

/**
 * Reads of a stream and of all, and the subscription to all, with the boundaries as measured (docs/eventstoredb.md#reads,
 * docs/eventstoredb.md#subscriptions).
 */
export class DoubleReads {
  /** Counts what was asked and sent, for tests that look at what a question costs; without subscriptions. */
  readonly counts: ReadCounts = { calls: 0, events: 0 };
  readonly #parts: DoubleParts;

  constructor(parts: DoubleParts) {
    this.#parts = parts;
  }

  readonly read: handleServerStreamingCall<ReadReq, ReadResp> = (call) => {
    this.#read(call).catch((error: unknown) => {
      if (!call.cancelled) call.emit('error', error);
    });
  };

  async #read(call: ReadCall): Promise<void> {
    const caller = this.#parts.access.callerOf(call.metadata);
    if (caller === undefined) throw notAuthenticated();
    await this.#parts.faults.gate();
    const options = call.request.getOptions();
    const [stream, all] = [options?.getStream(), options?.getAll()];
    if (options === undefined || options.hasFilter())
      throw failure(status.UNIMPLEMENTED, 'the double reads without filters');
    const count = Number(options.getCount());
    const isForwards = options.getReadDirection() === FORWARDS;
    if (!options.hasSubscription()) this.counts.calls += 1;
    if (stream !== undefined) await this.#readStream(call, caller, stream, { isForwards, count });
    else if (all === undefined) throw failure(status.INVALID_ARGUMENT, 'neither a stream nor all');
    else if (!this.#parts.access.mayRead(caller, '$all')) throw accessDenied();
    else if (options.hasSubscription()) return this.#subscribe(call, all);
    else await this.#readAll(call, all, { isForwards, count });
    call.end();
  }

  async #readStream(
    call: ReadCall,
    caller: Caller,
    options: ReadReq.Options.StreamOptions,
    { isForwards, count }: Range,
  ): Promise<void> {
    const name = nameOf(options.getStreamIdentifier());
    if (!this.#parts.access.mayRead(caller, name)) throw accessDenied();
    if (this.#parts.log.isTombstoned(name)) throw streamDeleted(name);
    const all = this.#parts.log.stream(name);
    const events = this.#parts.log.visible(name);
    if (all === undefined || events === undefined) {
      await send(call, notFoundAnswer(name));
      return;
    }
    const last = all.length - 1;
    const from = options.hasStart() ? 0 : options.hasEnd() ? last : Number(options.getRevision());
    const chosen = isForwards
      ? events.filter(({ revision }) => revision >= from).slice(0, count)
      : from > last
        ? []
        : events
            .filter(({ revision }) => revision <= from)
            .slice(-count)
            .toReversed();
    await this.#sendEvents(call, chosen);
  }

  async #readAll(call: ReadCall, options: ReadReq.Options.AllOptions, { isForwards, count }: Range): Promise<void> {
    const { log } = this.#parts;
    if (count < 1) throw unknownFailure('Unexpected ReadAllResult: Error');
    const from = Number(options.getPosition()?.getCommitPosition() ?? 0);
    const index = options.hasStart() ? 0 : options.hasEnd() ? log.length : log.indexOf(from);
    const isNoEvent = options.hasPosition() && index < log.length && log.at(index)?.position !== from;
    if (isForwards && isNoEvent) throw unknownFailure('Unexpected ReadAllResult: InvalidPosition');
    const length = Math.min(count, isForwards ? log.length - index : index);
    const indexes = Array.from({ length }, (_, step) => (isForwards ? index + step : index - 1 - step));
    await this.#sendEvents(
      call,
      indexes.map((each) => log.at(each)).filter((event) => event !== undefined),
    );
  }

  /** Ends when the client goes. From a position: exclusive. */
  async #subscribe(call: ReadCall, options: ReadReq.Options.AllOptions): Promise<void> {
    const { log } = this.#parts;
    const position = options.getPosition();
    let index = options.hasStart()
      ? 0
      : position === undefined
        ? log.length
        : log.indexOf(Number(position.getCommitPosition()) + 1);
    let isGone = false;
    let wake = (): void => {};
    const stopListening = log.onVisible(() => wake());
    call.on('cancelled', () => {
      isGone = true;
      wake();
    });
    call.on('close', () => {
      isGone = true;
      wake();
    });
    await send(call, confirmationAnswer());
    for (let isCaughtUp = false; !isGone && !call.cancelled;) {
      const event = log.at(index);
      if (event !== undefined) {
        await send(call, eventAnswer(event));
        index += 1;
      } else if (isCaughtUp) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else {
        isCaughtUp = true;
        await send(call, caughtUpAnswer());
      }
    }
    stopListening();
  }

  async #sendEvents(call: ReadCall, events: readonly StoredEvent[]): Promise<void> {
    for (const event of events) {
      if (call.cancelled) return;
      await send(call, eventAnswer(event));
      this.counts.events += 1;
    }
  }
}

const GOES_ON = ['drain', 'cancelled', 'close'] as const;

/** Waits while the client does not keep up. */
async function send(call: ReadCall, answer: ReadResp): Promise<void> {
  if (call.cancelled || call.write(answer)) return;
  await new Promise<void>((resolve) => {
    const goOn = (): void => {
      for (const event of GOES_ON) call.off(event, goOn);
      resolve();
    };
    for (const event of GOES_ON) call.on(event, goOn);
  });
}
