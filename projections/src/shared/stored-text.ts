const NUL = /\0/g;

/**
 * A text as Postgres keeps it: NUL and every half of a surrogate pair as the replacement sign. What writes rows and what checks them both go through
 * it, and so does whatever makes a key of a text that an event brought.
 */
export function storedText(text: string): string {
  const kept = text.includes('\0') ? text.replaceAll(NUL, '\uFFFD') : text;
  return (kept as WellFormed).isWellFormed() ? kept : (kept as WellFormed).toWellFormed();
}

/** TypeScript's ES2023 does not know the methods yet. */
type WellFormed = string & { isWellFormed(): boolean; toWellFormed(): string };
