import type { Usage } from '@ledgate/domain/till/charge';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { ChatRequest } from '../chat/chat-request.ts';
import type { UpstreamRequest } from '../upstream/upstreams.ts';

/** What a provider says that a call used, without where it came from. */
export type ReportedUsage = Omit<Usage, 'source'>;

/** What a model has produced, as far as it came: texts to count and tokens that are known without counting (contract C.5). */
export type Produced = {
  readonly texts: readonly string[];
  readonly fixedTokens: number;
  /** Of sound, beside the texts. */
  readonly soundTokens: number;
};

/** A whole answer. `usage` is undefined when the provider gave none, or zeros: then `produced` is counted. */
export type ReadAnswer = {
  readonly body: Buffer;
  readonly usage: ReportedUsage | undefined;
  readonly produced: () => Produced;
};

/** One chat for one channel. `model` is the name after the channel's mapping. */
export type ChatCall = { readonly channel: ChannelView; readonly model: string; readonly request: ChatRequest };

/**
 * An upstream's stream on its way to the caller, as a value: bytes in, bytes out. It never lets the end mark pass, since that may leave only
 * when the charge is durable.
 */
export interface ChatStream {
  /** Takes what has come and answers what the caller may have now: whole events, undefined when there are none. Throws EventTooLarge. */
  push(chunk: Buffer): Buffer | undefined;
  /** The upstream's end mark has come; nothing after it counts. */
  readonly ended: boolean;
  /** The upstream has closed its stream: what was still waiting for an event's end. */
  flush(): Buffer | undefined;
  /** After `flush`, without an end mark: whether the answer was whole all the same. */
  isWhole(): boolean;
  /** Undefined when the provider gave none, or zeros. */
  usage(): ReportedUsage | undefined;
  /** What came, for counting; undefined when nothing came that is an answer's part. */
  produced(): Produced | undefined;
  /** Produced text that may be counted now and forgotten, once there is much of it. */
  takeCountable(): string | undefined;
  /** The last bytes of a whole answer: the usage if the caller asked and has not seen it, and the end mark. */
  ending(usage: ReportedUsage): Buffer;
}

/** How one kind of upstream is spoken to. A provider is a folder that exports one of these; registry.ts knows it by channel type. */
export interface ChatProvider {
  /** Throws BadChannel when the channel's own fields do not make a request. */
  request(call: ChatCall): UpstreamRequest;
  /** Undefined when the bytes are no answer. */
  readAnswer(bytes: Buffer): ReadAnswer | undefined;
  openStream(call: ChatCall): ChatStream;
}

/** A channel whose fields (base URL, key, setting) cannot be used. The message names the field and never its value, since callers see it. */
export class BadChannel extends Error {
  override readonly name = 'BadChannel';
}

/** One event of a stream is larger than the limit. */
export class EventTooLarge extends Error {
  override readonly name = 'EventTooLarge';
}
