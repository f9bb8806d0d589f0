const MONTHS = 12;
const YEARS = 2;

/** Periods that are offered, the newest first: this month and those before, this year and the one before. */
export function offeredPeriods(nowSeconds: number): readonly string[] {
  const now = new Date(nowSeconds * 1_000);
  const months = Array.from({ length: MONTHS }, (_, before) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before, 1)).toISOString().slice(0, 7),
  );
  return [...months, ...Array.from({ length: YEARS }, (_, before) => String(now.getUTCFullYear() - before))];
}

const PERIOD = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/u;

/** Whether a text looks like a period; whether there is such a day the server says. */
export const isPeriod = (text: string): boolean => PERIOD.test(text);
