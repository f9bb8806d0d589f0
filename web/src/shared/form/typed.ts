import { isJsonObject, parsedJson } from '@ledgate/domain/shared/json';
import { z } from 'zod';
import { type MoneyUnit, parseAmount } from '../money/quota-format.ts';

// What is typed as text and sent as something else. A schema of the contract goes behind each by `pipe`.

/** Without blanks around it. */
export const typedText = z.string().trim();

/** An amount in the operator's unit; quota units come out. `message` where it is none. */
export const typedAmount = (unit: MoneyUnit, message: string) =>
  z.string().transform((text, context) => {
    const quota = parseAmount(text, unit);
    if (quota !== undefined) return quota;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

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
