import type { Spread } from './statistics.ts';

/** One line of the report. */
export type Figure = {
  readonly name: string;
  /** With its unit. */
  readonly value: string;
  /** Of the ratios or runs behind the value: least, median, most. */
  readonly spread: Spread | undefined;
  /** As the goal is stated; undefined for a figure that only explains another. */
  readonly goal: string | undefined;
  readonly met: boolean | undefined;
};

type Goal = { readonly text: string; readonly met: boolean };

export const figure = (
  name: string,
  value: string,
  { spread, goal }: { spread?: Spread; goal?: Goal } = {},
): Figure => ({ name, value, spread, goal: goal?.text, met: goal?.met });

export const atLeast = (value: number, goal: number, text: string = String(goal)): Goal => ({
  text: `at least ${text}`,
  met: value >= goal,
});
export const atMost = (value: number, goal: number, text: string = String(goal)): Goal => ({
  text: `at most ${text}`,
  met: value <= goal,
});

/** Whole numbers with thousands apart, small ones with three digits. */
export const shown = (value: number): string =>
  Math.abs(value) >= 1_000 ? Math.round(value).toLocaleString('en-GB') : String(Number(value.toPrecision(3)));

export const rate = (value: number, what = 'requests/s'): string => `${shown(value)} ${what}`;
export const ms = (value: number): string => `${shown(value)} ms`;
export const mib = (bytes: number): string => `${shown(bytes / 1_024 / 1_024)} MiB`;
