/**
 * The one way to print a JSON value, for digests (RFC 8785): members sorted by the UTF-16 code units of their names, no spaces, numbers and texts as
 * ECMAScript prints them. `value` is what JSON.parse answers. Throws TypeError for what is no JSON: undefined, a function, a number without end.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return canonicalText(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'boolean' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object') return canonicalObject(value as Readonly<Record<string, unknown>>);
  throw new TypeError(typeof value === 'number' ? `${value} is no JSON number` : `a ${typeof value} is no JSON value`);
}

/** Texts of ASCII in which nothing is escaped, which most are. */
const PLAIN = /^[ !#-[\]-~]*$/u;

const canonicalText = (value: string): string => (PLAIN.test(value) ? `"${value}"` : JSON.stringify(value));

/** Every event of a ledger comes by here when it is digested: hence no pairs of names and members. */
function canonicalObject(value: Readonly<Record<string, unknown>>): string {
  let text = '';
  for (const name of Object.keys(value).sort())
    text += `${text === '' ? '{' : ','}${canonicalText(name)}:${canonicalJson(value[name])}`;
  return text === '' ? '{}' : `${text}}`;
}
