import { isObject, type JsonObject } from '../../wire/json.ts';

/** What OpenAI takes in no schema that is to be followed to the letter. */
const NEVER = ['allOf', 'oneOf', 'not', 'if', 'dependentRequired', 'dependentSchemas', 'patternProperties'];
/** Schemas by names. */
const MAPS = ['properties', '$defs', 'definitions'];

/**
 * Whether OpenAI takes a schema as `strict`: of each object all members are required, and there are no others. Anthropic's callers may leave members out, and
 * such a schema with `strict` is refused whole (https://platform.openai.com/docs/guides/structured-outputs#supported-schemas).
 */
export function isStrictSchema(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  if (NEVER.some((word) => word in schema) || !isClosed(schema)) return false;
  const { items, anyOf } = schema;
  const within = [
    ...MAPS.flatMap((word) => (isObject(schema[word]) ? Object.values(schema[word]) : [])),
    ...(items === undefined ? [] : [items]),
    ...(Array.isArray(anyOf) ? (anyOf as readonly unknown[]) : []),
  ];
  return within.every(isStrictSchema);
}

function isClosed({ type, properties, required, additionalProperties }: JsonObject): boolean {
  const isOfObject = type === 'object' || (Array.isArray(type) && type.includes('object')) || properties !== undefined;
  if (!isOfObject) return true;
  const named = new Set(Array.isArray(required) ? (required as readonly unknown[]) : []);
  const members = isObject(properties) ? Object.keys(properties) : [];
  return additionalProperties === false && members.every((name) => named.has(name));
}
