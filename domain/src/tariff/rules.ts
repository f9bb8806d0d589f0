import { billedName } from '../pricing/lookup.ts';
import type { PriceBook } from '../pricebook/events.ts';
import type { PriceRule } from './prices.ts';

/** Whom a rule is for. `userId`: undefined where nobody is known, whom no rule for users fits. */
type Customer = { readonly model: string; readonly group: string; readonly userId?: number | undefined };

/** Places of a book's rules: of each user's own, and of those for anybody. */
type Places = { readonly ofUser: ReadonlyMap<number, readonly number[]>; readonly open: readonly number[] };

const places = new WeakMap<readonly PriceRule[], Places>();

/** The first rule of the book that fits, with its place; looked up by user, so that many customers' rules cost nobody time. */
export function ruleFor(
  { rules = [] }: PriceBook,
  customer: Customer,
): { readonly rule: PriceRule; readonly place: number } | undefined {
  if (rules.length === 0) return undefined;
  const { ofUser, open } = placesOf(rules);
  const own = (customer.userId === undefined ? undefined : ofUser.get(customer.userId)) ?? [];
  const fits = (place: number): boolean => isFor(rules[place], customer);
  const place = Math.min(own.find(fits) ?? Infinity, open.find(fits) ?? Infinity);
  const rule = rules[place];
  return rule === undefined ? undefined : { rule, place };
}

function placesOf(rules: readonly PriceRule[]): Places {
  const known = places.get(rules);
  if (known !== undefined) return known;
  const ofUser = new Map<number, number[]>();
  const open: number[] = [];
  for (const [place, { users }] of rules.entries()) {
    if (users.length === 0) open.push(place);
    for (const user of users) {
      const own = ofUser.get(user);
      if (own === undefined) ofUser.set(user, [place]);
      else own.push(place);
    }
  }
  const found = { ofUser, open };
  places.set(rules, found);
  return found;
}

function isFor(rule: PriceRule | undefined, { model, group }: Customer): boolean {
  if (rule === undefined) return false;
  const { groups, models } = rule;
  const isGroup = groups.length === 0 || groups.includes(group);
  return isGroup && (models.length === 0 || models.includes(model) || models.includes(billedName(model)));
}
