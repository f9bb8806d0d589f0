import { channelTypeNamed, channelTypeOf, needsAddress } from '@ledgate/domain/channel/channel-types';
import type { Texts } from '../../shared/i18n/text.tsx';
import type { FieldErrors } from '../../shared/ui/use-form.ts';
import type { Channel, NewChannel } from './api/channels-api.ts';

export type ChannelValues = {
  readonly type: string;
  readonly name: string;
  /** Several keys, one a line, make several channels. */
  readonly key: string;
  readonly baseUrl: string;
  readonly other: string;
  readonly organization: string;
  readonly models: readonly string[];
  readonly groups: readonly string[];
  readonly mapping: string;
  readonly statusMapping: string;
  readonly setting: string;
  readonly testModel: string;
  readonly tag: string;
  readonly priority: string;
  readonly weight: string;
  readonly autoBan: boolean;
};

const list = (text: string): readonly string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

export const channelValues = (channel: Channel | undefined): ChannelValues =>
  channel
    ? {
        type: String(channel.type),
        name: channel.name,
        key: '',
        baseUrl: channel.base_url,
        other: channel.other,
        organization: channel.openai_organization,
        models: list(channel.models),
        groups: list(channel.group),
        mapping: channel.model_mapping,
        statusMapping: channel.status_code_mapping,
        setting: channel.setting,
        testModel: channel.test_model,
        tag: channel.tag,
        priority: String(channel.priority),
        weight: String(channel.weight),
        autoBan: channel.auto_ban === 1,
      }
    : {
        type: String(channelTypeNamed('openai').code),
        name: '',
        key: '',
        baseUrl: '',
        other: '',
        organization: '',
        models: [],
        groups: ['default'],
        mapping: '',
        statusMapping: '',
        setting: '',
        testModel: '',
        tag: '',
        priority: '0',
        weight: '0',
        autoBan: true,
      };

/** True for '' and for the JSON text of an object. */
export function isJsonObject(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

const isWhole = (text: string): boolean => /^-?\d+$/u.test(text.trim());
export const PRIORITY_MIN = -999;

/** The rules of docs/console.md#forms. */
export function checkChannel(values: ChannelValues, isNew: boolean, t: Texts): FieldErrors<ChannelValues> {
  const address = values.baseUrl.trim();
  return {
    name: values.name.trim() === '' ? t.form.required : undefined,
    key: isNew && values.key.trim() === '' ? t.form.required : undefined,
    models: values.models.length === 0 ? t.form.required : undefined,
    groups: values.groups.length === 0 ? t.form.required : undefined,
    baseUrl:
      address === ''
        ? needsAddress(channelTypeOf(Number(values.type)))
          ? t.form.required
          : undefined
        : /^https?:\/\/\S+$/u.test(address)
          ? undefined
          : t.channels.addressWrong,
    mapping: isJsonObject(values.mapping) ? undefined : t.channels.mappingWrong,
    statusMapping: isJsonObject(values.statusMapping) ? undefined : t.form.json,
    setting: isJsonObject(values.setting) ? undefined : t.form.json,
    priority:
      isWhole(values.priority) && Number(values.priority) >= PRIORITY_MIN ? undefined : t.channels.priorityWrong,
    weight: isWhole(values.weight) && Number(values.weight) >= 0 ? undefined : t.channels.weightWrong,
  };
}

/** The form as a call's body; an empty key is left out, so that an edit keeps the old one. */
export const channelBody = (values: ChannelValues): NewChannel => ({
  type: Number(values.type),
  name: values.name.trim(),
  key: values.key.trim(),
  base_url: values.baseUrl.trim().replace(/\/+$/u, ''),
  other: values.other.trim(),
  openai_organization: values.organization.trim(),
  models: values.models.join(','),
  group: values.groups.join(','),
  model_mapping: values.mapping.trim(),
  status_code_mapping: values.statusMapping.trim(),
  setting: values.setting.trim(),
  test_model: values.testModel.trim(),
  tag: values.tag.trim(),
  priority: Number(values.priority),
  weight: Number(values.weight),
  auto_ban: values.autoBan ? 1 : 0,
});
