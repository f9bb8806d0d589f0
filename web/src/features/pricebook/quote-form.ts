import { priceBookRoutes } from '@ledgate/api/contract/pricebook';
import { INPUT_PARTS, OUTPUT_PARTS, type Parts, type UsagePart } from '@ledgate/domain/tariff/usage-parts';
import { z } from 'zod';
import { typedText, typedWhole } from '../../shared/form/typed.ts';

const { body } = priceBookRoutes.quote;

/** Parts of the tokens that a quote may state, in the order of a receipt. */
export const QUOTED_PARTS = [...INPUT_PARTS, ...OUTPUT_PARTS] as const;
const TOKENS_MAX = 1_000_000_000;

const left = (text: string): string | undefined => (text === '' ? undefined : text);

/** The form of a quote: tokens in and out and their parts; '' of a part, a group or a service tier: none is stated. */
export function quoteForm(wholeNumber: string) {
  const tokens = typedWhole(0, TOKENS_MAX, wholeNumber);
  const part = z.union([z.literal('').transform(() => undefined), tokens], { error: wholeNumber });
  const parts = Object.fromEntries(QUOTED_PARTS.map((name) => [name, part])) as Record<UsagePart, typeof part>;
  return z
    .object({
      model: typedText.pipe(body.shape.model),
      group: typedText.transform(left).pipe(body.shape.group),
      service_tier: typedText.transform(left).pipe(body.shape.service_tier),
      prompt: tokens,
      completion: tokens,
      ...parts,
    })
    .transform(({ model, group, service_tier, prompt, completion, ...all }) => {
      const stated = Object.entries(all).filter(([, count]) => count !== undefined && count > 0);
      const usage = {
        prompt,
        completion,
        ...(stated.length === 0 ? {} : { parts: Object.fromEntries(stated) as Parts }),
      };
      return { model, group, service_tier, usage };
    });
}

export type QuoteValues = z.input<ReturnType<typeof quoteForm>>;

export const quoteValues = (model: string): QuoteValues => ({
  ...(Object.fromEntries(QUOTED_PARTS.map((name) => [name, ''])) as Record<UsagePart, string>),
  model,
  group: '',
  service_tier: '',
  prompt: '1000',
  completion: '1000',
});
