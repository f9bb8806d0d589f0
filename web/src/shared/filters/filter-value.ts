/** Whether a text of the address is a value of a filter. */
export type Checks<Key extends string> = Readonly<Partial<Record<Key, (text: string) => boolean>>>;

/** Of a filter with a few values. */
export const oneOf =
  (values: readonly (string | number)[]) =>
  (text: string): boolean =>
    values.some((value) => String(value) === text);

/** The value of a filter in the address; what is none filters nothing, and is as if it were not there. */
export function filterValue<Key extends string>(
  key: Key,
  params: URLSearchParams,
  defaults: Readonly<Record<Key, string>>,
  checks: Checks<Key>,
): string {
  const text = params.get(key);
  return text === null || text === defaults[key] || checks[key]?.(text) === false ? defaults[key] : text;
}
