import type { Language } from '../i18n/language.ts';

type Title = Readonly<Record<Language, string>>;

// Apart from the other texts of top-ups, since every first visit has the rows of the pages.

/** Of the page with all orders. */
export const allOrdersTitle: Title = { en: 'Payment orders', zh: '充值订单' };
/** Of one's own. */
export const ownOrdersTitle: Title = { en: 'Own payment orders', zh: '我的充值订单' };
/** What the wallet does. */
export const topUpTitle: Title = { en: 'Top up', zh: '在线充值' };

/** Where the amount is typed: the hash puts the focus on its field. */
export const TOP_UP_HASH = '#top-up';
export const TOP_UP_PLACE = `/topup${TOP_UP_HASH}`;
