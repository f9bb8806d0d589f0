import { z } from 'zod';
import type { Refusal } from '../errors/refusal.ts';
import { decimal, decimalText } from '../pricing/decimal.ts';
import { isJsonObject } from '../shared/json.ts';
import { decimalSchema } from '../shared/schemas.ts';
import { isStorable } from '../shared/storable.ts';
import { RULES_MAX as RULES_BY_NAME_MAX } from '../tariff/basis.ts';
import { builtInCatalogue } from '../tariff/catalogue/built-in-catalogue.ts';
import { priceRuleSchema, pricesSchema, servicesSchema, tiersSchema } from '../tariff/prices.ts';
import type { PriceBook } from './events.ts';

/** The rules that a book may have. */
const RULES_MAX = 2_000;

const map = <Value extends z.ZodType>(value: Value) => z.record(z.string().min(1), value.nullable());
const ratios = map(decimalSchema);

/** What may be changed of a book. Entries of maps are set, or taken out by null; the rest is replaced whole. */
const changesSchema = z
  .strictObject({
    modelRatio: ratios,
    modelPrice: ratios,
    completionRatio: ratios,
    groupRatio: ratios,
    quotaPerUnit: decimalSchema,
    cacheReadRatio: ratios,
    cacheWriteRatio: ratios,
    cacheWrite1hRatio: ratios,
    audioRatio: ratios,
    audioCompletionRatio: ratios,
    imageRatio: ratios,
    prices: map(pricesSchema),
    imagePrice: map(z.record(z.string().min(1), decimalSchema)),
    tiers: map(tiersSchema),
    services: map(servicesSchema),
    searchTools: map(z.record(z.string().min(1), decimalSchema)),
    rules: z.array(priceRuleSchema).readonly(),
    /** Only the catalogue that comes with the product can be named, which is published before the book is. */
    builtIn: z.strictObject({
      rules: z.number().int().min(1).max(RULES_BY_NAME_MAX),
      catalogue: z.enum(['', builtInCatalogue().digest]),
    }),
  })
  .partial();
export type PriceBookChanges = Readonly<z.infer<typeof changesSchema>>;

type ReadChanges =
  { readonly ok: true; readonly value: PriceBookChanges } | { readonly ok: false; readonly refusal: Refusal };

/** Changes as they were sent; a refusal names the entry: `prices.gpt-4o.input` (docs/billing.md#changes). */
export function readChanges(sent: unknown): ReadChanges {
  const refused = (refusal: Refusal): ReadChanges => ({ ok: false, refusal });
  if (!isJsonObject(sent)) return refused({ code: 'price_invalid', field: 'changes', reason: 'not_an_object' });
  const { rules } = sent as { readonly rules?: unknown };
  if (Array.isArray(rules) && rules.length > RULES_MAX)
    return refused({ code: 'rules_too_many', field: 'rules', maximum: RULES_MAX });
  const parsed = changesSchema.safeParse(sent);
  if (parsed.success) {
    const refusal = worthRefusal(parsed.data);
    return refusal === undefined ? { ok: true, value: plainlyWritten(parsed.data) } : refused(refusal);
  }
  const [issue] = parsed.error.issues;
  const isUnknown = issue?.code === 'unrecognized_keys';
  const path = isUnknown ? [...issue.path, issue.keys[0] ?? ''] : (issue?.path ?? []);
  return refused({
    code: 'price_invalid',
    field: path.map(String).join('.'),
    reason: isUnknown ? 'unknown' : 'malformed',
  });
}

/** What is of the right form, but not for prices: decimals of any length, and characters that cannot be stored. */
function worthRefusal(changes: PriceBookChanges): Refusal | undefined {
  const unstorable = whereText(changes, [], (text) => !isStorable(text));
  if (unstorable !== undefined) return { code: 'price_invalid', field: unstorable.join('.'), reason: 'malformed' };
  if (changes.quotaPerUnit !== undefined && /^[0.]+$/.test(changes.quotaPerUnit))
    return { code: 'price_invalid', field: 'quotaPerUnit', reason: 'not_positive' };
  const ids = new Set<string>();
  for (const [place, { id }] of (changes.rules ?? []).entries()) {
    if (ids.has(id)) return { code: 'price_invalid', field: `rules.${place}.id`, reason: 'malformed' };
    ids.add(id);
  }
  const long = whereText(changes, [], (text) => decimalSchema.safeParse(text).success && !isBearable(text));
  return long === undefined ? undefined : { code: 'price_invalid', field: long.join('.'), reason: 'too_many_digits' };
}

/** The first place where such a text stands, as a value or as a name. */
function whereText(
  value: unknown,
  path: readonly string[],
  isSuch: (text: string) => boolean,
): readonly string[] | undefined {
  if (typeof value === 'string') return isSuch(value) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const place = [...path, name];
    const found = !Array.isArray(value) && isSuch(name) ? place : whereText(member, place, isSuch);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isBearable(text: string): boolean {
  try {
    decimal(text);
    return true;
  } catch {
    return false;
  }
}

/** Every decimal as books write it, whose texts stand as numbers in the JSON of options: without zeros that say nothing. */
function plainlyWritten({ rules, builtIn, ...priced }: PriceBookChanges): PriceBookChanges {
  return {
    ...plain(priced),
    ...(builtIn === undefined ? {} : { builtIn }),
    ...(rules === undefined
      ? {}
      : {
          rules: rules.map(({ id, users, groups, models, ...terms }) => ({
            id,
            users,
            groups,
            models,
            ...plain(terms),
          })),
        }),
  };
}

/** Of a value all whose texts are decimals. */
const plain = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value), (_name, member: unknown) =>
    typeof member === 'string' ? decimalText(decimal(member)) : member,
  ) as Value;

/** The book with the changes, which are known to be right. */
export function withChanges(book: PriceBook, changes: PriceBookChanges): PriceBook {
  const { quotaPerUnit, rules, builtIn, ...maps } = changes;
  const merged = Object.entries(maps).map(([member, entries]) => {
    const all = new Map<string, unknown>(Object.entries(book[member as keyof typeof maps] ?? {}));
    for (const [name, value] of Object.entries(entries ?? {})) {
      if (value === null) all.delete(name);
      else all.set(name, value);
    }
    return [member, Object.fromEntries(all)];
  });
  return {
    ...book,
    ...(quotaPerUnit === undefined ? {} : { quotaPerUnit }),
    ...(rules === undefined ? {} : { rules }),
    ...(builtIn === undefined ? {} : { builtIn }),
    ...(Object.fromEntries(merged) as Partial<PriceBook>),
  };
}
