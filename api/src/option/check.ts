import { optionFault, savedOptionText } from '@ledgate/domain/options/check';
import { optionRow, switchesOn } from '@ledgate/domain/options/registry';
import type { Problem } from '../http/problem.ts';

/** The value as it is stored; or why it is refused (docs/behaviour.md#options). `current` tells the other options as they are. Not for prices. */
export function checkedOption(
  key: string,
  sent: string,
  current: (key: string) => string,
): { readonly ok: true; readonly value: string } | { readonly ok: false; readonly problem: Problem } {
  const row = optionRow(key);
  const value = row === undefined ? sent : savedOptionText(row, sent);
  const isSwitchedOn = row?.kind === 'switch' && value === 'true';
  const needs = isSwitchedOn ? row.needs?.find((needed) => current(needed).trim() === '') : undefined;
  if (needs !== undefined) return { ok: false, problem: { code: 'option_needs', option: key, needs } };
  const fault = optionFault(key, value);
  if (fault !== undefined) return { ok: false, problem: { code: 'option_invalid', option: key, fault } };
  const by = value.trim() === '' ? switchesOn(key).find((name) => current(name) === 'true') : undefined;
  if (by !== undefined && current(key).trim() !== '')
    return { ok: false, problem: { code: 'option_needed', option: key, by } };
  return { ok: true, value };
}
