import { type CallLimitsSent, callLimitsText } from '@ledgate/domain/call-limits/sent-call-limits';
import { MODEL_NAME_CHARACTERS_MAX } from '@ledgate/domain/catalogue/limits';
import { hasJsonKey, keyFault } from '@ledgate/domain/channel/channel-keys';
import { readOverride } from '@ledgate/domain/channel/channel-override';
import { channelTypeOf, needsAddress, otherFault } from '@ledgate/domain/channel/channel-types';
import { isStorable } from '@ledgate/domain/shared/storable';
import type { ChannelFields } from '@ledgate/projections/directory/channels/columns';
import { isSent } from '../http/sent.ts';
import type { FieldFault, Problem } from '../http/problem.ts';

/** The form as it is sent; null means as if left out. */
type ChannelForm = {
  readonly type?: number | null | undefined;
  readonly key?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly status?: number | null | undefined;
  readonly openai_organization?: string | null | undefined;
  readonly test_model?: string | null | undefined;
  readonly base_url?: string | null | undefined;
  readonly other?: string | null | undefined;
  readonly models?: string | null | undefined;
  readonly group?: string | null | undefined;
  readonly model_mapping?: string | null | undefined;
  readonly status_code_mapping?: string | null | undefined;
  readonly setting?: string | null | undefined;
  readonly limits?: CallLimitsSent | null | undefined;
  readonly tag?: string | null | undefined;
  readonly priority?: number | null | undefined;
  readonly weight?: number | null | undefined;
  readonly auto_ban?: number | null | undefined;
};

/** Fields that no channel can be without, besides its key, which an edit that sends none leaves as it is. */
const REQUIRED = ['name', 'models', 'group'] as const;

/** The fields that the type of a channel has rules for. */
type Target = { readonly type: number; readonly baseUrl: string; readonly other: string };

/**
 * What is wrong with the fields that are sent: a required one that is empty, one of the wrong form, one that the type needs.
 * `target`: the channel as it would be, where the call names one. What stands there already is not held against an edit that leaves it as it is.
 */
export function formProblem(form: ChannelForm, target?: Target): Problem | undefined {
  const empty = REQUIRED.find((field) => isSent(form[field]) && isEmpty(field, form[field]));
  if (empty !== undefined) return invalid(empty, { rule: 'missing' });
  const long = namesIn(form.models ?? '').find((name) => name.length > MODEL_NAME_CHARACTERS_MAX);
  if (long !== undefined)
    return invalid('models', { rule: 'too_large', maximum: MODEL_NAME_CHARACTERS_MAX, of: 'characters' });
  if (!isAddress((form.base_url ?? '').trim())) return invalid('base_url', { rule: 'web_address' });
  const header = (['key', 'openai_organization'] as const).find(
    (field) => !isHeaderText(form[field] ?? '', target?.type ?? form.type),
  );
  if (header !== undefined) return invalid(header, { rule: 'header_text' });
  const key = target === undefined ? undefined : keyFault(target.type, form.key ?? '');
  if (key !== undefined) return invalid('key', key);
  for (const [field, fault] of Object.entries(OBJECTS)) {
    const object = objectIn(form[field as keyof typeof OBJECTS] ?? '');
    if (object === undefined) return invalid(field, { rule: 'json' });
    const wrong = fault(object);
    if (wrong !== undefined) return wrong;
  }
  return target !== undefined && [form.type, form.base_url, form.other].some(isSent)
    ? targetProblem(target)
    : undefined;
}

/** Of models and groups a comma text without a name is empty too. */
const isEmpty = (field: (typeof REQUIRED)[number], value: string): boolean =>
  field === 'name' ? value.trim() === '' : namesIn(value).length === 0;

function targetProblem({ type, baseUrl, other }: Target): Problem | undefined {
  const facts = channelTypeOf(type);
  if (facts === undefined) return invalid('type', { rule: 'channel_type' });
  if (needsAddress(facts) && baseUrl.trim() === '') return invalid('base_url', { rule: 'missing' });
  const fault = otherFault(facts, other);
  if (fault === undefined) return undefined;
  return invalid(fault === 'missing' ? 'other' : 'other.default', { rule: 'missing' });
}

const invalid = (field: string, fault: FieldFault): Problem => ({ code: 'field_invalid', field, fault });

const isAddress = (text: string): boolean => text === '' || (/^https?:\/\/./i.test(text) && URL.canParse(text));

/** The lines of a service account's JSON are sent nowhere as they stand. */
const isHeaderText = (text: string, type: number | null | undefined): boolean =>
  (isSent(type) && hasJsonKey(type) ? /^[\x20-\x7e\s]*$/ : /^[\x20-\x7e\r\n]*$/).test(text);

/** What is wrong in the object of a field; undefined: nothing. Relays read them by these rules (docs/behaviour.md#mappings). */
const OBJECTS: Readonly<
  Record<
    'model_mapping' | 'status_code_mapping' | 'setting',
    (object: Readonly<Record<string, unknown>>) => Problem | undefined
  >
> = {
  model_mapping: (map) =>
    Object.entries(map).every(([name, to]) => isModelName(name) && isModelName(to))
      ? undefined
      : invalid('model_mapping', { rule: 'model_mapping' }),
  status_code_mapping: (map) =>
    Object.entries(map).every(
      ([from, to]) => /^[1-5]\d\d$/.test(from) && typeof to === 'string' && /^[45]\d\d$/.test(to),
    )
      ? undefined
      : invalid('status_code_mapping', { rule: 'status_mapping' }),
  setting: ({ proxy, unpriced, override }) => {
    if (isSaid(proxy) && !(typeof proxy === 'string' && isProxy(proxy))) return invalid('setting', { rule: 'proxy' });
    if (isSaid(unpriced) && unpriced !== UNPRICED_PASSES)
      return invalid('setting.unpriced', { rule: 'choice', choices: UNPRICED_PASSES });
    const read = readOverride(override);
    if (!('fault' in read)) return undefined;
    const { field, ...fault } = read.fault;
    return invalid(`setting.${field}`.slice(0, FIELD_CHARACTERS_MAX), fault);
  },
};

/** Of a path that its sender has made up. */
const FIELD_CHARACTERS_MAX = 200;

/** All that `unpriced` may say; anything else would do nothing unnoticed. */
const UNPRICED_PASSES = 'pass';
const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const isModelName = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MODEL_NAME_CHARACTERS_MAX && isStorable(value);
const isProxy = (text: string): boolean => /^(https?|socks5):\/\/./i.test(text) && URL.canParse(text);

/** JSON text of an object; '' is an empty one. */
function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return {};
  const value = parsed(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Comma text as names, trimmed, each once. */
export const namesIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];

/** The row's fields that are sent, also those that become empty. */
export function editOf(form: ChannelForm): ChannelFields {
  const edit = {
    type: form.type,
    name: form.name,
    status: form.status,
    openaiOrganization: form.openai_organization,
    testModel: form.test_model,
    baseUrl: form.base_url?.trim(),
    other: form.other,
    models: isSent(form.models) ? namesIn(form.models).join(',') : undefined,
    group: isSent(form.group) ? namesIn(form.group).join(',') : undefined,
    modelMapping: form.model_mapping,
    statusCodeMapping: form.status_code_mapping,
    setting: form.setting,
    limits: isSent(form.limits) ? callLimitsText(form.limits) : undefined,
    tag: form.tag,
    priority: form.priority,
    weight: form.weight,
    autoBan: form.auto_ban,
  };
  return Object.fromEntries(Object.entries(edit).filter(([, value]) => isSent(value))) as ChannelFields;
}
