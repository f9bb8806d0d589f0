import type { PriceBook } from '../pricebook/events.ts';
import { DEFAULT_COMPLETION_RATIO } from './defaults/completion-ratio.ts';
import { DEFAULT_GROUP_RATIO } from './defaults/group-ratio.ts';
import { DEFAULT_MODEL_PRICE } from './defaults/model-price.ts';
import { DEFAULT_MODEL_RATIO } from './defaults/model-ratio.ts';

/** Quota units of 1 USD (option QuotaPerUnit). */
export const DEFAULT_QUOTA_PER_UNIT = '500000';

/** The price book of a ledger in which none has been published: version 1. */
export const defaultPriceBook = (): PriceBook => DEFAULT_PRICE_BOOK;

/** One object, so that what is remembered of it is remembered once. */
const DEFAULT_PRICE_BOOK: PriceBook = {
  version: 1,
  modelRatio: DEFAULT_MODEL_RATIO,
  modelPrice: DEFAULT_MODEL_PRICE,
  completionRatio: DEFAULT_COMPLETION_RATIO,
  groupRatio: DEFAULT_GROUP_RATIO,
  quotaPerUnit: DEFAULT_QUOTA_PER_UNIT,
};
