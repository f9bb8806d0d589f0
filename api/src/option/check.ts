import { optionFault, savedOptionText } from '@ledgate/domain/options/check';
import { optionRow } from '@ledgate/domain/options/registry';
import type { Problem } from '../http/problem.ts';

/** The value as it is stored; or why it is refused (docs/behaviour.md#options). `current` tells the other options as they are. Not for prices. */
export function checkedOption(
  key: string,
  sent: string,
  current: (key: string) => string,
): { readonly ok: true; readonly value: string } | { readonly ok: false; readonly problem: Problem } {
  const row = optionRow(key);
  const value = row === undefined ? sent : savedOptionText(row, sent);
  if (row?.kind === 'switch' && row.needs !== undefined && value === 'true' && current(row.needs).trim() === '')
    return { ok: false, problem: { code: 'option_needs', option: key, needs: row.needs } };
  const fault = optionFault(key, value);
  return fault === undefined
    ? { ok: true, value }
    : { ok: false, problem: { code: 'option_invalid', option: key, fault } };
}
