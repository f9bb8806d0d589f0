import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { JsonObject } from '../../wire/json.ts';
import type { Adapter, Call } from '../provider.ts';

/** By role, which members of a message are known; `developer` is not, and becomes `system`. Others stay behind. */
export type MessageRules = {
  readonly members: Readonly<Record<'system' | 'user' | 'assistant' | 'tool', readonly string[]>>;
  /** A call's id that is not one as it stands; the same for its result. */
  readonly callId?: (id: string) => string;
  /** The value of a part `image_url`. */
  readonly picture?: (image: JsonObject) => JsonObject;
  /** Of an answer in an earlier turn: thoughts go up again. Without it they stay behind. */
  readonly thoughtsOf?: (answer: JsonObject) => boolean;
};

/**
 * What a provider that speaks almost like OpenAI takes and says otherwise; what is not named is as OpenAI's. One row a provider (`rows.ts`).
 * Functions throw UnsupportedRequest for what the provider cannot be asked.
 */
export type Compatible = {
  /** The members of a body that it knows, since it refuses others: those stay behind. Without it everything goes up. */
  readonly members?: readonly string[];
  /** Its names for members of OpenAI's. */
  readonly renames?: Readonly<Record<string, string>>;
  /** By its own name: a value as it takes it, undefined to leave it out. */
  readonly values?: Readonly<Record<string, (value: unknown, call: Call<'chat'>) => unknown>>;
  readonly messages?: MessageRules;
  /** It takes pictures as bytes alone. */
  readonly picturesAsBytes?: true;
  /** What has to be said in words, before everything else. */
  readonly instruction?: (body: JsonObject) => string | undefined;
  /** Its embeddings, where they are unlike OpenAI's. */
  readonly embeddings?: Adapter<'embeddings'>;
  /** What goes as bearer in place of the channel's key; undefined: it asks for none. */
  readonly bearer?: (channel: ChannelView, atMs: number) => string | undefined;
  /**
   * A completion, a chunk, or a failure that came with status 200, in OpenAI's form: the object itself where it is so already. Only what has one of the marks
   * in its bytes is looked at.
   */
  readonly inOpenAi?: {
    readonly marks: readonly string[];
    readonly of: (answer: JsonObject, isChunk: boolean) => JsonObject;
  };
};
