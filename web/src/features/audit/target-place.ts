import type { AuditRecord } from '@ledgate/api/contract/audit';
import { OPTION_SECTIONS, optionRow, type OptionTab } from '@ledgate/domain/options/registry';
import { accountPath } from '../../shared/account/account-links.ts';
import { formatTime } from '../../shared/time/time-format.ts';

type Target = Pick<AuditRecord, 'target_type' | 'target_id' | 'target_user_id' | 'target_name'>;

/** Where the target of a record is looked at; undefined where it has no place. */
export function targetPlace({ target_type: type, target_id: id, target_user_id: user, target_name: name }: Target) {
  switch (type) {
    case 'user':
    case 'token':
      return user === 0 ? undefined : accountPath(user);
    case 'channel':
      return `/channel/edit/${id}`;
    case 'redemption':
      return name === '' ? undefined : `/redemption?q=${encodeURIComponent(name)}`;
    case 'option':
      return `/setting?tab=${optionTab(id)}`;
    case 'pricebook':
      return /^\d+$/u.test(id) ? `/pricebook?tab=history&open=${id}` : '/pricebook?tab=differences';
    case 'finance':
      return `/orders?${new URLSearchParams({ number: id, open: id }).toString()}`;
    case 'log':
      return '/log';
  }
}

/** Secrets, which are of no section, stand with the systems that they are for. */
function optionTab(key: string): OptionTab {
  const section = optionRow(key)?.section;
  return section === undefined ? 'system' : OPTION_SECTIONS[section];
}

/** What a target is called: its name, else its number or key. */
export const targetCalled = (
  { target_type: type, target_id: id, target_name: name }: Target,
  { logBefore }: { readonly logBefore: (time: string) => string },
): string => {
  if (type === 'log') return logBefore(formatTime(Number(id)));
  if (type === 'option' || type === 'pricebook' || type === 'finance') return id;
  return name === '' ? `#${id}` : name;
};
