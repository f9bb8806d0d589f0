import { CHANNEL_STATUS } from '@ledgate/domain/catalogue/statuses';
import { type Columns, type EditOf, editableOf, type NewRow, selected } from '../columns.ts';
import type { ChannelRow } from '../rows.ts';

export const CHANNEL_COLUMNS = {
  id: { new: 'made' },
  type: { new: 'given', editable: true },
  openaiOrganization: { new: { or: '' }, editable: true },
  testModel: { new: { or: '' }, editable: true },
  status: { new: { or: CHANNEL_STATUS.enabled }, editable: true },
  name: { new: 'given', editable: true },
  weight: { new: { or: 0 }, editable: true },
  createdTime: { new: 'made' },
  testTime: { new: 'made' },
  responseTimeMs: { new: 'made' },
  testPassed: { new: 'made' },
  lastTest: { new: 'made' },
  baseUrl: { new: { or: '' }, editable: true },
  other: { new: { or: '' }, editable: true },
  balanceUsd: { new: 'made' },
  balanceUpdatedTime: { new: 'made' },
  models: { new: 'given', editable: true },
  group: { new: { or: 'default' }, editable: true },
  modelMapping: { new: { or: '' }, editable: true },
  statusCodeMapping: { new: { or: '' }, editable: true },
  otherInfo: { new: { or: '' }, editable: true },
  setting: { new: { or: '' }, editable: true },
  priority: { new: { or: 0 }, editable: true },
  autoBan: { new: { or: 1 }, editable: true },
  tag: { new: { or: '' }, editable: true },
  limits: { new: { or: '' }, editable: true },
} as const satisfies Columns<ChannelRow>;

/** `keys`: its keys at the provider, one or more. */
export type NewChannel = NewRow<ChannelRow, typeof CHANNEL_COLUMNS> & { readonly keys: readonly string[] };
export type ChannelFields = EditOf<ChannelRow, typeof CHANNEL_COLUMNS>;
export type ChannelEdit = ChannelFields & { readonly keys?: readonly string[] };

/**
 * With the keys that are enabled: for the relay, a test and a fetch of models. Never to be shown. `keyNumbers`: of each; none where they stand in clear.
 */
export type ChannelWithKeys = ChannelRow & {
  readonly keys: readonly string[];
  readonly keyNumbers: readonly number[];
};

export const channelColumns = selected(CHANNEL_COLUMNS);
export const EDITABLE = editableOf(CHANNEL_COLUMNS);
