// Columns carry the names of the row types' fields: `accessTokenHash` is `access_token_hash`. Here is the one place that turns one into the other.

export const snakeCase = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `access_token_hash as accessTokenHash`, ... for select and returning; `prefix` is the table's alias with its dot. */
export const columnsOf = (fields: readonly string[], prefix = ''): readonly string[] =>
  fields.map((field) => `${prefix}${snakeCase(field)} as ${field}`);

/** What is given, by column: for insert and update. */
export const byColumn = (given: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(given).map(([field, value]) => [snakeCase(field), value]));

/** The allowed fields that are given, by column; undefined when there is none. */
export function assignments(
  allowed: readonly string[],
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  const set = allowed
    .filter((field) => given[field] !== undefined)
    .map((field) => [snakeCase(field), given[field]] as const);
  return set.length === 0 ? undefined : Object.fromEntries(set);
}
