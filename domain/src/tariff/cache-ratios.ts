/** What a token that a cache held, or was written into it, costs in tokens of the prompt. */
type CacheRatios = { readonly read?: string; readonly write?: string };

const NONE: CacheRatios = {};
const OPENAI = /^(gpt-|chatgpt-|o1|o3)/;

/** The ratios by a model's name where the price book says nothing (rules of number 2). What is left out costs what other tokens of the prompt do. */
export function builtInCacheRatios(model: string): CacheRatios {
  if (model.includes('claude-3')) return { read: '0.1', write: '1.25' };
  if (OPENAI.test(model)) return { read: '0.5' };
  return model.startsWith('deepseek-') ? { read: '0.25' } : NONE;
}
