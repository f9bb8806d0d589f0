import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { contract } from './routes.ts';

type Schema = z.core.$ZodType;

/** Looked into by the domain, which refuses by the entry's name: `readChanges`. */
const JUDGED_BY_DOMAIN = ['PUT /api/pricebook body.changes', 'POST /api/pricebook/big_changes body.changes'];

/** Every text within a schema with its place; fails on a kind of schema that it cannot look into. */
function textsIn(schema: Schema, place: string): readonly (readonly [string, z.ZodString])[] {
  if (schema instanceof z.ZodString) return [[place, schema]];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Readonly<Record<string, Schema>>).flatMap(([name, field]) =>
      textsIn(field, `${place}.${name}`),
    );
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return textsIn(schema.unwrap(), place);
  if (schema instanceof z.ZodArray) return textsIn(schema.element, place);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => textsIn(option, place));
  if (schema instanceof z.ZodPipe) return textsIn(schema.out, place);
  if (schema instanceof z.ZodRecord)
    return [...textsIn(schema.keyType, `${place} name`), ...textsIn(schema.valueType, `${place}[]`)];
  if (
    (schema instanceof z.ZodUnknown && JUDGED_BY_DOMAIN.includes(place)) ||
    schema instanceof z.ZodNumber ||
    schema instanceof z.ZodBoolean ||
    schema instanceof z.ZodLiteral ||
    schema instanceof z.ZodEnum ||
    schema instanceof z.ZodUUID
  )
    return [];
  throw new Error(`${place}: ${schema._zod.def.type} is not looked into`);
}

const texts = Object.values(contract)
  .flatMap((routes) => Object.values(routes))
  .flatMap((spec) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = (spec as Readonly<Partial<Record<typeof part, Schema>>>)[part];
      return schema === undefined ? [] : textsIn(schema, `${spec.method} ${spec.path} ${part}`);
    }),
  );

describe('a text that comes in', () => {
  it('is looked at in every route', () => {
    expect(texts.length).toBeGreaterThan(80);
  });

  it.each(texts)('%s is bounded and can be stored', (_place, schema) => {
    expect(schema.maxLength).toEqual(expect.any(Number));
    for (const value of ['eight characters or so\0', 'eight\udc00characters']) {
      expect(schema.safeParse(value).error?.issues[0]).toMatchObject({ code: 'custom', params: { rule: 'storable' } });
    }
  });
});
