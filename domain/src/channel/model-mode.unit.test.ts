import { describe, expect, it } from '@jest/globals';
import { CHANNEL_TYPES, type ChannelMode } from './channel-types.ts';
import { modeNamedBy } from './model-mode.ts';

describe('the mode of a model by its name', () => {
  it.each<readonly [string, ChannelMode | undefined]>([
    ['text-embedding-3-small', 'embeddings'],
    ['Embedding-V1', 'embeddings'],
    ['BAAI/bge-m3', 'embeddings'],
    ['BAAI/bge-reranker-v2-m3', 'rerank'],
    ['jina-reranker-v2-base-multilingual', 'rerank'],
    ['omni-moderation-latest', 'moderations'],
    ['dall-e-3', 'images'],
    ['gpt-image-1', 'images'],
    ['black-forest-labs/FLUX.1-dev', 'images'],
    ['whisper-1', 'transcription'],
    ['@cf/openai/whisper', 'transcription'],
    ['gpt-4o-mini-transcribe', 'transcription'],
    ['tts-1-hd', 'speech'],
    ['gpt-4o-mini-tts', 'speech'],
    ['gpt-4o-realtime-preview', 'realtime'],
    ['gpt-3.5-turbo-instruct', 'completions'],
    ['davinci-002', 'completions'],
    ['mj_imagine', 'midjourney'],
    ['suno_music', 'suno'],
    ['gpt-4o', undefined],
    ['gemini-2.5-flash-image', undefined],
    ['gpt-3.5-turbo', undefined],
    ['adapter-7b', undefined],
    ['claude-3-5-sonnet-20241022', undefined],
  ])('of %s', (model, mode) => {
    expect(modeNamedBy(model)).toBe(mode);
  });

  it('is one that their types have, for the models that the types are filled with', () => {
    const strangers = CHANNEL_TYPES.flatMap(({ key, models, modes }) =>
      models
        .filter((model) => {
          const mode = modeNamedBy(model);
          return mode !== undefined && !(modes as readonly ChannelMode[]).includes(mode);
        })
        .map((model) => `${key} ${model}`),
    );
    expect(strangers).toEqual([]);
  });
});
