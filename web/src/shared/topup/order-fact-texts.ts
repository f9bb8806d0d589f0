import { topUpTexts } from './topup-texts.ts';

/** What an opened order says beside: it comes with the first that is opened. */
const en = {
  ...topUpTexts.en,
  price: 'Price',
  priceOf: (price: string, ratio: string) => `${price} a dollar × group ratio ${ratio}`,
  paid: 'Paid at',
  asked: 'Provider asked last',
  nextAsk: 'Asked next',
  never: 'Not yet',
  noMore: 'Not by itself',
};

const zh: typeof en = {
  ...topUpTexts.zh,
  price: '价格',
  priceOf: (price, ratio) => `每美元 ${price} × 分组倍率 ${ratio}`,
  paid: '支付时间',
  asked: '上次查询',
  nextAsk: '下次查询',
  never: '尚未查询',
  noMore: '不再自动查询',
};

export const orderFactTexts = { en, zh } as const;
