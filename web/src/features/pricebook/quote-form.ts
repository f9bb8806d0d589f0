import { priceBookRoutes } from '@ledgate/api/contract/pricebook';
import {
  INPUT_PARTS,
  MEASURES,
  type Measure,
  OUTPUT_PARTS,
  type PartedUsage,
  pictureText,
  type UsagePart,
} from '@ledgate/domain/tariff/usage-parts';
import { z } from 'zod';
import { typedText, typedWhole } from '../../shared/form/typed.ts';

const { body } = priceBookRoutes.quote;

/** Parts of the tokens that a quote may state, in the order of a receipt. */
export const QUOTED_PARTS = [...INPUT_PARTS, ...OUTPUT_PARTS] as const;
/** What it may state beside tokens; time is typed in seconds. */
export const QUOTED_MEASURES = MEASURES;
const TOKENS_MAX = 1_000_000_000;
const PIECES_MAX = 1_000_000;
const MS_A_SECOND = 1_000;

const left = (text: string): string | undefined => (text === '' ? undefined : text);

/** The form of a quote: tokens in and out, their parts and what else is charged; '' of all but tokens in and out: none is stated. */
export function quoteForm(wholeNumber: string) {
  const tokens = typedWhole(0, TOKENS_MAX, wholeNumber);
  const optional = (whole: typeof tokens) =>
    typedText.transform((text, context) => {
      const read = whole.safeParse(text);
      if (text === '' || read.success) return read.data;
      context.addIssue({ code: 'custom', message: wholeNumber });
      return z.NEVER;
    });
  const part = optional(tokens);
  const piece = optional(typedWhole(0, PIECES_MAX, wholeNumber));
  const parts = Object.fromEntries(QUOTED_PARTS.map((name) => [name, part])) as Record<UsagePart, typeof part>;
  const measures = Object.fromEntries(QUOTED_MEASURES.map((name) => [name, piece])) as Record<Measure, typeof piece>;
  return z
    .object({
      model: typedText.pipe(body.shape.model),
      group: typedText.transform(left).pipe(body.shape.group),
      service_tier: typedText.transform(left).pipe(body.shape.service_tier),
      prompt: tokens,
      completion: tokens,
      size: typedText.transform(left).pipe(pictureText),
      quality: typedText.transform(left).pipe(pictureText),
      ...parts,
      ...measures,
    })
    .transform(({ model, group, service_tier, prompt, completion, size, quality, ...all }) => {
      const stated = <Name extends UsagePart | Measure>(names: readonly Name[]) => {
        const found = names.flatMap((name) => {
          const count = all[name] ?? 0;
          return count > 0 ? [[name, name === 'milliseconds' ? count * MS_A_SECOND : count] as const] : [];
        });
        return found.length === 0 ? undefined : Object.fromEntries(found);
      };
      const [parts, measured] = [stated(QUOTED_PARTS), stated(QUOTED_MEASURES)];
      const usage: PartedUsage = {
        prompt,
        completion,
        ...(parts === undefined ? {} : { parts }),
        ...(measured === undefined ? {} : { measured }),
        ...(size === undefined ? {} : { size }),
        ...(quality === undefined ? {} : { quality }),
      };
      return { model, group, service_tier, usage };
    });
}

export type QuoteValues = z.input<ReturnType<typeof quoteForm>>;

export const quoteValues = (model: string): QuoteValues => ({
  ...(Object.fromEntries([...QUOTED_PARTS, ...QUOTED_MEASURES].map((name) => [name, ''])) as Record<
    UsagePart | Measure,
    string
  >),
  model,
  group: '',
  service_tier: '',
  prompt: '1000',
  completion: '1000',
  size: '',
  quality: '',
});
