/** The one that is not its name with a date. */
const OTHERS: ReadonlyMap<string, string> = new Map([['claude-3-5-sonnet-20241022', 'claude-3-5-sonnet-v2@20241022']]);

/** A model of Claude's as Vertex names it: its date behind an `@`. */
export const claudeNameOf = (model: string): string => OTHERS.get(model) ?? model.replace(/-(\d{8})$/, '@$1');
