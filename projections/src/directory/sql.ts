/** A piece of a statement with the values that stand in it. Made by `sql`, so that no value ever becomes text of a statement. */
export type Sql = { readonly strings: readonly string[]; readonly values: readonly unknown[] };

const isSql = (value: unknown): value is Sql => typeof value === 'object' && value !== null && 'strings' in value && 'values' in value;

/** sql`... where id = ${id} and ${condition}`: values become parameters, pieces are put in. */
export function sql(strings: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  const texts = [strings[0] ?? ''];
  const parameters: unknown[] = [];
  const append = (text: string) => texts.push((texts.pop() ?? '') + text);
  values.forEach((value, index) => {
    if (isSql(value)) {
      value.strings.forEach((text, at) => {
        if (at > 0) {
          parameters.push(value.values[at - 1]);
          texts.push('');
        }
        append(text);
      });
    } else {
      parameters.push(value);
      texts.push('');
    }
    append(strings[index + 1] ?? '');
  });
  return { strings: texts, values: parameters };
}

/** Text of the programme itself: names, orders. Never of a caller. */
export const raw = (text: string): Sql => ({ strings: [text], values: [] });

export function joined(pieces: readonly Sql[], separator: string): Sql {
  return pieces.reduce((all, piece, index) => (index === 0 ? piece : sql`${all}${raw(separator)}${piece}`), raw(''));
}

/** All of them hold; true when there is none. */
export const every = (conditions: readonly (Sql | undefined)[]): Sql => {
  const stated = conditions.filter((condition) => condition !== undefined);
  return stated.length === 0 ? raw('true') : joined(stated, ' and ');
};

/** As `pg` takes it. */
export const compiled = ({ strings, values }: Sql): { text: string; values: unknown[] } =>
  ({ text: strings.reduce((text, next, index) => `${text}$${index}${next}`), values: [...values] });

/** `accessTokenHash` -> `access_token_hash`: columns carry the names of the row types. */
export const snakeCase = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `"access_token_hash" as "accessTokenHash", ...`; `prefix` is the table's alias with its dot. */
export const columnsOf = (fields: readonly string[], prefix = ''): Sql =>
  raw(fields.map((field) => `${prefix}"${snakeCase(field)}" as "${field}"`).join(', '));

/** `"name" = $1, "group" = $2` for the fields that are given; undefined when there is none. */
export function assignments<Field extends string>(allowed: readonly Field[], given: Readonly<Partial<Record<Field, unknown>>>): Sql | undefined {
  const set = allowed.filter((field) => given[field] !== undefined).map((field) => sql`${raw(`"${snakeCase(field)}"`)} = ${given[field]}`);
  return set.length === 0 ? undefined : joined(set, ', ');
}

/** The text as it stands, for LIKE: `%` and `_` lose their meaning. */
export const literally = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
