import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { RelayError } from '../errors/relay-error.ts';
import type { AnswerStream, ReadAnswer } from '../modes/answer.ts';
import type { Dialect, ForeignDialect } from '../modes/dialect.ts';
import type { Mode, Requests } from '../modes/mode.ts';
import type { AnswerHead } from '../upstream/upstream-attempt.ts';
import type { UpstreamRequest } from '../upstream/upstreams.ts';

/** One call for one channel. `dialect` is the caller's; `model` is the name after the channel's mapping. */
export type Call<M extends Mode = Mode> = {
  readonly mode: M;
  readonly dialect: Dialect;
  readonly channel: ChannelView;
  readonly model: string;
  readonly request: Requests[M];
};

/** An answer that is no stream, of any status; its body is decoded. */
export type WholeAnswer = { readonly head: AnswerHead; readonly body: Buffer };

/** How one kind of upstream is spoken to in one mode: bytes in, bytes out, no I/O. */
export interface Adapter<M extends Mode> {
  /**
   * What goes up. Throws BadChannel when the channel's own fields do not make a request, and UnsupportedRequest when the caller's do not. (Short-lived
   * keys would come as a second argument, kept by channel until they expire, and the request as a promise; an upstream that is a WebSocket would be
   * another kind of UpstreamRequest.)
   */
  request(call: Call<M>): UpstreamRequest;
  /** Undefined when the bytes are no answer. */
  readAnswer(answer: WholeAnswer, call: Call<M>): ReadAnswer | undefined;
  /** It writes a request anew, which takes room beside the body that came. */
  readonly converts?: true;
  /** Of modes that stream. */
  openStream?(call: Call<M>): AnswerStream;
}

/** What a provider's failures mean, where they mean more than everybody's. */
export type Policy = {
  /** A 400 may be the channel's own fault: another channel may do better, and its words may tell of an empty account. */
  readonly retriesBadRequest?: true;
  /** A 403 says that the channel's key or account is of no use any more. */
  readonly forbiddenMeansSpent?: true;
  /** It does not tell what a picture takes: those in a prompt are counted by a fixed figure, unseen. */
  readonly picturesUnseen?: true;
};

/** One kind of upstream: a folder that exports one of these; registry.ts knows it by the key of its channel type. */
export type Provider = {
  /** From and to OpenAI's form. */
  readonly adapters: { readonly [M in Mode]?: Adapter<M> };
  /** Dialects that the upstream speaks itself: the caller's bytes pass, and so do the answer's. */
  readonly native?: { readonly [D in ForeignDialect]?: Adapter<'chat'> };
  /** An error in the provider's own shape; undefined: it is read like everybody's. */
  readError?(answer: WholeAnswer, channel: ChannelView): RelayError | undefined;
  readonly policy?: Policy;
};
