// Apart from the other texts of top-ups, since every first visit has the rows of the pages.

/** What pages and entries of top-ups are called, by language. */
const en = {
  allOrders: 'Payment orders',
  ownOrders: 'Own payment orders',
  topUp: 'Top up',
};

const zh: typeof en = {
  allOrders: '充值订单',
  ownOrders: '我的充值订单',
  topUp: '在线充值',
};

export const topUpTitles = { en, zh };

/** Where the amount is typed: the hash puts the focus on its field. */
export const TOP_UP_HASH = '#top-up';
export const TOP_UP_PLACE = `/topup${TOP_UP_HASH}`;
