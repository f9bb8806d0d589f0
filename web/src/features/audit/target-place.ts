import type { AuditRecord } from '@ledgate/api/contract/audit';
import type { AuditTargetType } from '@ledgate/domain/catalogue/audit';
import { OPTION_SECTIONS, optionRow, type OptionTab } from '@ledgate/domain/options/registry';
import { accountPath } from '../../shared/account/account-links.ts';
import { formatTime } from '../../shared/time/time-format.ts';

/** Targets that are neither rows nor options, though they are listed as options, and where they are looked at. */
const THINGS = {
  channel_tests: '/channel',
  channel_balances: '/channel',
  master_key: undefined,
  end_user_key: undefined,
} as const satisfies Readonly<Record<string, string | undefined>>;
export type Thing = keyof typeof THINGS;

const isThing = (id: string): id is Thing => Object.hasOwn(THINGS, id);

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
      return isThing(id) ? THINGS[id] : `/setting?tab=${optionTab(id)}`;
    case 'pricebook':
      return /^\d+$/u.test(id) ? `/pricebook?tab=history&open=${id}` : '/pricebook?tab=differences';
    case 'finance':
      if (id === 'seal') return '/seals';
      if (id.startsWith('export-')) return '/exports';
      if (id.startsWith('period-')) return '/periods';
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

/** What a target is called: its name, else its number or key; and of which kind it is, '' where its name says it. */
export const targetCalled = (
  { target_type: type, target_id: id, target_name: name }: Target,
  { logBefore, things, types }: TargetTexts,
): { readonly kind: string; readonly name: string } =>
  type === 'option' && isThing(id)
    ? { kind: '', name: things[id] }
    : { kind: types[type], name: calledOf({ type, id, name }, logBefore) };

type TargetTexts = {
  readonly logBefore: (time: string) => string;
  readonly things: Readonly<Record<Thing, string>>;
  readonly types: Readonly<Record<AuditTargetType, string>>;
};

const calledOf = (
  { type, id, name }: { readonly type: AuditTargetType; readonly id: string; readonly name: string },
  logBefore: TargetTexts['logBefore'],
): string => {
  if (type === 'log') return logBefore(formatTime(Number(id)));
  if (type === 'option' || type === 'pricebook' || type === 'finance') return id;
  return name === '' ? `#${id}` : name;
};
