/**
 * The one way to print a JSON value, for digests (RFC 8785): members sorted by the UTF-16 code units of their names, no spaces, numbers and texts as
 * ECMAScript prints them. `value` is what JSON.parse answers. Throws TypeError for what is no JSON: undefined, a function, a number without end.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) return `{${membersOf(value).join(',')}}`;
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} is no JSON number`);
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`a ${typeof value} is no JSON value`);
  return text;
}

const membersOf = (value: object): string[] => Object.entries(value)
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
