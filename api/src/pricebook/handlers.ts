import { NotWrittenYet } from '@ledgate/domain/events/ledger-gate';
import { BIG_CHANGES_SHOWN_MAX } from '@ledgate/domain/catalogue/limits';
import type { Refusal } from '@ledgate/domain/errors/refusal';
import { bigChangesOfBook } from '@ledgate/domain/pricebook/big-changes';
import {
  builtInCatalogue,
  catalogueOf,
  currentPrices,
  type Prices,
  publishBuiltInCatalogue,
} from '@ledgate/domain/pricebook/catalogue-stream';
import { changesBetween } from '@ledgate/domain/pricebook/compare';
import { readChanges } from '@ledgate/domain/pricebook/changes';
import { type PriceBookCommand, RULES_MAX } from '@ledgate/domain/pricebook/decide';
import { DIFFERENCES } from '@ledgate/domain/pricebook/kinds';
import { PRICE_BOOK_STREAM, type PriceBook } from '@ledgate/domain/pricebook/events';
import { PRICE_OPTION_KEYS, priceOptionTexts } from '@ledgate/domain/pricebook/options';
import { pricedModels } from '@ledgate/domain/pricebook/price-table';
import { changePriceBook, currentPriceBook, tryPriceBook } from '@ledgate/domain/pricebook/pricebook-stream';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { reckon } from '@ledgate/domain/pricing/reckon';
import {
  refusedPrices,
  refusePrice,
  takeBackRefusal,
} from '@ledgate/projections/directory/refused-prices/refused-prices';
import { findUser } from '@ledgate/projections/directory/users/find';
import { usernamesOf } from '@ledgate/projections/directory/users/list';
import {
  priceBookBefore,
  priceBookOf,
  type PriceBookVersion,
  priceBookVersions,
  replacedVersions,
  versionInForce,
} from '@ledgate/projections/queries/price-books';
import type { PriceBookAnswer, priceBookRoutes } from '../contract/pricebook.ts';
import { administration } from '../directory/administration.ts';
import { changeDirectory } from '../directory/change-directory.ts';
import { notingAddress } from '../directory/noting-address.ts';
import { done, refusedByCode } from '../http/answer.ts';
import type { Call, Handlers, SignedCall } from '../http/call.ts';
import { contextOf } from '../http/context.ts';
import { offsetFromOne } from '../http/paging.ts';
import type { ApiPorts } from '../ports.ts';
import { differenceAnswer, differencesNow, isRefused } from './differences.ts';

const DEFAULT_GROUP = 'default';

export const priceBookHandlers = (ports: ApiPorts): Handlers<typeof priceBookRoutes> => ({
  list: async ({ query, nowMs }) => {
    const { items, total } = await priceBookVersions(ports.db, offsetFromOne(query));
    return done({ items: await answers(ports, items, nowMs), total, page: query.p, page_size: query.page_size });
  },

  get: async ({ params, nowMs }) => {
    const found = await priceBookOf(ports.db, params.version);
    if (found === undefined) return refusedByCode({ code: 'price_book_missing' });
    const [before, [answer]] = await Promise.all([
      priceBookBefore(ports.db, params.version),
      answers(ports, [found], nowMs),
    ]);
    const changed = before === undefined ? [] : changesBetween(before.book, found.book);
    return answer === undefined
      ? refusedByCode({ code: 'price_book_missing' })
      : done({ ...answer, book: found.book, changed: [...changed] });
  },

  change: async (call) => {
    const { reason } = call.body;
    const read = changeOf(call);
    if (!read.ok) return refusedByCode(read.refusal);
    const changed = await published(ports, call, reason, read.command);
    if (changed === undefined) return refusedByCode({ code: 'upgrade_running' });
    if (!changed.ok) return refusedByCode(changed.refusal);
    const [event] = changed.events;
    if (event === undefined) return done({ version: (await currentPriceBook(ports.store, call.nowMs)).version });
    const { version } = event.data;
    call.session.wrote(PRICE_BOOK_STREAM, changed.position);
    await changeDirectory(ports, call, null, async (tx) => tx.changed('pricebook', 0));
    return done({ version });
  },

  bigChanges: async (call) => {
    const read = call.body.changes === undefined ? optionsOf(call) : changeOf(call);
    if (!read.ok) return refusedByCode(read.refusal);
    const { command } = read;
    const startsAtMs = command.type === 'PublishChanges' ? command.startsAtMs : undefined;
    const tried = await tryPriceBook(ports.store, command, startsAtMs ?? call.nowMs);
    if (!tried.ok) return refusedByCode(tried.refusal);
    const priced = async (book: PriceBook): Promise<Prices> => ({
      book,
      catalogue: await catalogueOf(ports.store, book),
    });
    const all = bigChangesOfBook(await priced(tried.before), await priced(tried.after));
    return done({ items: all.slice(0, BIG_CHANGES_SHOWN_MAX), total: all.length });
  },

  prices: async ({ query, nowMs }) => {
    const prices = await currentPrices(ports.store, nowMs);
    const sought = query.keyword.trim().toLowerCase();
    const found = pricedModels(prices).filter(
      ({ model, source }) => (query.source === '' || source === query.source) && model.toLowerCase().includes(sought),
    );
    const { offset, limit } = offsetFromOne(query);
    return done({
      items: found.slice(offset, offset + limit).map(({ entries, ...each }) => ({ ...each, entries: [...entries] })),
      total: found.length,
      page: query.p,
      page_size: query.page_size,
      version: prices.book.version,
      quota_per_unit: prices.book.quotaPerUnit,
    });
  },

  differences: async ({ query, nowMs }) => {
    const prices = await currentPrices(ports.store, nowMs);
    const refusals = await refusedPrices(ports.db);
    const all = differencesNow(prices);
    const sought = query.keyword.trim().toLowerCase();
    const found = all.filter(
      (each) =>
        (query.kind === '' || each.kind === query.kind) &&
        (query.refused === '' || String(isRefused(each, refusals)) === query.refused) &&
        each.model.toLowerCase().includes(sought),
    );
    const { offset, limit } = offsetFromOne(query);
    const open = all.filter((each) => !isRefused(each, refusals));
    const { digest } = builtInCatalogue();
    return done({
      items: found.slice(offset, offset + limit).map((each) => differenceAnswer(each, refusals)),
      total: found.length,
      page: query.p,
      page_size: query.page_size,
      open: Object.fromEntries(DIFFERENCES.map((kind) => [kind, open.filter((each) => each.kind === kind).length])),
      catalogue: {
        digest,
        in_force: prices.book.builtIn?.catalogue === digest,
        change: { builtIn: { rules: RULES_MAX, catalogue: digest } },
      },
    });
  },

  refuse: async (call) => {
    const { model, refused: isToBeRefused } = call.body;
    const difference = differencesNow(await currentPrices(ports.store, call.nowMs)).find(
      (each) => each.model === model,
    );
    if (difference === undefined) return refusedByCode({ code: 'difference_missing' });
    const { figure } = difference;
    const wasRefused = isRefused(difference, await refusedPrices(ports.db));
    if (wasRefused !== isToBeRefused) {
      const record = administration(call, 'pricebook.difference', `price-${model}`, {
        before: { refused: wasRefused },
        after: { refused: isToBeRefused },
      });
      await changeDirectory(ports, call, record, (tx) =>
        isToBeRefused
          ? refusePrice(tx, { model, figure }, call.caller.id, Math.floor(call.nowMs / 1_000))
          : takeBackRefusal(tx, model),
      );
    }
    return done({ ...differenceAnswer(difference, new Map()), refused: isToBeRefused });
  },

  quote: async ({ body, nowMs }) => {
    const { model, group, user_id: userId, usage, service_tier: serviceTier, search_tool: searchTool, version } = body;
    const user = userId === undefined ? undefined : await findUser(ports.db, userId);
    if (userId !== undefined && user === undefined) return refusedByCode({ code: 'user_missing' });
    const book =
      version === undefined ? await currentPriceBook(ports.store, nowMs) : (await priceBookOf(ports.db, version))?.book;
    if (book === undefined) return refusedByCode({ code: 'price_book_missing' });
    const { amount, price } = reckon({
      book,
      catalogue: await catalogueOf(ports.store, book),
      model,
      group: group ?? user?.group ?? DEFAULT_GROUP,
      userId,
      serviceTier,
      searchTool,
      usage,
    });
    return done({ amount, price });
  },
});

type CommandOf<Type extends PriceBookCommand['type']> = Extract<PriceBookCommand, { type: Type }>;
type Read<Command> =
  { readonly ok: true; readonly command: Command } | { readonly ok: false; readonly refusal: Refusal };

function changeOf({ body, caller, nowMs }: ChangeCall): Read<CommandOf<'PublishChanges'>> {
  const { changes, starts_at: startsAt } = body;
  const read = readChanges(changes);
  if (!read.ok) return read;
  // The second that runs is not past.
  const startsAtMs = startsAt === undefined || startsAt === Math.floor(nowMs / 1_000) ? undefined : startsAt * 1_000;
  return { ok: true, command: { type: 'PublishChanges', changes: read.value, actorId: caller.id, nowMs, startsAtMs } };
}
type ChangeCall = Pick<Call<(typeof priceBookRoutes)['bigChanges' | 'change']>, 'body' | 'caller' | 'nowMs'>;

function optionsOf({ body, caller, nowMs }: Call<typeof priceBookRoutes.bigChanges>): Read<CommandOf<'PublishPrices'>> {
  const builtIn = priceOptionTexts(defaultPriceBook());
  const options = Object.fromEntries(
    PRICE_OPTION_KEYS.flatMap((key) => {
      const text = body.options[key];
      return text === undefined ? [] : [[key, text ?? builtIn[key]]];
    }),
  );
  return { ok: true, command: { type: 'PublishPrices', options, actorId: caller.id, nowMs } };
}

/** Undefined while an upgrade runs, and what is to be published cannot be said as the release before reads it (docs/ledger.md#ledger_schema). */
async function published(ports: ApiPorts, call: SignedCall, reason: string, command: CommandOf<'PublishChanges'>) {
  try {
    if (command.changes.builtIn?.catalogue) await publishBuiltInCatalogue(ports.store, call.nowMs);
    const context = { ...contextOf(call, call.caller, 'publish-changes'), reason };
    return await changePriceBook(notingAddress(ports, call), command, context);
  } catch (error) {
    if (error instanceof NotWrittenYet) return undefined;
    throw error;
  }
}

async function answers(
  { db }: ApiPorts,
  versions: readonly PriceBookVersion[],
  nowMs: number,
): Promise<PriceBookAnswer[]> {
  const actors = [...new Set(versions.flatMap(({ actorId }) => actorId ?? []))];
  const [names, inForce, replaced] = await Promise.all([
    usernamesOf(db, actors),
    versionInForce(db, nowMs),
    replacedVersions(
      db,
      versions.map(({ version }) => version),
    ),
  ]);
  return versions.map(({ version, actorId, reason, publishedMs, startsMs }) => ({
    version,
    actor_id: actorId ?? 0,
    actor_name: (actorId === null ? undefined : names.get(actorId)) ?? '',
    reason,
    published_at: Math.floor(publishedMs / 1_000),
    starts_at: Math.floor(startsMs / 1_000),
    in_force: version === inForce,
    replaced: replaced.has(version),
  }));
}
