/** When the models of this kind of gateway say they were made (docs/behaviour.md#model-lists). */
const CREATED = 1_626_777_600;

const OWNERS: readonly (readonly [RegExp, string])[] = [
  [/^(gpt-|chatgpt-|o1|o3|dall-e|whisper|tts-|text-|davinci|babbage|curie|ada$|code-davinci)/, 'openai'],
  [/^claude-/, 'anthropic'],
  [/^(gemini-|PaLM)/, 'google'],
  [/^mistral-/, 'mistral'],
  [/^deepseek-/, 'deepseek'],
  [/^command/, 'cohere'],
  [/^(glm-|chatglm)/, 'zhipu'],
  [/^qwen/, 'ali'],
];

/** A model as OpenAI's SDKs read it, with the further members that clients of this kind of gateway know (docs/behaviour.md#model-lists). */
export const modelObject = (id: string): object => ({
  id,
  object: 'model',
  created: CREATED,
  owned_by: OWNERS.find(([name]) => name.test(id))?.[1] ?? 'custom',
  permission: [PERMISSION],
  root: id,
  parent: null,
});

const PERMISSION = {
  id: 'modelperm-everything',
  object: 'model_permission',
  created: CREATED,
  allow_create_engine: true,
  allow_sampling: true,
  allow_logprobs: true,
  allow_search_indices: false,
  allow_view: true,
  allow_fine_tuning: false,
  organization: '*',
  group: null,
  is_blocking: false,
};
