import { OPTIONS } from '../options/registry.ts';
import type { PriceBook } from '../pricebook/events.ts';
import { DEFAULT_MODEL_PRICE } from './defaults/model-price.ts';
import { DEFAULT_MODEL_RATIO } from './defaults/model-ratio.ts';

/** Entries of the option CompletionRatio; the rules for names without an entry stand in completion-rules.ts. */
const COMPLETION_RATIO: PriceBook['completionRatio'] = {
  'gpt-4-gizmo-*': '2',
  'gpt-4o-gizmo-*': '3',
  'gpt-4-all': '2',
};

/** The price book of a ledger in which none has been published: version 1. */
export const defaultPriceBook = (): PriceBook => DEFAULT_PRICE_BOOK;

/** One object, so that what is remembered of it is remembered once. */
const DEFAULT_PRICE_BOOK: PriceBook = {
  version: 1,
  modelRatio: DEFAULT_MODEL_RATIO,
  modelPrice: DEFAULT_MODEL_PRICE,
  completionRatio: COMPLETION_RATIO,
  groupRatio: Object.fromEntries(
    Object.entries(OPTIONS.GroupRatio.default).map(([group, ratio]) => [group, String(ratio)]),
  ),
  quotaPerUnit: String(OPTIONS.QuotaPerUnit.default),
};
