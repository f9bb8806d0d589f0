import type { ChannelTypeKey } from '@ledgate/domain/channel/channel-types';
import type { Received } from '@ledgate/relay/testing/fake-upstream';

/** What the model of every family says: a text in two pieces, and a call where there are tools. */
export const PIECES = ['I ', 'look.'] as const;
export const SAID = PIECES.join('');
export const TOOL = 'get_weather';
export const ARGUMENTS = { place: 'Rome "Città"' };
/** In place of the text where a structure was asked for. */
export const STRUCTURE = JSON.stringify({ place: 'Rome' });
export const SCHEMA = {
  type: 'object' as const,
  properties: { place: { type: 'string' as const } },
  required: ['place'],
  additionalProperties: false as const,
};
export const TOKENS = { prompt: 15, completion: 5 };

export type Told = { readonly pieces: readonly string[]; readonly hasCall: boolean };

/** A family of providers, as it speaks. */
export type Family = {
  readonly key: ChannelTypeKey;
  readonly model: string;
  readonly channel?: (upstream: string) => {
    readonly key?: string;
    readonly other?: string;
    readonly baseUrl?: string;
  };
  readonly hasTools: boolean;
  /** Whether a structure can be asked for, by a schema or in words. */
  readonly hasStructure: boolean;
  /** What is asked before a chat can be, such as an access token. */
  readonly beforehand?: { readonly path: string; readonly answer: object };
  readonly isStreamed: (received: Received) => boolean;
  /** What is answered at this path. */
  readonly whole: (told: Told, path: string) => object;
  readonly contentType?: string;
  /** Pieces of a stream's bytes. */
  readonly stream: (told: Told, path: string) => readonly (string | Buffer)[];
  /** What it answers to say that it failed, for each status that the caller is to hear. */
  readonly errors: readonly { readonly heard: number; readonly status: number; readonly body: object }[];
};

export const MESSAGE = 'on holiday';
