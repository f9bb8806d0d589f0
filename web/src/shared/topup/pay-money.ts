/** In which payment orders are paid; a callback of the provider names none. */
export const PAY_CURRENCY = 'CNY';

/** Money of a payment, `¥73.00`; behind the code of the currency where that is none that the browser knows. */
export function payMoney(money: number, currency = PAY_CURRENCY): string {
  try {
    return new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
      money,
    );
  } catch {
    return `${money.toFixed(2)} ${currency}`.trim();
  }
}

/** The same for what a provider wrote, which may be no number. */
export const writtenMoney = (written: string): string =>
  /^\d+(\.\d+)?$/u.test(written) ? payMoney(Number(written)) : written;
