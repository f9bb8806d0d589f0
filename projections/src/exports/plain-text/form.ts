/** What a transaction says of the event behind it. */
export type Told = {
  readonly type: string;
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  /** '' where there is none. */
  readonly requestId: string;
  readonly reason: string;
};

/** How a program of plain-text accounting reads a journal. Days are `2026-11-28`, units those of the file: turned round, and whole. A line each. */
export interface PlainTextForm {
  /** As the program names an account of the chart. */
  account(account: string): string;
  /** @param price of one unit in USD, decimal; undefined: it has none */
  begin(firstDay: string, price: string | undefined): readonly string[];
  /** That there is an account; `account` as `account()` gives it, here and in all others. */
  declare(account: string): string;
  /** The head of a transaction; `told` undefined: of many events, which `title` names. */
  transaction(day: string, title: string, told: Told | undefined): readonly string[];
  posting(account: string, units: number): string;
  /** What stands before the closing balances. */
  beginAssertions(lastDay: string): readonly string[];
  assertion(lastDay: string, account: string, units: number): string;
}

/** Blanks, line breaks, other control characters, and what turns the direction of writing: named one by one, so that no table of Unicode has a say in it. */
const NOT_IN_A_LINE = /[^\u0021-\u007e\u00a1-\u2027\u202f-\u2065\u206a-\u{10ffff}]+/gu;

/** A text of one line. */
export const oneLine = (text: string): string => text.replaceAll(NOT_IN_A_LINE, ' ').trim();

/** Zero has no sign. */
export const turned = (units: number): number => (units === 0 ? 0 : -units);
