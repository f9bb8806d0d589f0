import { describe, expect, it } from '@jest/globals';
import { calledBack, epayForm, epayOrderUrl, epaySign, moneyMinorOf, moneyText, orderTold } from './epay.ts';

const KEY = 'a key';
const ACCOUNT = { address: 'https://pay.example.com', pid: '1001', key: KEY };
const FIELDS = { pid: '1001', out_trade_no: 'T1', type: 'alipay', money: '73.00', trade_no: 'P1' };
const signed = (fields: Readonly<Record<string, string>>, key = KEY) => ({
  ...fields,
  sign: epaySign(fields, key),
  sign_type: 'MD5',
});

describe('the sign', () => {
  // MD5 of `a=1&b=2` with the key behind it, by md5sum.
  it('is of the sorted fields that have a value, with the key behind them', () =>
    expect(epaySign({ b: '2', a: '1', empty: '', sign: 'x', sign_type: 'MD5' }, 'key')).toBe(
      '1c123a5dc12e90deeaa1cd94681f0d88',
    ));

  it('is on the form that a browser posts', () => {
    const facts = {
      tradeNo: 'T1',
      way: 'wxpay',
      moneyMinor: 7_300,
      amount: 10,
      notifyUrl: 'https://n',
      returnUrl: 'https://r',
    };
    const { url, data } = epayForm(ACCOUNT, facts);
    expect(url).toBe('https://pay.example.com/submit.php');
    const { sign, ...fields } = data;
    expect(fields).toEqual({
      pid: '1001',
      type: 'wxpay',
      out_trade_no: 'T1',
      notify_url: 'https://n',
      return_url: 'https://r',
      name: 'TUC10',
      money: '73.00',
      device: 'pc',
      sign_type: 'MD5',
    });
    expect(sign).toBe(epaySign(fields, KEY));
  });
});

describe('a callback', () => {
  const paid = { ...FIELDS, trade_status: 'TRADE_SUCCESS' };

  it('tells a payment where it is signed and paid', () => {
    expect(calledBack(signed(paid), KEY)).toEqual({
      tradeNo: 'T1',
      pid: '1001',
      way: 'alipay',
      money: '73.00',
      providerRef: 'P1',
    });
    expect(calledBack(signed({ ...FIELDS, trade_status: 'WAIT_BUYER_PAY' }), KEY)).toBe('unpaid');
  });

  it.each([
    [{ ...signed(paid), money: '1.00' }],
    [{ ...signed(paid), sign: '' }],
    [{ ...signed(paid), sign: 'ä'.repeat(16) }],
    [signed(paid, 'another key')],
    [paid],
    [{}],
  ])('says nothing where its sign is not of the key: %j', (fields) => expect(calledBack(fields, KEY)).toBeUndefined());

  it('says nothing while there is no key', () => expect(calledBack(signed(paid, ''), '')).toBeUndefined());
});

describe('money', () => {
  it.each([
    ['73.00', 7_300],
    ['73', 7_300],
    ['73.5', 7_350],
    ['073.000', 7_300],
    ['0.01', 1],
    ['0.001', undefined],
    ['-1', undefined],
    ['1e3', undefined],
    ['', undefined],
    ['NaN', undefined],
    [' 1', undefined],
    ['999999999999999', undefined],
  ])('%s is compared as a number', (text, minor) => expect(moneyMinorOf(text)).toBe(minor));

  it.each([
    [7_300, '73.00'],
    [1, '0.01'],
    [0, '0.00'],
    [100_000_000_000_001, '1000000000000.01'],
  ])('%d is told with two decimals', (minor, text) => expect(moneyText(minor)).toBe(text));
});

describe('what the provider says of an order', () => {
  const asked = { pid: '1001', tradeNo: 'T1' };

  it('is asked under the key of the scheme', () =>
    expect(epayOrderUrl(ACCOUNT, 'T1')).toBe(
      'https://pay.example.com/api.php?act=order&pid=1001&key=a+key&out_trade_no=T1',
    ));

  it.each([
    [{ code: 1, status: 0, money: '0.00' }, 'unpaid'],
    [{ code: 1 }, 'unpaid'],
    [
      { code: '1', status: '1', money: 73 },
      { ...asked, way: '', money: '73', providerRef: '' },
    ],
    [
      { code: 1, status: 1, money: '73.00', trade_no: 'P1', out_trade_no: 'T2', pid: 7, type: 'wxpay' },
      { tradeNo: 'T2', pid: '7', way: 'wxpay', money: '73.00', providerRef: 'P1' },
    ],
    [{ code: -1, msg: 'no such merchant' }, { refused: 'no such merchant' }],
    [{ status: 1, money: '73.00' }, { refused: undefined }],
    [
      { code: 1, status: 1, money: { deep: 1 } },
      { ...asked, way: '', money: '', providerRef: '' },
    ],
  ])('%j', (said, told) => expect(orderTold(said, asked)).toEqual(told));

  it.each([129, 512, 513])('is the same payment as it calls back with, of %i characters', (length) => {
    const fields = { pid: '1001', out_trade_no: 'T1', type: 'wxpay', money: '73.00', trade_no: 'P'.repeat(length) };
    const asked = orderTold({ code: 1, status: 1, ...fields }, { pid: '1001', tradeNo: 'T1' });
    expect(asked).toEqual(calledBack(signed({ ...fields, trade_status: 'TRADE_SUCCESS' }), KEY));
    expect(asked).toMatchObject({ providerRef: 'P'.repeat(length) });
    expect(typeof asked === 'object' && 'isTooLong' in asked).toBe(length > 512);
  });
});
