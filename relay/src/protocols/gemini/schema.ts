import { camelOf } from '../../modes/gemini-asks.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';

/** Members that hold schemas: one, several, or one for each name. */
const ONE: ReadonlySet<string> = new Set(['items', 'additionalProperties']);
const SEVERAL: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const NAMED: ReadonlySet<string> = new Set(['properties', '$defs', 'defs']);
/** Whole numbers, which protobuf writes as texts. */
const COUNTS: ReadonlySet<string> = new Set([
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
]);

/** A schema as Gemini writes it, as JSON Schema: types in small letters, `nullable` as a type. */
export function jsonSchemaOf(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const members = Object.entries(schema)
    .map(([name, value]) => [camelOf(name), value] as const)
    .filter(([name]) => name !== 'nullable' && name !== 'propertyOrdering')
    .map(([name, value]) => [name, memberOfSchema(name, value)]);
  const written: JsonObject = Object.fromEntries(members);
  return schema['nullable'] === true && typeof written['type'] === 'string'
    ? { ...written, type: [written['type'], 'null'] }
    : written;
}

function memberOfSchema(name: string, value: unknown): unknown {
  if (name === 'type' && typeof value === 'string') return value.toLowerCase();
  if (COUNTS.has(name) && typeof value === 'string') return Number(value);
  if (ONE.has(name)) return jsonSchemaOf(value);
  if (SEVERAL.has(name) && Array.isArray(value)) return (value as unknown[]).map(jsonSchemaOf);
  if (!NAMED.has(name) || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([of, one]) => [of, jsonSchemaOf(one)]));
}
