import { catalogueOf } from '@ledgate/domain/pricebook/catalogue-stream';
import { changesBetween } from '@ledgate/domain/pricebook/compare';
import { currentPriceBook } from '@ledgate/domain/pricebook/pricebook-stream';
import { reckon } from '@ledgate/domain/pricing/reckon';
import { findUser } from '@ledgate/projections/directory/users/find';
import { usernamesOf } from '@ledgate/projections/directory/users/list';
import {
  priceBookBefore,
  priceBookOf,
  type PriceBookVersion,
  priceBookVersions,
  versionInForce,
} from '@ledgate/projections/queries/price-books';
import type { PriceBookAnswer, priceBookRoutes } from '../contract/pricebook.ts';
import { done, refused } from '../http/answer.ts';
import type { Handlers } from '../http/call.ts';
import { offsetFromOne } from '../http/paging.ts';
import type { ApiPorts } from '../ports.ts';

const DEFAULT_GROUP = 'default';

export const priceBookHandlers = (ports: ApiPorts): Handlers<typeof priceBookRoutes> => ({
  list: async ({ query, nowMs }) => {
    const { items, total } = await priceBookVersions(ports.db, offsetFromOne(query));
    return done({ items: await answers(ports, items, nowMs), total, page: query.p, page_size: query.page_size });
  },

  get: async ({ params, nowMs }) => {
    const found = await priceBookOf(ports.db, params.version);
    if (found === undefined) return refused({ code: 'price_book_missing' });
    const [before, [answer]] = await Promise.all([
      priceBookBefore(ports.db, params.version),
      answers(ports, [found], nowMs),
    ]);
    const changed = before === undefined ? [] : changesBetween(before.book, found.book);
    return answer === undefined
      ? refused({ code: 'price_book_missing' })
      : done({ ...answer, book: found.book, changed: [...changed] });
  },

  quote: async ({ body, nowMs }) => {
    const { model, group, user_id: userId, usage, service_tier: serviceTier, version } = body;
    const user = userId === undefined ? undefined : await findUser(ports.db, userId);
    if (userId !== undefined && user === undefined) return refused({ code: 'user_missing' });
    const book =
      version === undefined ? await currentPriceBook(ports.store, nowMs) : (await priceBookOf(ports.db, version))?.book;
    if (book === undefined) return refused({ code: 'price_book_missing' });
    const { amount, price } = reckon({
      book,
      catalogue: await catalogueOf(ports.store, book),
      model,
      group: group ?? user?.group ?? DEFAULT_GROUP,
      userId,
      serviceTier,
      usage,
    });
    return done({ amount, price });
  },
});

async function answers(
  { db }: ApiPorts,
  versions: readonly PriceBookVersion[],
  nowMs: number,
): Promise<PriceBookAnswer[]> {
  const actors = [...new Set(versions.flatMap(({ actorId }) => actorId ?? []))];
  const [names, inForce] = await Promise.all([usernamesOf(db, actors), versionInForce(db, nowMs)]);
  return versions.map(({ version, actorId, reason, publishedMs, startsMs }) => ({
    version,
    actor_id: actorId ?? 0,
    actor_name: (actorId === null ? undefined : names.get(actorId)) ?? '',
    reason,
    published_at: Math.floor(publishedMs / 1_000),
    starts_at: Math.floor(startsMs / 1_000),
    in_force: version === inForce,
  }));
}
