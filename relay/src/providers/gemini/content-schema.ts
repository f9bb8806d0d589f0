import { isObject, type JsonObject } from '../../wire/json.ts';

/** Members of a JSON schema that Gemini's own has too; any other one it refuses. */
const KNOWN: ReadonlySet<string> = new Set([
  'description',
  'enum',
  'example',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'nullable',
  'pattern',
  'propertyOrdering',
  'title',
]);
/** Formats that Gemini has; others it refuses. */
const FORMATS: ReadonlySet<unknown> = new Set(['float', 'double', 'int32', 'int64', 'enum', 'date-time']);
/** References in each other, and all that stands behind any of them: what is beyond is taken for any object, and so is what refers to itself. */
const REFERENCES_DEEP_MAX = 16;
const REFERRED_SCHEMAS_MAX = 10_000;

/** A JSON schema as Gemini takes it: without what it refuses, references written out. */
export const cleanedSchema = (schema: JsonObject): JsonObject => new Cleaning(schema).of(schema, []);

class Cleaning {
  readonly #root: JsonObject;
  #referred = 0;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** `followed`: the references that led here. */
  of(schema: unknown, followed: readonly string[]): JsonObject {
    if (!isObject(schema)) return {};
    if (followed.length > 0) this.#referred += 1;
    const { $ref: reference } = schema;
    if (typeof reference === 'string') return this.#behind(schema, reference, followed);
    const known = Object.entries(schema).filter(([name]) => KNOWN.has(name));
    const { format, const: only, properties, items, prefixItems } = schema;
    const one: unknown = items ?? (Array.isArray(prefixItems) ? (prefixItems as unknown[])[0] : undefined);
    const { type, isNullable } = typeOf(schema);
    return {
      ...Object.fromEntries(known),
      ...(type === undefined ? {} : { type }),
      ...enumOf(only === undefined ? schema['enum'] : [only], type),
      ...(isNullable ? { nullable: true } : {}),
      ...(FORMATS.has(format) ? { format } : {}),
      ...(isObject(properties) ? this.#properties(properties, schema['required'], followed) : {}),
      ...(isObject(one) ? { items: this.of(one, followed) } : type === 'array' ? { items: {} } : {}),
      ...this.#choices(schema, followed),
    };
  }

  #behind(schema: JsonObject, reference: string, followed: readonly string[]): JsonObject {
    const { $ref: _, ...beside } = schema;
    const isEndless =
      followed.includes(reference) || followed.length >= REFERENCES_DEEP_MAX || this.#referred >= REFERRED_SCHEMAS_MAX;
    const target = isEndless ? undefined : pointedAt(this.#root, reference);
    const meant = isObject(target) ? this.of(target, [...followed, reference]) : { type: 'object' };
    return { ...meant, ...this.of(beside, followed) };
  }

  #properties(properties: JsonObject, required: unknown, followed: readonly string[]): JsonObject {
    const cleaned = Object.entries(properties).map(([name, one]) => [name, this.of(one, followed)] as const);
    const named = Array.isArray(required)
      ? (required as unknown[]).filter((name) => Object.hasOwn(properties, String(name)))
      : [];
    return {
      properties: Object.fromEntries(cleaned),
      ...(required === undefined ? {} : { required: named }),
    };
  }

  /** One of several schemas; that it may be null is no schema of its own. */
  #choices({ anyOf, oneOf, allOf }: JsonObject, followed: readonly string[]): JsonObject {
    const all = Array.isArray(allOf) ? (allOf as unknown[]) : [];
    const merged = all.reduce<JsonObject>((sum, one) => merge(sum, this.of(one, followed)), {});
    const some = [anyOf, oneOf].find((list) => Array.isArray(list)) as readonly unknown[] | undefined;
    if (some === undefined) return merged;
    const others = some.filter((one) => !isObject(one) || one['type'] !== 'null');
    const nullable = others.length < some.length ? { nullable: true } : {};
    const [only] = others;
    return others.length === 1
      ? { ...merged, ...this.of(only, followed), ...nullable }
      : { ...merged, ...nullable, anyOf: others.map((one) => this.of(one, followed)) };
  }
}

function merge(one: JsonObject, other: JsonObject): JsonObject {
  const properties = {
    ...(one['properties'] as JsonObject | undefined),
    ...(other['properties'] as JsonObject | undefined),
  };
  const required = [one['required'], other['required']].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  );
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** A list of types is one that may be null, as far as Gemini can say it. */
function typeOf({ type }: JsonObject): { readonly type: unknown; readonly isNullable: boolean } {
  if (!Array.isArray(type)) return { type, isNullable: false };
  const types = type as readonly unknown[];
  return { type: types.find((one) => one !== 'null') ?? 'string', isNullable: types.includes('null') };
}

/** Gemini's enumerations are of texts; of others it is told the type alone. */
function enumOf(values: unknown, type: unknown): JsonObject {
  if (!Array.isArray(values)) return {};
  const some = (values as unknown[]).filter((value) => value !== null);
  if (some.every((value) => typeof value === 'string')) return { type: 'string', enum: some };
  return { enum: undefined, type: type ?? typeof some[0] };
}

function pointedAt(root: JsonObject, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  const steps = reference
    .slice(1)
    .split('/')
    .filter((step) => step !== '');
  return steps.reduce<unknown>((at, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    return isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }, root);
}
