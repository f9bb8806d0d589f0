import { INTERRUPTED_POLICIES } from '@ledgate/domain/till/commands';
import { OPTION_BOUNDS, type OptionBounds } from '@ledgate/domain/options/bounds';
import { OPTION_DEFAULTS } from '@ledgate/domain/options/defaults';
import { isStorable } from '../contract/fields.ts';
import type { OptionFault, Problem } from '../http/problem.ts';

/** What is switched on, and what must have been set before (contract A.4). */
const NEEDS: Readonly<Record<string, string>> = {
  GitHubOAuthEnabled: 'GitHubClientId',
  LinuxDOOAuthEnabled: 'LinuxDOClientId',
  EmailDomainRestrictionEnabled: 'EmailDomainWhitelist',
  WeChatAuthEnabled: 'WeChatServerAddress',
};

/** Saved without a slash at the end (specification 1, section 5). */
const ADDRESSES: ReadonlySet<string> = new Set([
  'ServerAddress',
  'WorkerUrl',
  'PayAddress',
  'WeChatServerAddress',
  'CustomCallbackAddress',
]);

/** What these would protect is not built: whoever switched one on would rely on a protection that is not there. */
const UNBUILT: ReadonlySet<string> = new Set(['TurnstileCheckEnabled', 'DemoSiteEnabled']);

const NUMBERS: Readonly<Record<string, OptionBounds>> = OPTION_BOUNDS;
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  InterruptedPolicy: INTERRUPTED_POLICIES,
  DataExportDefaultTime: ['hour', 'day', 'week'],
};

type JsonFault = Extract<OptionFault, { rule: 'json' }>;
type Shape = { readonly of: JsonFault['of']; readonly fits: (value: unknown) => boolean };
const mapOf = (of: JsonFault['of'], fits: (value: unknown) => boolean): Shape => ({
  of,
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
  TopupGroupRatio: mapOf('ratios', (value) => typeof value === 'number' && value >= 0),
  Chats: {
    of: 'links',
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
  const fault = faultOf(key, value);
  return fault === undefined
    ? { ok: true, value }
    : { ok: false, problem: { code: 'option_invalid', option: key, fault } };
}

function faultOf(key: string, value: string): OptionFault | undefined {
  const byDefault = own(OPTION_DEFAULTS, key);
  if (byDefault === undefined) return { rule: 'unknown' };
  if (UNBUILT.has(key) && value === 'true') return { rule: 'unbuilt' };
  const bounds = own(NUMBERS, key);
  if (bounds !== undefined) return isWithin(value, bounds) ? undefined : { rule: 'number', ...bounds };
  const choices = own(CHOICES, key);
  if (choices !== undefined)
    return choices.includes(value) ? undefined : { rule: 'choice', choices: choices.join(', ') };
  const shape = own(JSONS, key);
  if (shape !== undefined) return shape.fits(parsed(value)) ? undefined : { rule: 'json', of: shape.of };
  const isSwitch = byDefault === 'true' || byDefault === 'false';
  return isSwitch && value !== 'true' && value !== 'false' ? { rule: 'switch' } : undefined;
}

function isWithin(value: string, { low, high, whole }: OptionBounds): boolean {
  const number = Number(value);
  return (
    value.trim() !== '' &&
    Number.isFinite(number) &&
    number >= low &&
    number <= high &&
    (!whole || Number.isInteger(number))
  );
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
