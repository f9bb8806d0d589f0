/** Levels of objects and lists in a plain text, one in the other. */
const LEVELS_MAX = 4;
/** UTF-16 units of a plain text: a regular expression remembers every turn that it could have taken. */
const LENGTH_MAX = 16 * 1024;

const TEXT = String.raw`"[^"\\\x00-\x1f]*"`;
const SCALAR = String.raw`${TEXT}|-?(?:0|[1-9]\d*)(?:\.\d+)?|true|false|null`;

/** An object whose members, to be put where a value stands, are `value`. A comma has a member behind it. */
const objectOf = (value: string): string => String.raw`\{(?:${TEXT}:${value}(?:,(?=")|(?=\})))*\}`;
const listOf = (value: string): string => String.raw`\[(?:${value}(?:,(?!\])|(?=\])))*\]`;

/** A value with so many levels of objects and lists. */
const valueOf = (levels: number): string => {
  if (levels === 0) return `(?:${SCALAR})`;
  const inner = valueOf(levels - 1);
  return `(?:${SCALAR}|${objectOf(inner)}|${listOf(inner)})`;
};

const PLAIN = new RegExp(`^${objectOf(valueOf(LEVELS_MAX - 1))}$`);

/**
 * Whether a text is known at a glance to be a JSON object (RFC 8259): one as JSON.stringify prints it, without escapes and exponents, neither deep nor
 * long, which is what the ledger's events nearly always are. What is not known so may be JSON all the same; JSON.parse decides. It is several times
 * quicker than JSON.parse and makes no objects.
 */
export const isPlainJson = (text: string): boolean => text.length <= LENGTH_MAX && PLAIN.test(text);
