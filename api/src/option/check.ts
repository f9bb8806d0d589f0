import { INTERRUPTED_POLICIES } from '@ledgate/domain/till/commands';
import { OPTION_BOUNDS, type OptionBounds } from '@ledgate/domain/options/bounds';
import { OPTION_DEFAULTS } from '@ledgate/domain/options/defaults';
import { isStorable } from '../contract/fields.ts';
import type { Problem } from '../http/problem.ts';

/** What is switched on, and what must have been set before (contract A.4). */
const NEEDS: Readonly<Record<string, string>> = {
  GitHubOAuthEnabled: 'GitHubClientId',
  LinuxDOOAuthEnabled: 'LinuxDOClientId',
  EmailDomainRestrictionEnabled: 'EmailDomainWhitelist',
  WeChatAuthEnabled: 'WeChatServerAddress',
  TurnstileCheckEnabled: 'TurnstileSiteKey',
};

/** Saved without a slash at the end (specification 1, section 5). */
const ADDRESSES: ReadonlySet<string> = new Set([
  'ServerAddress',
  'WorkerUrl',
  'PayAddress',
  'WeChatServerAddress',
  'CustomCallbackAddress',
]);

/** Names that every object has: an option of that name would be mistaken for them where options become an object. */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const NUMBERS: Readonly<Record<string, OptionBounds>> = OPTION_BOUNDS;
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  InterruptedPolicy: INTERRUPTED_POLICIES,
  DataExportDefaultTime: ['hour', 'day', 'week'],
};

type Shape = { readonly what: string; readonly fits: (value: unknown) => boolean };
const mapOf = (what: string, fits: (value: unknown) => boolean): Shape => ({
  what: `JSON of an object of ${what} expected`,
  fits: (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(fits) &&
    Object.keys(value).every(isStorable),
});
const isText = (value: unknown): boolean => typeof value === 'string' && isStorable(value);
const JSONS: Readonly<Record<string, Shape>> = {
  UserUsableGroups: mapOf('texts', isText),
  TopupGroupRatio: mapOf('numbers of zero or more', (value) => typeof value === 'number' && value >= 0),
  Chats: {
    what: 'JSON of a list of objects with one text each expected',
    fits: (value) =>
      Array.isArray(value) &&
      value.every((entry) => typeof entry === 'object' && entry !== null && Object.values(entry).every(isText)),
  },
};

/** The value as it is stored; or why it is refused, before anything is stored. `current` tells the other options as they are. Not for prices. */
export function checkedOption(
  key: string,
  sent: string,
  current: (key: string) => string,
): { readonly ok: true; readonly value: string } | { readonly ok: false; readonly problem: Problem } {
  const value = ADDRESSES.has(key) ? sent.trim().replace(/\/+$/, '') : sent;
  const needs = own(NEEDS, key);
  if (needs !== undefined && value === 'true' && current(needs).trim() === '')
    return { ok: false, problem: { code: 'option_needs', option: key, needs } };
  const detail = fault(key, value);
  return detail === undefined
    ? { ok: true, value }
    : { ok: false, problem: { code: 'option_invalid', option: key, detail } };
}

function fault(key: string, value: string): string | undefined {
  if (RESERVED.has(key)) return 'no option can have this name';
  const bounds = own(NUMBERS, key);
  if (bounds !== undefined) return numberFault(value, bounds);
  const choices = own(CHOICES, key);
  if (choices !== undefined) return choices.includes(value) ? undefined : `one of ${choices.join(', ')} expected`;
  const shape = own(JSONS, key);
  if (shape !== undefined) return shape.fits(parsed(value)) ? undefined : shape.what;
  const byDefault = own(OPTION_DEFAULTS, key);
  return byDefault === 'true' || byDefault === 'false' ? switchFault(value) : undefined;
}

const switchFault = (value: string): string | undefined =>
  value === 'true' || value === 'false' ? undefined : 'true or false expected';

function numberFault(value: string, { low, high, whole: wholeNumber }: OptionBounds): string | undefined {
  const number = Number(value);
  const fits =
    value.trim() !== '' &&
    Number.isFinite(number) &&
    number >= low &&
    number <= high &&
    (!wholeNumber || Number.isInteger(number));
  return fits ? undefined : `a ${wholeNumber ? 'whole ' : ''}number from ${low} to ${high} expected`;
}

/** Keys come from callers: `constructor` is no option. */
const own = <Value>(map: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
