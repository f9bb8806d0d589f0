import { callLimitsIn } from '@ledgate/domain/call-limits/sent-call-limits';
import type { ChannelView } from '../relay-view.ts';
import type { ChannelWithKeys } from '../channels/columns.ts';

/** A channel's row with its texts parsed. A text that is no JSON object counts as none: the console checks before it saves. */
export function channelView(row: ChannelWithKeys): ChannelView {
  const statusCodes = Object.entries(stringMap(row.statusCodeMapping)).map(
    ([from, to]) => [Number(from), Number(to)] as const,
  );
  const view = {
    id: row.id,
    name: row.name,
    type: row.type,
    status: row.status,
    key: row.keys[0] ?? '',
    keyId: row.keyNumbers[0],
    organization: row.openaiOrganization,
    baseUrl: row.baseUrl,
    other: row.other,
    models: commaList(row.models),
    groups: commaList(row.group),
    modelMapping: new Map(Object.entries(stringMap(row.modelMapping))),
    statusCodeMapping: new Map(statusCodes.filter(([from, to]) => Number.isInteger(from) && Number.isInteger(to))),
    setting: jsonObject(row.setting),
    priority: row.priority,
    weight: row.weight,
    autoBan: row.autoBan === 1,
    testModel: row.testModel,
    limits: callLimitsIn(row.limits),
    byKey: [],
    hasOtherKeys: row.keys.length > 1,
    servingSinceMs: -Infinity,
  };
  return view.hasOtherKeys
    ? { ...view, byKey: row.keys.map((key, index) => ({ ...view, key, keyId: row.keyNumbers[index] })) }
    : view;
}

/** `a, b,,a` -> a, b */
export const commaList = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

export function jsonObject(text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Numbers count as their text, other values are left out. */
export const stringMap = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(jsonObject(text))
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([name, value]) => [name, String(value)]),
  );
