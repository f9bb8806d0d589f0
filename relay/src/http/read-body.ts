import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { RelayError } from '../errors/relay-error.ts';
import { BROTLI_WINDOW_BYTES_MAX, UNPACKED_PIECE_BYTES } from '../limits.ts';
import type { BodyShare } from './body-memory.ts';
import { GatheredBytes } from '../wire/gathered-bytes.ts';
import type { Standstill, Watched } from './standstill.ts';

const PIECES = { chunkSize: UNPACKED_PIECE_BYTES };
const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(PIECES),
  'x-gzip': () => createGunzip(PIECES),
  br: () => createBrotliDecompress(PIECES),
  deflate: () => createInflate(PIECES),
};

/** The caller left before its request was whole. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';
}

type BodyReading = {
  /** Holds for what is sent and for what it unpacks to. */
  readonly bytesMax: number;
  /** Above so many a body is read only after `mayBeLarge`. */
  readonly smallBytes: number;
  /** Ends an upload of which nothing comes. */
  readonly standstill: Standstill;
  /** Counts what is held, as it comes. */
  readonly share: BodyShare;
  /** Whether this caller has what a large body asks for; asked once at most. Nothing is read meanwhile. */
  readonly mayBeLarge: () => Promise<RelayError | undefined>;
};

/**
 * A request's body, read once, unpacked from gzip, br or deflate as it comes. Answers 413 beyond `bytesMax`, 503 where the share has no room, 408
 * when the upload stands still, and what `mayBeLarge` says; what is still coming is left for the answer's sender to drain. Throws CallerGone.
 */
export async function readBody(request: IncomingMessage, reading: BodyReading): Promise<Buffer | RelayError> {
  const stated = Number(request.headers['content-length'] ?? 0);
  if (stated > reading.bytesMax) return tooLarge(reading);
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const isPacked = encoding !== 'identity';
  if (isPacked && !Object.hasOwn(unpackers, encoding))
    return RelayError.field('', `Content-Encoding ${encoding} is not supported; gzip, br and deflate are`);
  const isLarge = stated > reading.smallBytes;
  if (isLarge) {
    const refusal = await reading.mayBeLarge();
    if (refusal !== undefined) return refusal;
  }
  if (request.destroyed && !request.complete) throw new CallerGone();
  return new BodyReader(request, reading, isPacked ? encoding : undefined, isLarge).read();
}

class BodyReader implements Watched {
  movedMs = 0;
  readonly #request: IncomingMessage;
  readonly #reading: BodyReading;
  readonly #encoding: string | undefined;
  readonly #unpacker: Transform | undefined;
  readonly #body: GatheredBytes;
  #sentBytes = 0;
  #isAllowed: boolean;
  #isOver = false;
  #resolve: (outcome: Buffer | RelayError) => void = () => {};
  #reject: (error: Error) => void = () => {};

  constructor(request: IncomingMessage, reading: BodyReading, encoding: string | undefined, isAllowed: boolean) {
    this.#request = request;
    this.#reading = reading;
    this.#encoding = encoding;
    this.#unpacker = encoding === undefined ? undefined : unpackers[encoding]?.();
    this.#isAllowed = isAllowed;
    const stated = request.headers['content-length'];
    this.#body = new GatheredBytes(encoding === undefined && stated !== undefined ? Number(stated) : Infinity);
  }

  read(): Promise<Buffer | RelayError> {
    const outcome = new Promise<Buffer | RelayError>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const request = this.#request;
    this.#reading.standstill.watch(this);
    request.on('data', this.#onSent);
    request.on('end', () => {
      this.#reading.standstill.leave(this);
      if (this.#unpacker === undefined) this.#end(this.#body.whole());
      else if (!this.#isOver) this.#unpacker.end();
    });
    request.on('error', () => this.#end(new CallerGone()));
    request.on('close', () => {
      if (!request.complete) this.#end(new CallerGone());
    });
    this.#listenToUnpacker();
    return outcome;
  }

  #listenToUnpacker(): void {
    const unpacker = this.#unpacker;
    if (unpacker === undefined) return;
    unpacker.on('data', (piece: Buffer) => {
      // A decoder of brotli keeps what it has put out last, to repeat it.
      const isKeptTwice = this.#encoding === 'br' && this.#body.length < BROTLI_WINDOW_BYTES_MAX;
      this.#take(piece, isKeptTwice ? piece.length : 0);
    });
    unpacker.on('end', () => this.#end(this.#body.whole()));
    unpacker.on('error', () => this.#end(RelayError.field('', `the body is not valid ${this.#encoding}`)));
    unpacker.on('drain', () => {
      this.#watch();
      this.#request.resume();
    });
  }

  readonly #onSent = (piece: Buffer): void => {
    if (this.#isOver) return;
    this.movedMs = performance.now();
    this.#sentBytes += piece.length;
    if (this.#unpacker === undefined) this.#take(piece);
    else if (this.#sentBytes > this.#reading.bytesMax) this.#end(tooLarge(this.#reading));
    else if (!this.#unpacker.write(piece)) {
      this.#reading.standstill.leave(this);
      this.#request.pause();
    }
  };

  /** @param keptBytes what the decoder holds of it besides */
  #take(piece: Buffer, keptBytes = 0): void {
    if (this.#isOver) return;
    const { bytesMax, share } = this.#reading;
    if (this.#body.length + piece.length > bytesMax) return this.#end(tooLarge(this.#reading));
    if (!share.hold(piece.length, keptBytes)) return this.#end(RelayError.noRoom());
    this.#body.add(piece);
    if (this.#isAllowed || !share.isLarge) return;
    this.#isAllowed = true;
    void this.#askWhetherItMay();
  }

  async #askWhetherItMay(): Promise<void> {
    const source = this.#unpacker ?? this.#request;
    source.pause();
    this.#reading.standstill.leave(this);
    try {
      const refusal = await this.#reading.mayBeLarge();
      if (refusal !== undefined) return this.#end(refusal);
    } catch (error) {
      return this.#end(error as Error);
    }
    if (this.#isOver) return;
    this.#watch();
    source.resume();
  }

  /** While the caller is to send more: that unpacking takes its time is no fault of his. */
  #watch(): void {
    const isWaiting = this.#unpacker?.writableNeedDrain === true;
    if (!this.#isOver && !isWaiting && !this.#request.complete) this.#reading.standstill.watch(this);
  }

  stoodStill(): void {
    const { standstill, share } = this.#reading;
    const seconds = Math.round(standstill.maxMs / 1_000);
    share.refused('standstill');
    this.#end(RelayError.own(408, 'request_timeout', `nothing of the body has come for ${seconds} s`));
  }

  #end(outcome: Buffer | RelayError | Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#reading.standstill.leave(this);
    this.#unpacker?.destroy();
    if (!Buffer.isBuffer(outcome)) this.#body.free();
    if (outcome instanceof Error) this.#reject(outcome);
    else this.#resolve(outcome);
  }
}

function tooLarge({ bytesMax, share }: Pick<BodyReading, 'bytesMax' | 'share'>): RelayError {
  share.refused('too_large');
  return RelayError.own(413, 'request_too_large', `the body is larger than ${Math.floor(bytesMax / (1024 * 1024))} MB`);
}
