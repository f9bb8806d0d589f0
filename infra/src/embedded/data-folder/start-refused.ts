/** The program cannot start, and its operator can do something about it: one line that names the path and the remedy. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

const IN_WORDS: ReadonlySet<string> = new Set(['StartRefused', 'StoreRefused', 'StoreUnavailable']);

/** Its operator can do something about it: its message says what. */
export const isInWords = (error: unknown): error is Error => error instanceof Error && IN_WORDS.has(error.name);

/** What a program says that ends early: its reason where that is in words, anything else with its trace. */
export function endText(error: unknown): string {
  if (isInWords(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
