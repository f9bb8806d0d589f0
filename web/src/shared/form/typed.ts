import { isJsonObject, parsedJson } from '@ledgate/domain/shared/json';
import { z } from 'zod';
import type { Texts } from '../i18n/text.tsx';
import { amountIn, formatQuota, MINUS, type MoneyUnit } from '../money/quota-format.ts';

// What is typed as text and sent as something else. A schema of the contract goes behind each by `pipe`.

/** Without blanks around it. */
export const typedText = z.string().trim();

/** An amount in the operator's unit; quota units come out, within the bounds of `schema`, which are said in that unit. `message` where it is none. */
export const typedAmount = (unit: MoneyUnit, t: Texts, schema: z.ZodNumber, message: string = t.form.amount) =>
  z
    .string()
    .transform((text, context) => {
      const quota = amountIn(text, unit);
      const fault = quota === undefined ? message : boundFault(quota, schema, unit, t);
      if (quota !== undefined && fault === undefined) return quota;
      context.addIssue({ code: 'custom', message: fault ?? message });
      return z.NEVER;
    })
    .pipe(schema);

function boundFault(quota: number, { minValue, maxValue }: z.ZodNumber, unit: MoneyUnit, t: Texts): string | undefined {
  if (maxValue !== null && quota > maxValue) return t.form.amountMax(shownBound(maxValue, unit));
  if (minValue === null || quota >= minValue) return undefined;
  return minValue > 0 ? t.form.amountAboveZero : t.form.amountMin(shownBound(minValue, unit));
}

/** Towards zero, so that what it says is let through. */
const shownBound = (quota: number, unit: MoneyUnit): string =>
  quota < 0 ? `${MINUS}${formatQuota(-quota, unit)}` : formatQuota(quota, unit);

/** A whole number, from `least` to `most`; `message` says so. */
export const typedWhole = (least: number, most: number, message: string) =>
  typedText
    .regex(/^-?\d+$/u, { error: message })
    .transform(Number)
    .pipe(z.number().int().min(least, { error: message }).max(most, { error: message }));

/** The JSON text of an object, or nothing. */
export const typedJson = (message: string) => typedText.refine(isObjectText, { error: message });

/** True for '' and for the JSON text of an object. */
export const isObjectText = (text: string): boolean => text.trim() === '' || isJsonObject(parsedJson(text));

/** A field that a body may leave out, where a form always has it. */
export const stated = <Schema extends z.ZodType>(schema: z.ZodOptional<z.ZodNullable<Schema>>): Schema =>
  schema.unwrap().unwrap();

/** Names that are sent as one text with commas. */
export const typedNames = z.array(z.string()).readonly();
export const joined = (names: readonly string[]): string => names.join(',');
