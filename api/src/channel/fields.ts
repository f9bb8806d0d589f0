import type { ChannelEdit } from '@ledgate/projections/directory/channels/update';
import { given } from '../http/given.ts';
import type { FieldFault, Problem } from '../http/problem.ts';

const MODEL_NAME_CHARACTERS_MAX = 255;
const VERTEX = 41;

/** The form as it is sent; null means as if left out. */
export type ChannelForm = {
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
  readonly tag?: string | null | undefined;
  readonly priority?: number | null | undefined;
  readonly weight?: number | null | undefined;
  readonly auto_ban?: number | null | undefined;
};

/** What is wrong with the fields that are sent (contract A.5). */
export function formProblem(form: ChannelForm): Problem | undefined {
  const long = namesIn(form.models ?? '').find((name) => name.length > MODEL_NAME_CHARACTERS_MAX);
  if (long !== undefined) return invalid('models', { rule: 'too_large', maximum: MODEL_NAME_CHARACTERS_MAX, of: 'characters' });
  if (!/^(|https?:\/\/.+)$/i.test((form.base_url ?? '').trim())) return invalid('base_url', { rule: 'other', detail: 'http:// or https:// expected' });
  for (const field of ['model_mapping', 'status_code_mapping', 'setting'] as const) {
    if (!isObjectText(form[field] ?? '')) return invalid(field, { rule: 'json' });
  }
  return form.type === VERTEX ? regionProblem(form.other ?? '') : undefined;
}

/** Type 41: a region, or a map from models to regions with a default. */
function regionProblem(other: string): Problem | undefined {
  if (other.trim() === '') return invalid('other', { rule: 'missing' });
  const map = parsed(other);
  return typeof map !== 'object' || map === null || 'default' in map ? undefined : invalid('other.default', { rule: 'missing' });
}

const invalid = (field: string, fault: FieldFault): Problem => ({ code: 'field_invalid', field, fault });

/** '' , or JSON text of an object. */
function isObjectText(text: string): boolean {
  if (text.trim() === '') return true;
  const value = parsed(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Comma text as names, trimmed, each once. */
export const namesIn = (text: string): readonly string[] => [...new Set(text.split(',').map((name) => name.trim()).filter((name) => name !== ''))];

/** The row's fields that are sent, also those that become empty. An empty key leaves the key. */
export function editOf(form: ChannelForm): ChannelEdit {
  const edit = {
    type: form.type, key: form.key === '' ? undefined : form.key?.trim(), name: form.name, status: form.status, openaiOrganization: form.openai_organization,
    testModel: form.test_model, baseUrl: form.base_url?.trim(), other: form.other, models: given(form.models) ? namesIn(form.models).join(',') : undefined,
    group: given(form.group) ? namesIn(form.group).join(',') : undefined, modelMapping: form.model_mapping, statusCodeMapping: form.status_code_mapping,
    setting: form.setting, tag: form.tag, priority: form.priority, weight: form.weight, autoBan: form.auto_ban,
  };
  return Object.fromEntries(Object.entries(edit).filter(([, value]) => given(value))) as ChannelEdit;
}

/** One key for each line that is not empty; type 41 has one JSON, which is never split. */
export const keysOf = (type: number, key: string): readonly string[] =>
  (type === VERTEX ? [key] : key.split('\n')).map((line) => line.trim()).filter((line) => line !== '');
