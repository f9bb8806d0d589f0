import { channelRoutes } from '@ledgate/api/contract/channel';
import { CHANNEL_NUMBER_MAX } from '@ledgate/domain/catalogue/limits';
import { keyFault } from '@ledgate/domain/channel/channel-keys';
import { channelTypeNamed, channelTypeOf, needsAddress, otherFault } from '@ledgate/domain/channel/channel-types';
import { z } from 'zod';
import { callLimitShape, callLimitValues, type CallLimitValues } from '../../shared/form/call-limits.ts';
import { joined, stated, typedJson, typedNames, typedText, typedWhole } from '../../shared/form/typed.ts';
import type { Texts } from '../../shared/i18n/text.tsx';
import type { Channel, NewChannel } from './api/channels-api.ts';
import { PRIORITY_MIN } from './priority-min.ts';
import { settingOf, settingTexts, typedOverride } from './setting-texts.ts';

export type ChannelValues = {
  readonly type: string;
  readonly name: string;
  /** Several keys, one a line, make several channels, or one where `isOne`. */
  readonly key: string;
  /** Keys in parts are typed a line each, and not a part each. */
  readonly areSeveral: boolean;
  readonly isOne: boolean;
  readonly baseUrl: string;
  readonly other: string;
  readonly organization: string;
  readonly models: readonly string[];
  readonly groups: readonly string[];
  readonly mapping: string;
  readonly statusMapping: string;
  /** Without its override, which has a text of its own. */
  readonly setting: string;
  readonly override: string;
  readonly testModel: string;
  readonly tag: string;
  readonly priority: string;
  readonly weight: string;
  readonly autoBan: boolean;
} & CallLimitValues;

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
        areSeveral: false,
        isOne: true,
        baseUrl: channel.base_url,
        other: channel.other,
        organization: channel.openai_organization,
        models: list(channel.models),
        groups: list(channel.group),
        mapping: channel.model_mapping,
        statusMapping: channel.status_code_mapping,
        ...settingTexts(channel.setting),
        testModel: channel.test_model,
        tag: channel.tag,
        priority: String(channel.priority),
        weight: String(channel.weight),
        autoBan: channel.auto_ban === 1,
        ...callLimitValues(channel.limits),
      }
    : {
        type: String(channelTypeNamed('openai').code),
        name: '',
        key: '',
        areSeveral: false,
        isOne: false,
        baseUrl: '',
        other: '',
        organization: '',
        models: [],
        groups: ['default'],
        mapping: '',
        statusMapping: '',
        setting: '',
        override: '',
        testModel: '',
        tag: '',
        priority: '0',
        weight: '0',
        autoBan: true,
        ...callLimitValues(undefined),
      };

const ADDRESS = /^https?:\/\/\S+$/u;
const { shape } = channelRoutes.create.body;

/** A channel as it is typed (docs/console.md#forms); what is sent comes out. An edit may leave the key empty: then the old one stays. */
export function channelForm({ type, baseUrl }: ChannelValues, isNew: boolean, t: Texts) {
  const row = channelTypeOf(Number(type));
  const noAddress = !needsAddress(row) && baseUrl.trim() === '';
  const address = typedText.min(1).pipe(z.string().regex(ADDRESS, { error: t.channels.addressWrong }));
  const names = typedNames.refine((chosen) => chosen.length > 0, { error: t.form.required }).transform(joined);
  return z
    .object({
      type: z.string().transform(Number).pipe(shape.type),
      name: typedText.pipe(shape.name),
      key: (isNew ? typedText.min(1) : typedText)
        .superRefine((text, context) => {
          const fault = keyFault(Number(type), text);
          if (fault !== undefined) context.addIssue({ code: 'custom', message: t.channels.keyFault(fault) });
        })
        .pipe(shape.key),
      areSeveral: z.boolean(),
      isOne: z.boolean(),
      baseUrl: (noAddress ? typedText : address).transform(withoutSlashes).pipe(stated(shape.base_url)),
      other: typedText
        .superRefine((text, context) => {
          const fault = row === undefined ? undefined : otherFault(row, text);
          const message = fault === 'missing' ? t.form.required : t.channels.regionsWrong;
          if (fault !== undefined) context.addIssue({ code: 'custom', message });
        })
        .pipe(stated(shape.other)),
      organization: typedText.pipe(stated(shape.openai_organization)),
      models: names.pipe(shape.models),
      groups: names.pipe(shape.group),
      mapping: typedJson(t.channels.mappingWrong).pipe(stated(shape.model_mapping)),
      statusMapping: typedJson(t.form.json).pipe(stated(shape.status_code_mapping)),
      setting: typedJson(t.form.json)
        .refine((text) => settingTexts(text).override === '', { error: t.channels.overrideElsewhere })
        .pipe(stated(shape.setting)),
      override: typedOverride(t),
      testModel: typedText.pipe(stated(shape.test_model)),
      tag: typedText.pipe(stated(shape.tag)),
      priority: typedWhole(PRIORITY_MIN, CHANNEL_NUMBER_MAX, t.channels.priorityWrong).pipe(stated(shape.priority)),
      weight: typedWhole(0, CHANNEL_NUMBER_MAX, t.channels.weightWrong).pipe(stated(shape.weight)),
      autoBan: z.boolean(),
      ...callLimitShape(t),
    })
    .transform((typed): NewChannel => ({
      type: typed.type,
      name: typed.name,
      key: typed.key,
      ...(isNew && typed.isOne ? { multi_key: true } : {}),
      base_url: typed.baseUrl,
      other: typed.other,
      openai_organization: typed.organization,
      models: typed.models,
      group: typed.groups,
      model_mapping: typed.mapping,
      status_code_mapping: typed.statusMapping,
      setting: settingOf(typed.setting, typed.override),
      test_model: typed.testModel,
      tag: typed.tag,
      priority: typed.priority,
      weight: typed.weight,
      auto_ban: typed.autoBan ? 1 : 0,
      limits: { rpm: typed.rpm, tpm: typed.tpm, parallel: typed.parallel },
    }));
}

const withoutSlashes = (address: string): string => address.replace(/\/+$/u, '');
