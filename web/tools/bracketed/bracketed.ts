/** How much longer another language may say the same, as a part of the English text. */
const LONGER = 0.4;
/** Letters of a word of what makes a text longer, so that its lines break as those of a language do. */
const WORD = 5;

const padding = (length: number): string =>
  Array.from({ length }, (_, at) => (at % (WORD + 1) === WORD ? ' ' : '~')).join('');

/** In brackets and 40 % longer, unless it is signs alone; `of` is how many of its letters are data, which no language makes longer. */
function bracketedText(text: string, of: number): string {
  if (!/\p{L}/u.test(text)) return text;
  return `[${text}${padding(Math.ceil(Math.max(0, text.length - of) * LONGER))}]`;
}

/** Letters of a text that came as facts. */
const lettersOf = (facts: readonly unknown[], text: string): number =>
  facts
    .filter((fact) => typeof fact === 'string' || typeof fact === 'number')
    .map(String)
    .filter((fact) => text.includes(fact))
    .reduce((sum, fact) => sum + fact.length, 0);

function made(value: unknown, facts: readonly unknown[]): unknown {
  if (typeof value === 'string') return bracketedText(value, lettersOf(facts, value));
  if (typeof value === 'function')
    return (...told: readonly unknown[]) => made((value as (...of: readonly unknown[]) => unknown)(...told), told);
  if (Array.isArray(value)) return value.map((one) => made(one, facts));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, made(inner, facts)]));
  return value;
}

/**
 * A catalogue in no language: each text of it in brackets and 40 % longer, `Tokens` as `[Tokens~~~]`; what functions of it answer, too. So what a page
 * says by itself is told from data, and what has no room for a longer language is cut.
 */
export const bracketed = <Texts>(texts: Texts): Texts => made(texts, []) as Texts;
