import type { PaymentProblemReason } from '@ledgate/domain/catalogue/top-ups';

/** What is wrong, in a few words for a list. */
const problemsEn: Readonly<Record<PaymentProblemReason, string>> = {
  unknown_order: 'Order unknown',
  other_money: 'Other money paid',
  other_way: 'Paid in another way',
  other_merchant: 'Paid to another merchant',
  paid_twice: 'Paid twice',
  order_failed: 'Paid though it failed',
  text_too_long: 'A text is too long and was cut',
};
const problemsZh: typeof problemsEn = {
  unknown_order: '订单不存在',
  other_money: '付款金额不符',
  other_way: '付款方式不符',
  other_merchant: '商户号不符',
  paid_twice: '重复付款',
  order_failed: '订单失败后付款',
  text_too_long: '文本过长，已截断',
};

/** What both lists of payment orders say, by language. */
const en = {
  order: 'Order',
  orderOf: (number: string) => `order ${number}`,
  time: 'Made',
  credit: 'Credit',
  money: 'To pay',
  way: 'Way of paying',
  /** A way that is not known is shown as it is named. */
  ways: { alipay: 'Alipay', wxpay: 'WeChat Pay' } as Readonly<Record<string, string>>,
  state: 'State',
  states: { pending: 'Waiting for payment', success: 'Paid', failed: 'Failed' },
  creditFollows: 'Paid, credit follows',
  notPaidLong: 'Not paid for an hour',
  notCredited: 'Paid and not credited',
  problem: 'Problem',
  problems: problemsEn,
  problemIn: (what: string, money: string) =>
    `${what}: ${money}. It is credited to nobody until an administrator has seen to it.`,
  notPaidLongAbout: 'It has not been paid for an hour. The payment provider is still asked about it.',
  notCreditedAbout: 'It is paid, and the account does not have the credit yet. It follows by itself.',
  paymentNumber: 'Payment number',
  ask: 'Ask again',
  askOf: (number: string) => `Ask again about order ${number}`,
  credited: (amount: string) => `Paid: ${amount} credited`,
  notPaid: 'The payment provider says that it is not paid yet.',
};

const zh: typeof en = {
  order: '订单号',
  orderOf: (number) => `订单 ${number}`,
  time: '创建时间',
  credit: '充值额度',
  money: '应付金额',
  way: '支付方式',
  ways: { alipay: '支付宝', wxpay: '微信支付' },
  state: '状态',
  states: { pending: '等待支付', success: '已支付', failed: '失败' },
  creditFollows: '已支付，等待入账',
  notPaidLong: '一小时未支付',
  notCredited: '已支付未入账',
  problem: '问题',
  problems: problemsZh,
  problemIn: (what, money) => `${what}：${money}。在管理员处理之前不会入账。`,
  notPaidLongAbout: '一小时内未支付，仍在向支付平台查询。',
  notCreditedAbout: '已支付，但账户尚未入账，稍后会自动补上。',
  paymentNumber: '支付平台单号',
  ask: '再次查询',
  askOf: (number) => `再次查询订单 ${number}`,
  credited: (amount) => `已支付，到账 ${amount}`,
  notPaid: '支付平台表示该订单尚未支付。',
};

export const topUpTexts = { en, zh };
