import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import {
  OUTBOUND_BYTES_MAX,
  OUTBOUND_TIMEOUT_MS,
  type OutboundAnswer,
  type OutboundCall,
  type OutboundCalls,
  type OutboundFailure,
  type OutboundProblem,
  type OutboundPurpose,
} from '@ledgate/domain/ports/outbound-calls';
import { Client, type Dispatcher } from 'undici';
import { OUTBOUND_CALLS_MAX } from '../../limits.ts';
import { type AddressRule, addressRule } from './address-rule.ts';
import { lookUpName, type NameLookup } from './name-lookup.ts';
import { type OutboundTarget, refusalOf, targetOf } from './outbound-target.ts';

/** What has become of a call, for numbers. */
export type OutboundOutcome = 'answered' | OutboundProblem;

type Options = {
  /** Addresses and networks that may be called although they are private, by http too. */
  readonly allowed: readonly string[];
  readonly told?: (purpose: OutboundPurpose, outcome: OutboundOutcome) => void;
  readonly lookUp?: NameLookup;
  readonly timeoutMs?: number;
  readonly callsMax?: number;
  /** Certificates (PEM) that are trusted in place of those that Node knows. */
  readonly ca?: string;
};

/**
 * The one way out to addresses that a person has named (docs/architecture.md#calls-that-go-out). A name is looked up once, every address of it judged, and
 * one of these dialled, on a connection of the call's own: what a name server says a moment later is nothing to it. No redirect is followed.
 */
export class GuardedCalls implements OutboundCalls {
  readonly #rule: AddressRule;
  readonly #told: (purpose: OutboundPurpose, outcome: OutboundOutcome) => void;
  readonly #lookUp: NameLookup;
  readonly #timeoutMs: number;
  readonly #callsMax: number;
  readonly #ca: string | undefined;
  readonly #closing = new AbortController();
  #running = 0;

  constructor({
    allowed,
    told = () => undefined,
    lookUp = lookUpName,
    timeoutMs = OUTBOUND_TIMEOUT_MS,
    callsMax = OUTBOUND_CALLS_MAX,
    ca,
  }: Options) {
    this.#rule = addressRule(allowed);
    this.#told = told;
    this.#lookUp = lookUp;
    this.#timeoutMs = timeoutMs;
    this.#callsMax = callsMax;
    this.#ca = ca;
  }

  async ask(call: OutboundCall): Promise<OutboundAnswer | OutboundFailure> {
    const answer = await this.#within(call.signal, (limit) => this.#ask(call, limit));
    this.#told(call.purpose, answer.kind === 'answered' ? 'answered' : answer.problem);
    return answer;
  }

  async refusalOf(url: string, signal?: AbortSignal): Promise<OutboundFailure | undefined> {
    const found = await this.#within(signal, (limit) => this.#find(url, limit));
    return found.kind === 'failed' ? found : undefined;
  }

  /** Nothing is asked any more, and what is being asked ends. */
  close(): void {
    this.#closing.abort();
  }

  /** Work that counts as one of those that run, and has its time. What it throws is why it failed. */
  async #within<T>(
    signal: AbortSignal | undefined,
    work: (limit: AbortSignal) => Promise<T>,
  ): Promise<T | OutboundFailure> {
    if (this.#running >= this.#callsMax) return failed('busy');
    const time = AbortSignal.timeout(this.#timeoutMs);
    const ends = signal === undefined ? [this.#closing.signal] : [this.#closing.signal, signal];
    this.#running += 1;
    try {
      return await work(AbortSignal.any([time, ...ends]));
    } catch (cause) {
      if (cause instanceof Unfit) return failed(cause.problem, cause.cause);
      if (ends.some(({ aborted }) => aborted)) return failed('ended');
      return failed(time.aborted ? 'timeout' : 'unreachable', cause);
    } finally {
      this.#running -= 1;
    }
  }

  async #find(url: string, limit: AbortSignal): Promise<Found> {
    const target = targetOf(url);
    if (typeof target === 'string') throw new Unfit(target);
    const addresses = target.literal ? [target.host] : await untilAborted(this.#lookUp(target.host, limit), limit);
    const refusal = refusalOf(target, addresses, this.#rule);
    if (refusal !== undefined) throw new Unfit(refusal, addresses);
    return { kind: 'found', target, addresses };
  }

  async #ask(call: OutboundCall, limit: AbortSignal): Promise<OutboundAnswer> {
    const { target, addresses } = await this.#find(call.url, limit);
    const { url } = target;
    const ca = this.#ca === undefined ? {} : { ca: this.#ca };
    const client = new Client(url.origin, {
      connect: { timeout: this.#timeoutMs, lookup: onlyOf(addresses), ...ca },
      maxHeaderSize: HEAD_BYTES_MAX,
    });
    try {
      const answer = await client.request({
        method: call.method ?? (call.body === undefined ? 'GET' : 'POST'),
        path: `${url.pathname}${url.search}`,
        headers: { 'accept-encoding': 'identity', ...call.headers },
        body: call.body ?? null,
        signal: limit,
      });
      const headers = headersOf(answer.headers);
      const body = await bodyOf(answer, headers, call);
      return { kind: 'answered', status: answer.statusCode, headers, body };
    } finally {
      await client.destroy();
    }
  }
}

type Found = { readonly kind: 'found'; readonly target: OutboundTarget; readonly addresses: readonly string[] };

const HEAD_BYTES_MAX = 16 * 1024;

/** Ends a call for a reason that has a name. */
class Unfit extends Error {
  readonly problem: OutboundProblem;

  constructor(problem: OutboundProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

const failed = (problem: OutboundProblem, cause?: unknown): OutboundFailure => ({
  kind: 'failed',
  problem,
  ...(cause === undefined ? {} : { cause }),
});

/** Whoever looks names up need not listen. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
    if (signal.aborted) end();
  });
}

/** Looks nothing up: these are the addresses. */
const onlyOf =
  (addresses: readonly string[]): LookupFunction =>
  (_host, options, callback) => {
    const entries = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = entries;
    if (options.all === true || first === undefined) callback(null, entries);
    else callback(null, first.address, first.family);
  };

const headersOf = (headers: Dispatcher.ResponseData['headers']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value ?? ''].flat().join(', ')]),
  );

async function bodyOf(
  answer: Dispatcher.ResponseData,
  headers: Readonly<Record<string, string>>,
  { bytesMax = OUTBOUND_BYTES_MAX, hold = () => true }: OutboundCall,
): Promise<Buffer> {
  // One that is not read to its end fails when its connection is cut, and nobody minds.
  answer.body.on('error', () => undefined);
  if (Number(headers['content-length'] ?? 0) > bytesMax) throw new Unfit('too_large');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer.body) {
    const piece = chunk as Buffer;
    bytes += piece.length;
    if (bytes > bytesMax) throw new Unfit('too_large');
    if (!hold(piece.length)) throw new Unfit('no_room');
    chunks.push(piece);
  }
  return unpacked(Buffer.concat(chunks), headers['content-encoding'] ?? '', bytesMax, hold);
}

const DECODERS: ReadonlyMap<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = new Map(
  [
    ['gzip', promisify(gunzip)],
    ['br', promisify(brotliDecompress)],
    ['deflate', promisify(inflate)],
  ],
);

/** Of who packs although he was asked not to. */
async function unpacked(
  body: Buffer,
  encoding: string,
  bytesMax: number,
  hold: (bytes: number) => boolean,
): Promise<Buffer> {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return body;
  const decode = DECODERS.get(name);
  if (decode === undefined) throw new Unfit('unreadable');
  const plain = await decode(body, { maxOutputLength: bytesMax }).catch((cause: unknown) => {
    throw new Unfit((cause as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'unreadable', cause);
  });
  if (!hold(plain.length)) throw new Unfit('no_room');
  return plain;
}
