import { isObject, type JsonObject } from '../../wire/json.ts';
import type { AskedFunction } from '../asked-functions.ts';

/** Cohere has Python's names for the types. */
const TYPES: ReadonlyMap<unknown, string> = new Map([
  ['string', 'str'],
  ['integer', 'int'],
  ['number', 'float'],
  ['boolean', 'bool'],
  ['array', 'list'],
  ['object', 'dict'],
]);
/** Of what has no type, or several. */
const ANY = 'Any';

/**
 * A function as Cohere knows tools: its parameters by name, each with a type, a description and whether it is required. What a schema says beyond that is told
 * in the description.
 */
export function cohereTool({ name, description, parameters = {} }: AskedFunction): JsonObject {
  const { properties, required } = parameters;
  const names = Array.isArray(required) ? (required as readonly unknown[]) : [];
  const definitions = isObject(properties)
    ? Object.entries(properties).map(([parameter, schema]) => [
        parameter,
        parameterOf(isObject(schema) ? schema : {}, names.includes(parameter)),
      ])
    : [];
  return {
    name,
    // Each tool must have one.
    description: withSchema(description ?? name, {
      $defs: parameters['$defs'],
      definitions: parameters['definitions'],
    }),
    parameter_definitions: definitions.length === 0 ? undefined : Object.fromEntries(definitions),
  };
}

function parameterOf({ type, description, items, ...more }: JsonObject, required: boolean): JsonObject {
  const single = typeOf(type);
  const list = single === 'list' && isObject(items) ? listOf(items) : undefined;
  const said = {
    type: single === ANY && type !== undefined ? type : undefined,
    ...(list === undefined ? { items } : {}),
    ...more,
  };
  return {
    description: withSchema(typeof description === 'string' ? description : '', said),
    type: list ?? single,
    required,
  };
}

/** What may also be null is what it is without. */
function typeOf(type: unknown): string {
  const types = Array.isArray(type) ? (type as readonly unknown[]).filter((one) => one !== 'null') : [type];
  return types.length === 1 ? (TYPES.get(types[0]) ?? ANY) : ANY;
}

/** Of items of which nothing is said but their type; undefined for others. */
function listOf({ type, ...more }: JsonObject): string | undefined {
  const single = TYPES.get(type);
  return single === undefined || Object.keys(more).length > 0 ? undefined : `list[${single}]`;
}

function withSchema(description: string, schema: JsonObject): string {
  const told = JSON.stringify(schema);
  if (told === '{}') return description;
  return `${description}${description === '' ? '' : ' '}(JSON schema: ${told})`;
}
