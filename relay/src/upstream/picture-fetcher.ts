import type { Log } from '@ledgate/domain/ports/log';
import type {
  OutboundAnswer,
  OutboundCall,
  OutboundCalls,
  OutboundFailure,
} from '@ledgate/domain/ports/outbound-calls';
import type { UserId } from '@ledgate/domain/shared/ids';
import type { RelayView } from '@ledgate/projections/directory/relay-view';
import { RelayError } from '../errors/relay-error.ts';
import {
  PICTURE_BYTES_MAX,
  PICTURE_COPIES,
  PICTURES_AT_ONCE,
  PICTURES_BYTES_MAX,
  PICTURES_MAX,
  PICTURES_OF_USER_AT_ONCE,
  PICTURES_TIMEOUT_MS,
} from '../limits.ts';
import { pictureType } from './picture-type.ts';

type Ports = { readonly outbound: OutboundCalls; readonly view: Pick<RelayView, 'options'>; readonly log: Log };

/** A picture that a request names by address; `field` is where. */
type Wanted = { readonly url: string; readonly field: string };

/** For whom pictures are fetched. `hold`: takes room for so many bytes, or says that there is none. `signal`: he has left. */
type PictureAsker = {
  readonly userId: UserId;
  readonly hold: (bytes: number) => boolean;
  readonly signal: AbortSignal;
};

const MIB = 1024 * 1024;

/** Pictures by address, for upstreams that take their bytes alone (docs/behaviour.md#pictures-by-address). */
export class PictureFetcher {
  readonly #ports: Ports;
  /** How many are being fetched, by user. */
  readonly #running = new Map<UserId, number>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Data URLs by address, or why one of them cannot be had: then the others are left. Never rejects. */
  async fetch(wanted: readonly Wanted[], asker: PictureAsker): Promise<ReadonlyMap<string, string> | RelayError> {
    const fields = new Map<string, string>();
    for (const { url, field } of wanted) {
      if (!fields.has(url) && fields.size === PICTURES_MAX)
        return RelayError.field(field, `a request may have at most ${PICTURES_MAX} pictures by address`);
      if (!fields.has(url)) fields.set(url, field);
    }
    return new Fetching(this.#ports, this.#running, asker).all([...fields]);
  }
}

/** The pictures of one request. */
class Fetching {
  readonly #ports: Ports;
  readonly #running: Map<UserId, number>;
  readonly #asker: PictureAsker;
  readonly #time = AbortSignal.timeout(PICTURES_TIMEOUT_MS);
  readonly #failing = new AbortController();
  readonly #signal: AbortSignal;
  readonly #fetched = new Map<string, string>();
  #failure: RelayError | undefined;
  #bytes = 0;

  constructor(ports: Ports, running: Map<UserId, number>, asker: PictureAsker) {
    this.#ports = ports;
    this.#running = running;
    this.#asker = asker;
    this.#signal = AbortSignal.any([this.#time, this.#failing.signal, asker.signal]);
  }

  async all(wanted: (readonly [url: string, field: string])[]): Promise<ReadonlyMap<string, string> | RelayError> {
    const next = async (): Promise<void> => {
      for (let one = wanted.shift(); one !== undefined && this.#failure === undefined; one = wanted.shift())
        await this.#one(...one);
    };
    await Promise.all(Array.from({ length: PICTURES_AT_ONCE }, next));
    return this.#failure ?? this.#fetched;
  }

  async #one(url: string, field: string): Promise<void> {
    const { userId } = this.#asker;
    const running = this.#running.get(userId) ?? 0;
    if (running >= PICTURES_OF_USER_AT_ONCE)
      return this.#fail(RelayError.tooMany('as many pictures are being fetched for this user as may at a time'));
    this.#running.set(userId, running + 1);
    const picture = await this.#picture(url, field);
    const left = (this.#running.get(userId) ?? 1) - 1;
    if (left === 0) this.#running.delete(userId);
    else this.#running.set(userId, left);
    if (picture instanceof RelayError) this.#fail(picture);
    else this.#fetched.set(url, picture);
  }

  #fail(error: RelayError): void {
    this.#failure ??= error;
    this.#failing.abort();
  }

  async #picture(url: string, field: string): Promise<string | RelayError> {
    const answer = await this.#asked(url, field);
    if (answer instanceof RelayError) return answer;
    if (answer.kind === 'failed') return this.#refusal(answer, url, field);
    const { status, headers } = answer;
    if (status >= 300 && status < 400)
      return RelayError.field(field, `${shown(url)} sends elsewhere (status ${status}), which is not followed`);
    if (status !== 200) return RelayError.field(field, `${shown(url)} answered with status ${status}`);
    const body = Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.byteLength);
    const type = pictureType(body, headers['content-type'] ?? '');
    return type === undefined
      ? RelayError.field(field, `${shown(url)} is no picture that a model reads`)
      : `data:${type};base64,${body.toString('base64')}`;
  }

  /** By the operator's worker where he has one: it sees no address that we would not ask. */
  async #asked(url: string, field: string): Promise<OutboundAnswer | OutboundFailure | RelayError> {
    const { outbound, view } = this.#ports;
    const { options } = view;
    const limits = { bytesMax: PICTURE_BYTES_MAX, hold: this.#hold, signal: this.#signal };
    if (options.WorkerUrl === '') return outbound.ask({ purpose: 'picture', url, ...limits });
    const refusal = await outbound.refusalOf(url, this.#signal);
    if (refusal !== undefined) return this.#refusal(refusal, url, field);
    return this.#byWorker({ url: `${options.WorkerUrl}/`, ...limits }, url, options.WorkerValidKey);
  }

  async #byWorker(
    call: Omit<OutboundCall, 'purpose'>,
    url: string,
    key: string,
  ): Promise<OutboundAnswer | OutboundFailure | RelayError> {
    const headers = { 'content-type': 'application/json' };
    const answer = await this.#ports.outbound.ask({
      purpose: 'picture',
      ...call,
      headers,
      body: JSON.stringify({ url, key }),
    });
    if (answer.kind === 'answered' || !WORKERS_OWN.has(answer.problem)) return answer;
    this.#ports.log.warn({ problem: answer.problem, err: answer.cause }, 'the worker that fetches pictures failed');
    return RelayError.own(502, 'picture_worker_failed', 'pictures by address cannot be fetched at the moment');
  }

  readonly #hold = (bytes: number): boolean => {
    this.#bytes += bytes;
    return this.#bytes <= PICTURES_BYTES_MAX && this.#asker.hold(PICTURE_COPIES * bytes);
  };

  #refusal({ problem, cause }: OutboundFailure, url: string, field: string): RelayError {
    switch (problem) {
      case 'url':
        return RelayError.field(field, 'must be an https address without a name and password in it, or a data URL');
      case 'plain':
        return RelayError.field(field, `${shown(url)} must be an https address`);
      case 'private':
        this.#ports.log.warn({ userId: this.#asker.userId, addresses: cause }, 'a picture is at a private address');
        return RelayError.field(field, `${shown(url)} is at no public address`);
      // The same text: whoever asks must not learn which names a private network has.
      case 'unknown_host':
        return RelayError.field(field, `${shown(url)} is at no public address`);
      case 'too_large':
        return RelayError.field(field, `${shown(url)} is larger than ${PICTURE_BYTES_MAX / MIB} MiB`);
      case 'no_room':
        return this.#bytes > PICTURES_BYTES_MAX
          ? RelayError.field(field, `the pictures by address are together larger than ${PICTURES_BYTES_MAX / MIB} MiB`)
          : RelayError.noRoom();
      case 'busy':
        return RelayError.unavailable('too many pictures are being fetched');
      case 'timeout':
      case 'ended':
        return RelayError.field(field, `${shown(url)} took too long`);
      case 'unreachable':
      case 'unreadable':
        return RelayError.field(field, `${shown(url)} could not be read`);
    }
  }
}

/** The worker cannot be asked, whatever the picture. */
const WORKERS_OWN: ReadonlySet<unknown> = new Set([
  'url',
  'plain',
  'private',
  'unknown_host',
  'unreachable',
  'unreadable',
]);

const SHOWN_CHARACTERS_MAX = 200;

/** An address without what may let somebody in: signatures stand behind the question mark. */
function shown(url: string): string {
  if (!URL.canParse(url)) return 'it';
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}`.slice(0, SHOWN_CHARACTERS_MAX) + (search === '' ? '' : '?...');
}
