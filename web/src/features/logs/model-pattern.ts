/** What is sent for a model that somebody typed: a known name exactly, a pattern as it is, anything else as a part (docs/behaviour.md#logs). */
export function modelPattern(typed: string, known: readonly string[]): string {
  if (typed === '' || typed.includes('%') || known.includes(typed)) return typed;
  return `%${typed}%`;
}
