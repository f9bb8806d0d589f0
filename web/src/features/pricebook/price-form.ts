import { priceBookRoutes } from '@ledgate/api/contract/pricebook';
import { PRICE_SOURCES, type PriceSource } from '@ledgate/domain/pricebook/kinds';
import type { Prices } from '@ledgate/domain/tariff/prices';
import { z } from 'zod';
import { typedText } from '../../shared/form/typed.ts';
import { PRICE_ORDER, type PriceName } from '../../shared/prices/price-names.ts';
import { fromLocalInput } from '../../shared/time/time-format.ts';
import type { PricedModel } from './api/pricebook-api.ts';
import { typedPrice } from '../../shared/prices/dollars.ts';
import { changesFor, RATIO_NAMES } from './model-changes.ts';
import type { OwnTexts } from './texts.ts';

const { body } = priceBookRoutes.change;

/** Prices of a model as they are typed, in dollars; '': none. */
export type PriceValues = Readonly<Record<PriceName, string>> & {
  readonly source: PriceSource;
  readonly reason: string;
  /** As an `<input type="datetime-local">` has it; '': at once. */
  readonly startsAt: string;
};

/** Those that a form asks for, by what the price shall come from. */
export const NAMES_OF: Readonly<Record<PriceSource, readonly PriceName[]>> = {
  prices: PRICE_ORDER,
  ratio: RATIO_NAMES,
  call: ['call'],
  catalogue: [],
};

/** What the catalogue prices is changed by prices of the book's own. */
export const priceValues = ({ source, terms: { prices } }: PricedModel): PriceValues => ({
  ...(Object.fromEntries(PRICE_ORDER.map((name) => [name, prices[name] ?? ''])) as Record<PriceName, string>),
  source: source === 'catalogue' ? 'prices' : source,
  reason: '',
  startsAt: '',
});

/** The reason and the start of a change, which every form has. */
export const changeFields = {
  reason: typedText.pipe(body.shape.reason),
  startsAt: z
    .string()
    .transform((text) => fromLocalInput(text))
    .pipe(body.shape.starts_at),
};

const typedDollars = (message: string) =>
  z.string().transform((text, context) => {
    if (text.trim() === '') return undefined;
    const price = typedPrice(text);
    if (price !== undefined) return price;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** The form of a model's price; what comes out is the change to publish. */
export function priceForm(typed: PriceValues, row: PricedModel, quotaPerUnit: string, own: OwnTexts) {
  const asked = new Set(NAMES_OF[typed.source]);
  const dollars = typedDollars(own.price);
  const fields = Object.fromEntries(
    PRICE_ORDER.map((name) => [name, asked.has(name) ? dollars : z.string().transform(() => undefined)]),
  ) as Record<PriceName, typeof dollars>;
  return z
    .object({ ...fields, source: z.enum(PRICE_SOURCES), ...changeFields })
    .transform(({ source, reason, startsAt, ...all }, context) => {
      const prices = Object.fromEntries(Object.entries(all).filter(([, price]) => price !== undefined)) as Prices;
      const made = changesFor(row, { source, prices }, quotaPerUnit);
      const fault = (at: keyof PriceValues, message: string): never => {
        context.addIssue({ code: 'custom', path: [at], message });
        return z.NEVER;
      };
      if (!made.ok) return fault(made.at, made.fault === 'endless' ? own.endless : own.noPrice);
      if (Object.keys(made.changes).length === 0) return fault('source', own.nothingChanged);
      return { changes: made.changes, reason, startsAt };
    });
}
