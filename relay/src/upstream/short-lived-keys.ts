import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { SharedShortLivedKeys } from '@ledgate/projections/directory/short-lived-keys';
import { LRUCache } from 'lru-cache';
import { BadChannel } from '../errors/bad-channel.ts';
import { RelayError } from '../errors/relay-error.ts';
import {
  SHORT_LIVED_KEY_ANSWER_BYTES_MAX,
  SHORT_LIVED_KEY_MARGIN_MS,
  SHORT_LIVED_KEY_TIMEOUT_MS,
  SHORT_LIVED_KEYS_ASKED_MAX,
  SHORT_LIVED_KEYS_MAX,
} from '../limits.ts';
import { alsoMask } from './channel-secret.ts';
import { SharedKeys, type UsableKey } from './shared-key.ts';
import { askUpstream, type UpstreamQuestion, type UpstreamReply } from './ask-upstream.ts';
import { upstreamError } from './upstream-error.ts';
import { UpstreamBusy } from './upstream-busy.ts';

/** `lastsMs`: from when it was asked for. */
type ShortLivedKey = { readonly value: string; readonly lastsMs: number };

/**
 * Where a provider gives short-lived keys for a channel's own: what it is asked, and what its answer of status 200 says (undefined: no key). `proof`: what of
 * the question stands for the own key, where it is not told itself.
 */
export type KeySource = {
  question(): Pick<UpstreamQuestion, 'url' | 'method' | 'headers' | 'body'> & { readonly proof?: string };
  read(text: string): ShortLivedKey | undefined;
};

/** One attempt of a call on its channel. */
type Asking = { readonly channel: ChannelView };

/** Keys that a provider gives for a channel's own, and that expire. */
export interface Credentials {
  /** The kept one, else one that is asked for: once, however many calls want it. Throws or rejects with NoShortLivedKey, UpstreamBusy and BadChannel. */
  shortLivedKey(call: Asking, source: KeySource): string | Promise<string>;
}

/** The provider gave no key. `status` is that of its answer, 0 when none came; `error` is what callers hear, and another channel may do better. */
export class NoShortLivedKey extends Error {
  override readonly name = 'NoShortLivedKey';
  readonly status: number;
  readonly error: RelayError;

  constructor(status: number, error: RelayError, cause?: unknown) {
    super(error.message, { cause });
    this.status = status;
    this.error = error;
  }
}

type ShortLivedKeysLimits = { readonly keysMax: number; readonly askedMax: number; readonly timeoutMs: number };

type Options = {
  readonly ask?: (question: UpstreamQuestion) => Promise<UpstreamReply>;
  /** Monotonic milliseconds. */
  readonly nowMs?: () => number;
  readonly limits?: Partial<ShortLivedKeysLimits>;
  /** Those of all relays; without it each has its own. */
  readonly shared?: SharedShortLivedKeys | undefined;
  /** What is shared cannot be asked. */
  readonly onError?: (error: unknown) => void;
};

/** What has come for calls that wait; `wasKept`: another relay had asked for it. */
type Come = { readonly value: string; readonly wasKept: boolean };

/**
 * A channel's short-lived key in memory, by all that it depends on, until shortly before it expires, and where it is shared in the directory too. Of too many
 * the one unused for longest goes.
 */
export class ShortLivedKeys implements Credentials {
  readonly #ask: (question: UpstreamQuestion) => Promise<UpstreamReply>;
  readonly #nowMs: () => number;
  readonly #askedMax: number;
  readonly #timeoutMs: number;
  readonly #kept: LRUCache<string, { readonly value: string; readonly untilMs: number }>;
  readonly #asked = new Map<string, Promise<Come>>();
  /** Keys that had been kept, by the calls that were given them. */
  readonly #givenKept = new WeakMap<Asking, string>();
  /** What was not taken any more, of each the last. */
  readonly #outworn: LRUCache<string, string>;
  readonly #shared: SharedKeys | undefined;
  readonly #closing = new AbortController();

  constructor({
    ask = askUpstream,
    nowMs = () => performance.now(),
    limits = {},
    shared,
    onError = () => undefined,
  }: Options = {}) {
    const { signal } = this.#closing;
    this.#shared = shared === undefined ? undefined : new SharedKeys({ shared, onError, signal });
    this.#ask = ask;
    this.#nowMs = nowMs;
    this.#askedMax = limits.askedMax ?? SHORT_LIVED_KEYS_ASKED_MAX;
    this.#timeoutMs = limits.timeoutMs ?? SHORT_LIVED_KEY_TIMEOUT_MS;
    const max = limits.keysMax ?? SHORT_LIVED_KEYS_MAX;
    this.#kept = new LRUCache({ max });
    this.#outworn = new LRUCache({ max });
  }

  shortLivedKey(call: Asking, source: KeySource): string | Promise<string> {
    const { channel } = call;
    const name = nameOf(channel);
    const kept = this.#kept.get(name);
    if (kept !== undefined && this.#nowMs() < kept.untilMs) {
      this.#givenKept.set(call, kept.value);
      return kept.value;
    }
    return this.#coming(name, channel, source).then(({ value, wasKept }) => {
      if (wasKept) this.#givenKept.set(call, value);
      return value;
    });
  }

  #coming(name: string, channel: ChannelView, source: KeySource): Promise<Come> {
    const asked = this.#asked.get(name);
    if (asked !== undefined) return asked;
    if (this.#asked.size >= this.#askedMax || this.#closing.signal.aborted)
      throw new UpstreamBusy(`${this.#askedMax} short-lived keys are being asked for`);
    const coming = this.#fetch(name, channel, source).finally(() => this.#asked.delete(name));
    this.#asked.set(name, coming);
    return coming;
  }

  /**
   * The upstream did not take the key of this call: the next one asks for another. Answers whether that tells of the channel's own key: not where a
   * short-lived one had been kept, which may have ended before its time.
   */
  refused(call: Asking): boolean {
    const name = nameOf(call.channel);
    const given = this.#givenKept.get(call);
    const kept = this.#kept.get(name)?.value;
    const outworn = given ?? kept;
    if (outworn !== undefined) this.#outworn.set(name, outworn);
    if (given === undefined || kept === given) this.#kept.delete(name);
    return given === undefined;
  }

  /** Nothing is asked any more, and what is being asked ends. */
  close(): void {
    this.#closing.abort();
  }

  async #fetch(name: string, channel: ChannelView, source: KeySource): Promise<Come> {
    const ask = (timeoutMs: number): Promise<UsableKey> => this.#given(channel, source, timeoutMs);
    const wanted = { place: name, outworn: this.#outworn.get(name), timeoutMs: this.#timeoutMs, ask };
    const key =
      this.#shared === undefined ? { ...(await ask(this.#timeoutMs)), wasKept: false } : await this.#shared.get(wanted);
    alsoMask(channel.key, key.value);
    this.#kept.set(name, { value: key.value, untilMs: this.#nowMs() + key.lastsMs });
    return key;
  }

  /** By the provider. */
  async #given(channel: ChannelView, source: KeySource, timeoutMs: number): Promise<UsableKey> {
    const askedAt = this.#nowMs();
    const reply = await this.#reply(channel, source, timeoutMs);
    if (reply.status !== 200) throw refused(reply, channel);
    const key = reply.text === undefined ? undefined : source.read(reply.text);
    if (key === undefined) throw new NoShortLivedKey(200, noKey());
    const keptMs = key.lastsMs - Math.min(SHORT_LIVED_KEY_MARGIN_MS, key.lastsMs / 2);
    return { value: key.value, lastsMs: keptMs - (this.#nowMs() - askedAt) };
  }

  async #reply(channel: ChannelView, source: KeySource, timeoutMs: number): Promise<UpstreamReply> {
    const { proxy } = channel.setting;
    const { proof, ...question } = source.question();
    if (proof !== undefined) alsoMask(channel.key, proof);
    try {
      return await this.#ask({
        ...question,
        proxy: typeof proxy === 'string' ? proxy : '',
        timeoutMs,
        bytesMax: SHORT_LIVED_KEY_ANSWER_BYTES_MAX,
        signal: this.#closing.signal,
      });
    } catch (error) {
      if (error instanceof BadChannel) throw error;
      const unreachable = RelayError.attempt(500, 'do_request_failed', 'the upstream could not be asked for a key');
      throw new NoShortLivedKey(0, unreachable, error);
    }
  }
}

const nameOf = ({ type, baseUrl, other, setting, key }: ChannelView): string =>
  [type, baseUrl, other, setting['proxy'] ?? '', key].join('\n');

/** 400 is how a key that is not taken is told (RFC 6749, 5.2): the request was made here, and its caller has nothing to do with it. */
function refused({ status: told, text = '' }: UpstreamReply, channel: ChannelView): NoShortLivedKey {
  const status = told === BAD_REQUEST ? UNAUTHORIZED : told;
  return new NoShortLivedKey(
    status,
    upstreamError({ status, statusText: '', headers: {} }, Buffer.from(text), channel),
  );
}

const BAD_REQUEST = 400;
const UNAUTHORIZED = 401;

const noKey = (): RelayError =>
  RelayError.attempt(502, 'bad_response', 'the upstream was asked for a key and answered with none');
