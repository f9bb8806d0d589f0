export type Encoding = 'o200k_base' | 'cl100k_base';

/** `exact` false: an estimate, because counting was not possible in time. */
export type Count = { readonly tokens: number; readonly exact: boolean };

/** What is counted for a charge goes before what is counted for nothing. */
export type CountLane = 'charged' | 'free';

/** Counts tokens of texts without holding up anything else. Never rejects. */
export interface TokenCounter {
  /** In lane `charged` unless another is named. */
  count(encoding: Encoding, texts: readonly string[], lane?: CountLane): Promise<Count>;
}

export const charactersIn = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);

/** Which encoding counts the texts of a model (docs/billing.md#counted-usage). */
export const encodingOf = (model: string): Encoding =>
  model.startsWith('gpt-4o') || model.startsWith('chatgpt-4o') || model.startsWith('o1') ? 'o200k_base' : 'cl100k_base';

const CHARACTERS_PER_TOKEN = 4;
const ASCII_MAX = 0x7f;
/** Of longer texts only a part is looked at for the share of ASCII characters. */
const SAMPLE_CHARACTERS_MAX = 16_384;

/** What a text is likely to count: a quarter of a token for an ASCII letter, a whole one for any other. */
export function estimatedTokens(texts: readonly string[]): number {
  let tokens = 0;
  for (const text of texts) {
    const sample = Math.min(text.length, SAMPLE_CHARACTERS_MAX);
    let other = 0;
    for (let at = 0; at < sample; at += 1) if (text.charCodeAt(at) > ASCII_MAX) other += 1;
    const perLetter = sample === 0 ? 0 : (other + (sample - other) / CHARACTERS_PER_TOKEN) / sample;
    tokens += text.length * perLetter;
  }
  return Math.ceil(tokens);
}
