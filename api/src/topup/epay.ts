import { createHash, timingSafeEqual } from 'node:crypto';
import { decimal } from '@ledgate/domain/pricing/decimal';
import { isStorable } from '@ledgate/domain/shared/storable';

// The epay scheme (docs/behaviour.md#top-up): what the browser posts, what the provider calls back with, and what it says of an order. Pure.

/** With whom, and under which name and key; `address` without a slash at its end. */
export type EpayAccount = { readonly address: string; readonly pid: string; readonly key: string };

/** What people pay in. */
export const EPAY_CURRENCY = 'CNY';
/** As consoles and refusals name it. */
export const EPAY_NAME = 'epay';
const MINOR_DIGITS = 2;
const SIGN_TYPE = 'MD5';

export type Fields = Readonly<Record<string, string>>;

/** MD5, hexadecimal: without sign, sign_type and what is empty, sorted by name, joined, the key at the end. */
export function epaySign(fields: Fields, key: string): string {
  const text = Object.entries(fields)
    .filter(([name, value]) => name !== 'sign' && name !== 'sign_type' && value !== '')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return createHash('md5').update(`${text}${key}`).digest('hex');
}

const isSigned = (fields: Fields, key: string): boolean => {
  const [sign, expected] = [Buffer.from(fields['sign'] ?? ''), Buffer.from(epaySign(fields, key))];
  return sign.length === expected.length && timingSafeEqual(sign, expected);
};

/** The provider's name of the way of paying that a console calls `zfb` or `wx`. */
export const epayWay = (method: string): 'alipay' | 'wxpay' =>
  method === 'zfb' || method === 'alipay' ? 'alipay' : 'wxpay';

type FormFacts = {
  readonly tradeNo: string;
  readonly way: string;
  readonly moneyMinor: number;
  /** As it was asked for. */
  readonly amount: number;
  readonly notifyUrl: string;
  readonly returnUrl: string;
};

/** Where the browser posts the form, and its fields with their sign. */
export function epayForm(
  { address, pid, key }: EpayAccount,
  facts: FormFacts,
): { readonly url: string; readonly data: Fields } {
  const fields = {
    pid,
    type: facts.way,
    out_trade_no: facts.tradeNo,
    notify_url: facts.notifyUrl,
    return_url: facts.returnUrl,
    name: `TUC${facts.amount}`,
    money: moneyText(facts.moneyMinor),
    device: 'pc',
    sign_type: SIGN_TYPE,
  };
  return { url: `${address}/submit.php`, data: { ...fields, sign: epaySign(fields, key) } };
}

/** `7300` as `73.00`. */
export function moneyText(minor: number): string {
  const digits = String(minor).padStart(MINOR_DIGITS + 1, '0');
  return `${digits.slice(0, -MINOR_DIGITS)}.${digits.slice(-MINOR_DIGITS)}`;
}

/** `73.00`, `73` or `73.000` as 7300; undefined for what is no amount of whole minor units. */
export function moneyMinorOf(text: string): number | undefined {
  if (!/^\d{1,15}(\.\d{1,15})?$/.test(text)) return undefined;
  const { units, scale } = decimal(text);
  const [over, under] = [units * 10n ** BigInt(MINOR_DIGITS), 10n ** BigInt(scale)];
  const minor = Number(over / under);
  return over % under === 0n && Number.isSafeInteger(minor) ? minor : undefined;
}

/** What a provider vouches for: texts are his. */
export type EpayPayment = {
  readonly tradeNo: string;
  readonly pid: string;
  /** '' where it is not told. */
  readonly way: string;
  readonly money: string;
  /** The payment's number there; ''. */
  readonly providerRef: string;
  /** One of these texts is longer than any that fits an order. */
  readonly isTooLong?: true;
};

/** Of each text that says which order was paid, how and how much. */
const PAYMENT_TEXT_CHARACTERS_MAX = 512;

const said = (value: unknown): string => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return isStorable(text) ? text : '';
};

/** The one reading of a payment, called back or asked for: texts are whole, and too long alike. */
function paymentSaid(fields: Readonly<Record<string, unknown>>): EpayPayment {
  const payment = {
    tradeNo: said(fields['out_trade_no']),
    pid: said(fields['pid']),
    way: said(fields['type']),
    money: said(fields['money']),
    providerRef: said(fields['trade_no']),
  };
  const isTooLong = Object.values(payment).some((text) => text.length > PAYMENT_TEXT_CHARACTERS_MAX);
  return isTooLong ? { ...payment, isTooLong } : payment;
}

const PAID = 'TRADE_SUCCESS';

/** What a callback says: undefined where it is not the provider's, `unpaid` while nothing was paid. */
export function calledBack(fields: Fields, key: string): EpayPayment | 'unpaid' | undefined {
  if (key === '' || !isSigned(fields, key)) return undefined;
  return fields['trade_status'] === PAID ? paymentSaid(fields) : 'unpaid';
}

/** Where the provider tells of an order; its key is in it, as the scheme wants. */
export const epayOrderUrl = ({ address, pid, key }: EpayAccount, tradeNo: string): string =>
  `${address}/api.php?${new URLSearchParams({ act: 'order', pid, key, out_trade_no: tradeNo }).toString()}`;

const FOUND = '1';

/** What the provider says of the order that it was asked of: a refusal in its own words, that it is not paid, or its payment. */
export function orderTold(
  fields: Readonly<Record<string, unknown>>,
  { pid, tradeNo }: { readonly pid: string; readonly tradeNo: string },
): EpayPayment | 'unpaid' | { readonly refused: unknown } {
  if (said(fields['code']) !== FOUND) return { refused: fields['msg'] };
  if (said(fields['status']) !== FOUND) return 'unpaid';
  return paymentSaid({ ...fields, out_trade_no: fields['out_trade_no'] ?? tradeNo, pid: fields['pid'] ?? pid });
}
