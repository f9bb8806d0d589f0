import { DIRECTIONS } from '@ledgate/domain/catalogue/list-orders';
import { CREDIT_MAX } from '@ledgate/domain/account/limits';
import { wrongAddressLine } from '@ledgate/domain/shared/address-lines';
import { isStorable } from '@ledgate/domain/shared/storable';
import { isTagText } from '@ledgate/domain/till/tags';
import { z } from 'zod';
import { BATCH_IDS_MAX, NAME_CHARACTERS_MAX, TEXT_CHARACTERS_MAX, TIME_S_MAX } from '@ledgate/domain/catalogue/limits';

// Fields that many calls share, each with the rule of its kind.

/** The largest amount that somebody states: the account's largest single credit, so that sums of many stay exact. */
const QUOTA_MAX: number = CREDIT_MAX;
/** Cloudflare docs, "Turnstile: Validate the token". */
const BOT_CHECK_CHARACTERS_MAX = 2_048;
const PAGE_MAX = 1_000_000;
const ID_MAX = Number.MAX_SAFE_INTEGER;

/** An amount in quota units in an answer. */
export const quotaAnswer = z.number().int();

/** An amount above zero that somebody states. */
export const positiveQuota = z.number().int().min(1).max(QUOTA_MAX);
/** An amount of zero or more that somebody states. */
export const quotaStated = z.number().int().min(0).max(QUOTA_MAX);
/** An amount that may be below zero. */
export const signedQuota = z.number().int().min(-QUOTA_MAX).max(QUOTA_MAX);

export const id = z.number().int().min(1).max(ID_MAX);
export const ids = z.array(id).min(1).max(BATCH_IDS_MAX);

/** A caller's own id of one making (docs/behaviour.md#once). */
export const commandId = z.uuid().nullish();

/** At most so many characters that can be stored: the schema of every text that comes in, by body, address or path. */
export const textUpTo = (maximum: number) =>
  z
    .string()
    .refine(isStorable, { params: { rule: 'storable' } })
    .max(maximum);
/** What the widget of the bot check (Turnstile) gave; asked for while TurnstileCheckEnabled is on, once a session. */
export const botChecked = z.object({ turnstile: textUpTo(BOT_CHECK_CHARACTERS_MAX).optional() });
export const text = textUpTo(TEXT_CHARACTERS_MAX);
/** Text that older clients send as null when it is empty. */
export const textOrNull = text.nullish();
/** Unix seconds in an answer; 0: never. */
export const timeS = z.number().int().min(0);
/** Limits of calls (docs/behaviour.md#limits-of-calls): requests and tokens a minute, calls at a time; 0 is no limit. */
export const callLimitsAnswer = z.object({ rpm: z.number().int(), tpm: z.number().int(), parallel: z.number().int() });
/** JSON text of an object, '' for none. */
export const jsonText = z.string();

/** Control characters, and those that are not seen but change how others are read: bidi overrides, zero widths, separators of lines. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** A name that people tell apart by eye, and that is no e-mail address: a login takes either. */
export const isUserName = (value: string): boolean => !UNSEEN.test(value) && !value.includes('@');

/** At most so many bytes of UTF-8: what a rule in bytes means for characters beyond ASCII. */
export const bytesAtMost = (maximum: number) =>
  text.refine((value) => new TextEncoder().encode(value).length <= maximum, {
    params: { rule: 'bytes_at_most', maximum },
  });

/** One IP address or range (`10.0.0.0/8`) a line. */
export const addressLines = text.superRefine((value, context) => {
  const wrong = wrongAddressLine(value);
  if (wrong !== undefined) context.addIssue({ code: 'custom', params: { rule: 'ip_line', ...wrong } });
});

/** What older consoles send for a filter that is not set. */
const missing = (value: unknown): boolean =>
  value === undefined || value === '' || value === 'NaN' || value === 'null' || value === 'undefined';

/** A whole number in the address; a value that is left out, empty or `NaN`, as older clients send it, is `fallback`. */
export const numberInQuery = (fallback: number, low: number, high: number) =>
  z.preprocess((value) => (missing(value) ? fallback : Number(value)), z.number().int().min(low).max(high));

/** A number that is brought into its range instead of being refused: the size of a page. */
export const sizeInQuery = (fallback: number, high: number) =>
  z.preprocess((value) => {
    const number = missing(value) ? fallback : Number(value);
    return number >= 1 ? Math.min(Math.trunc(number), high) : fallback;
  }, z.number().int().min(1).max(high));

export const textInQuery = z.preprocess((value) => (missing(value) ? '' : value), textUpTo(NAME_CHARACTERS_MAX));
/** `name=value` of a tag that calls may have; '': any call. */
export const tagInQuery = z.preprocess(
  (value) => (missing(value) ? '' : value),
  textUpTo(NAME_CHARACTERS_MAX).refine((value) => value.trim() === '' || isTagText(value.trim()), {
    params: { rule: 'tag' },
  }),
);
export const flagInQuery = z.preprocess((value) => value === 'true' || value === '1', z.boolean());
/** True unless it is said that it is not. */
export const flagInQueryUnless = z.preprocess((value) => value !== 'false' && value !== '0', z.boolean());
/** Unix seconds; 0: no bound. */
export const timeInQuery = numberInQuery(0, 0, TIME_S_MAX);
/** The number of a page; what cannot be read, as older consoles send it after an edit, counts as left out. */
const pageInQuery = (first: number) =>
  z.preprocess((value) => {
    const number = missing(value) ? first : Number(value);
    return Number.isNaN(number) || number === 0 ? first : number;
  }, z.number().int().min(first).max(PAGE_MAX));
/** Counted from 1; 0 means the first too. */
export const pageFromOne = pageInQuery(1);
/** Counted from 0. */
export const pageFromZero = pageInQuery(0);

/** Of a parameter without a default of its own. */
export const leftOut = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (missing(value) ? undefined : value), schema.optional());

/** `sort` and `order` of a list (docs/behaviour.md#lists); `sort` left out: the list's own order. */
export const orderQuery = <const Column extends string>(columns: readonly [Column, ...Column[]]) => ({
  sort: leftOut(z.enum(columns)),
  order: z.preprocess((value) => (missing(value) ? DIRECTIONS[0] : value), z.enum(DIRECTIONS)),
});
/** A number that rows have to have; 0, or left out: any. */
export const choiceInQuery = <const Value extends number>(values: readonly Value[]) =>
  z.preprocess((value) => (missing(value) ? 0 : Number(value)), z.literal([0, ...values]));

export const idParam = z.object({ id: z.preprocess(Number, z.number().int().min(1).max(ID_MAX)) });

/** One page of a list with its total. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.number().int(),
    page: z.number().int(),
    page_size: z.number().int(),
  });
export type Page<Item> = {
  readonly items: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
};
