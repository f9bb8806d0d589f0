import type { Priced } from '@ledgate/domain/pricing/reckon';
import type { Attempt } from '@ledgate/domain/till/charge';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { RelayError } from '../errors/relay-error.ts';
import type { AnswerStream, ReadAnswer, Refusal } from '../modes/answer.ts';
import type { Dialect, ForeignDialect } from '../modes/dialect.ts';
import type { Mode, Requests } from '../modes/mode.ts';
import type { Credentials } from '../upstream/short-lived-keys.ts';
import type { AnswerHead } from '../upstream/upstream-attempt.ts';
import type { UpstreamRequest } from '../upstream/upstream-request.ts';

/** One call for one channel. `dialect` is the caller's; `model` is the name after the channel's mapping. */
export type Call<M extends Mode = Mode> = {
  readonly mode: M;
  readonly dialect: Dialect;
  readonly channel: ChannelView;
  readonly model: string;
  readonly request: Requests[M];
  /** By what it is charged; undefined where nobody pays for it, as for a test. */
  readonly priced: Priced | undefined;
  /** When it is made, in milliseconds since 1970. */
  readonly atMs: number;
  /** Whether it goes where its conversation was served last; left out where there is none, or nothing is known of it. */
  readonly affinity?: Attempt['affinity'] | undefined;
};

/** An answer that is no stream, of any status; its body is decoded. */
export type WholeAnswer = { readonly head: AnswerHead; readonly body: Buffer };

/** How one kind of upstream is spoken to in one mode: bytes in, bytes out, no I/O. */
export interface Adapter<M extends Mode> {
  /**
   * What goes up: a promise only where a short-lived key has to be asked for, or where a signer answers with one. Throws or rejects with BadChannel when
   * the channel's own fields do not make a request, with UnsupportedRequest when the caller's do not, and with what `credentials` gives in place of a key.
   */
  request(call: Call<M>, credentials: Credentials): UpstreamRequest | Promise<UpstreamRequest>;
  /** Of status 200. Undefined when the bytes are no answer. */
  readAnswer(answer: WholeAnswer, call: Call<M>): ReadAnswer | Refusal | undefined;
  /** What of the caller's own words went up, where that is not the body of the inner request: an upstream may repeat them in its errors. */
  sentWords?(call: Call<M>): unknown;
  /** In which form the body goes up, where that is not OpenAI's. */
  form?(call: Call<M>): Dialect;
  /** It signs the body, and has made of it what the channel does (sentBody): for others that is done when their request is sent. */
  readonly signsBody?: true;
  /** It writes a request anew, which takes room beside the body that came. */
  readonly converts?: true;
  /** It takes pictures as bytes alone: in `request` those that the caller names by address stand as data URLs, which were fetched for it. */
  readonly picturesAsBytes?: true;
  /** Of modes that stream, where the caller asked for a stream. */
  openStream?(call: Call<M>, head: AnswerHead): AnswerStream;
  /** Whether an answer of status 200 is a stream, by its head. Without it: server-sent events are. What is compressed is never one. */
  streams?(head: AnswerHead): boolean;
}

type Adapters = { readonly [M in Mode]?: Adapter<M> };

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
  readonly adapters: Adapters;
  /** Dialects that the upstream speaks itself, by mode: the caller's bytes pass, and so do the answer's. */
  readonly native?: { readonly [D in ForeignDialect]?: Adapters };
  /** Whether it speaks one of these to a model. Without it: each to every model. */
  speaks?(dialect: ForeignDialect, model: string): boolean;
  /** An error in the provider's own shape, of a status other than 200; undefined: it is read like everybody's. */
  readError?(answer: WholeAnswer, channel: ChannelView): RelayError | undefined;
  /** The status due to an error that came with another one than 200; undefined: its own. */
  dueStatus?(answer: WholeAnswer): number | undefined;
  readonly policy?: Policy;
};
