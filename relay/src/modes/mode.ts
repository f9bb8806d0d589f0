import type { IncomingHttpHeaders } from 'node:http';
import type { Estimate } from '@ledgate/domain/pricing/estimate';
import type { Priced } from '@ledgate/domain/pricing/reckon';
import type { RelayError } from '../errors/relay-error.ts';
import type { PromptTexts } from '../usage/prompt-texts.ts';
import type { JsonObject } from '../wire/json.ts';
import type { Asked } from './asked.ts';
import type { ChatRequest } from './chat-request.ts';
import type { EmbeddingsRequest } from './embeddings-request.ts';
import type { FetchedPictures, PictureAddress } from './picture-addresses.ts';
import type { SentFacts } from './sent-facts.ts';

/** What a call asks for, by mode: the mode decides how it is reserved and measured, whoever answers. */
export type Requests = { readonly chat: ChatRequest; readonly embeddings: EmbeddingsRequest };
export type Mode = keyof Requests;

/**
 * What is reserved where the caller states no maximum of the answer: so many tokens (option PreConsumedQuota), or the most that the model writes, where that
 * is wanted (option ReserveOutput) and known.
 */
type Unstated = { readonly tokens: number; readonly completionMax: number | undefined };

/** What a mode adds to a metered call. Pure. `isNative`: the request goes up in its caller's own dialect, as he wrote it. */
export interface ModeRules<M extends Mode> {
  /** What has to be reserved: the most that the call may cost. */
  worstCase(request: Requests[M], priced: Priced, unstated: Unstated, isNative: boolean): Estimate;
  /** What a call costs that is known to have reached its upstream, and nothing more. */
  promptCharge(request: Requests[M], priced: Priced, isNative: boolean): Estimate;
  /** What is counted of the prompt where the upstream says nothing of its usage. `picturesUnseen`: the provider's policy. */
  promptTexts(request: Requests[M], model: string, picturesUnseen: boolean, isNative: boolean): PromptTexts;
  /** Where the caller's words stand: his body, as he wrote it. */
  words(request: Requests[M]): JsonObject;
  /** What a channel is tested with: as little as an upstream takes. `upstreamModel`: the name after the channel's mapping. */
  testRequest(model: string, upstreamModel: string): Requests[M] | RelayError;
  /** What it asks for beside tokens. Without it: nothing. */
  asked?(request: Requests[M], model: string): Asked;
  /** Pictures that the caller names by address, and the same request with the pictures in their place. Without them: there are none. */
  pictureAddresses?(request: Requests[M]): readonly PictureAddress[];
  withPictures?(request: Requests[M], pictures: FetchedPictures): Requests[M];
  /** Which conversation it goes on with, told from those of others by `whose`; undefined where no provider would gain by knowing it again. */
  conversation?(request: Requests[M], headers: IncomingHttpHeaders, whose: string): string | undefined;
  /** The same request, reckoned by what its channel makes of it. Without it: nothing that a channel may change decides on its price. */
  withSent?(request: Requests[M], sent: SentFacts): Requests[M];
  /** How hard the model is asked to think, as it goes up; undefined where nobody says. */
  reasoningEffort?(request: Requests[M], model: string, isNative: boolean): string | undefined;
}
