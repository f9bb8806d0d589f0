import type { ChannelMode } from './channel-types.ts';

/** What the names of models tell of what they are for; the first that fits. A name that tells nothing is most likely of a chat. */
const MODES_BY_NAME: readonly (readonly [mode: ChannelMode, names: RegExp])[] = [
  ['rerank', /rerank/i],
  ['embeddings', /embed|(?:^|\/)(?:bge|m3e|gte|e5)-/i],
  ['moderations', /(?:^|\/)(?:text|omni)-moderation/i],
  ['images', /(?:^|\/)(?:dall-e|gpt-image|chatgpt-image|cogview|wanx|stable-diffusion|flux|kolors|grok-2-image)/i],
  ['transcription', /(?:^|[/-])(?:whisper|transcribe)(?:-|$)/i],
  ['speech', /(?:^|[/-])tts(?:-|$)/i],
  ['realtime', /-realtime(?:-|$)/i],
  ['completions', /^(?:davinci|babbage|curie|ada)(?:-|$)|^gpt-3\.5-turbo-instruct/i],
  ['midjourney', /^mj_/i],
  ['suno', /^suno_/i],
];

/** What a model is for, as far as its name tells; undefined where it tells nothing. */
export const modeNamedBy = (model: string): ChannelMode | undefined =>
  MODES_BY_NAME.find(([, names]) => names.test(model))?.[0];
