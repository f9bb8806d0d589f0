import type { Texts } from '../../shared/i18n/text.tsx';

export type OptionKey = keyof Texts['options'];
export type OptionKind = 'text' | 'address' | 'number' | 'quota' | 'switch' | 'area' | 'json' | 'granularity';
export type OptionField = {
  readonly key: OptionKey;
  readonly kind: OptionKind;
  /** Of a number. */ readonly minimum?: number;
};
export type GroupId =
  'general' | 'quota' | 'logs' | 'dashboard' | 'monitoring' | 'filter' | 'access' | 'appearance' | 'pricing';
export type OptionGroup = {
  readonly id: GroupId;
  readonly tab: 'operation' | 'pricing' | 'system' | 'other';
  readonly fields: readonly OptionField[];
};

const field =
  (kind: OptionKind, minimum = 0) =>
  (key: OptionKey): OptionField => ({ key, kind, minimum });
const [text, address, number, quota, toggle, area, json] = [
  field('text'),
  field('address'),
  field('number'),
  field('quota'),
  field('switch'),
  field('area'),
  field('json'),
];

/** The operator's options as the settings show them (specification 1, sections 2 and 3). */
export const optionGroups: readonly OptionGroup[] = [
  {
    id: 'general',
    tab: 'operation',
    fields: [
      address('TopUpLink'),
      number('QuotaPerUnit'),
      number('RetryTimes'),
      number('HangUpReadSeconds'),
      toggle('DisplayInCurrencyEnabled'),
      toggle('DisplayTokenStatEnabled'),
      toggle('DefaultCollapseSidebar'),
    ],
  },
  {
    id: 'quota',
    tab: 'operation',
    fields: [quota('QuotaForNewUser'), number('PreConsumedQuota'), quota('QuotaForInviter'), quota('QuotaForInvitee')],
  },
  { id: 'logs', tab: 'operation', fields: [toggle('LogConsumeEnabled')] },
  {
    id: 'dashboard',
    tab: 'operation',
    fields: [
      toggle('DataExportEnabled'),
      field('number', 1)('DataExportInterval'),
      field('granularity')('DataExportDefaultTime'),
    ],
  },
  {
    id: 'monitoring',
    tab: 'operation',
    fields: [
      number('ChannelDisableThreshold'),
      quota('QuotaRemindThreshold'),
      toggle('AutomaticDisableChannelEnabled'),
      toggle('AutomaticEnableChannelEnabled'),
    ],
  },
  {
    id: 'filter',
    tab: 'operation',
    fields: [toggle('CheckSensitiveEnabled'), toggle('CheckSensitiveOnPromptEnabled'), area('SensitiveWords')],
  },
  {
    id: 'pricing',
    tab: 'pricing',
    fields: [
      json('ModelRatio'),
      json('CompletionRatio'),
      json('ModelPrice'),
      json('GroupRatio'),
      json('UserUsableGroups'),
    ],
  },
  {
    id: 'access',
    tab: 'system',
    fields: [
      address('ServerAddress'),
      toggle('RegisterEnabled'),
      toggle('PasswordRegisterEnabled'),
      toggle('PasswordLoginEnabled'),
    ],
  },
  {
    id: 'appearance',
    tab: 'other',
    fields: [
      text('SystemName'),
      address('Logo'),
      area('HomePageContent'),
      area('Notice'),
      area('About'),
      area('Footer'),
    ],
  },
];

/** JSON text of an object is what every pricing option is; the ratios of groups are not negative. */
export function jsonError(key: OptionKey, value: string, t: Texts): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    return t.form.json;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return t.form.json;
  const wrong = Object.entries(parsed).find(([, of]) =>
    key === 'UserUsableGroups' ? typeof of !== 'string' : typeof of !== 'number' || of < 0,
  );
  return wrong ? t.settings.jsonEntry(wrong[0]) : undefined;
}

/** What is wrong with a value; undefined when it can be saved. */
export function optionError({ key, kind, minimum = 0 }: OptionField, value: string, t: Texts): string | undefined {
  if (kind === 'json') return jsonError(key, value, t);
  if (kind === 'number' || kind === 'quota')
    return /^\d+(\.\d+)?$/u.test(value.trim()) && Number(value) >= minimum ? undefined : t.form.numberMin(minimum);
  return undefined;
}

/** As it is saved: addresses without a slash at the end, numbers without blanks. */
export const savedValue = ({ kind, key }: OptionField, value: string): string =>
  kind === 'address' && key !== 'Logo'
    ? value.trim().replace(/\/+$/u, '')
    : kind === 'number' || kind === 'quota'
      ? value.trim()
      : value;

const LAID_OUT: Readonly<Record<string, string>> = { '{': '{\n  ', '}': '\n}', ':': ': ', ',': ',\n  ' };

/** As it is shown: JSON that stands on one line gets a line an entry. The digits stay as they are, since a ratio is a decimal and no binary number. */
export const shownValue = ({ kind }: OptionField, value: string): string =>
  kind !== 'json' || value.includes('\n') || value.trim() === '{}'
    ? value
    : value.replaceAll(/"(?:[^"\\]|\\.)*"|[{}:,]\s*/gu, (part) => LAID_OUT[part.trim()] ?? part);
