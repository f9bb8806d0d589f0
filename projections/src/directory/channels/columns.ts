import { columnsOf } from '../../shared/column-names.ts';
import type { ChannelRow } from '../rows.ts';

const FIELDS = [
  'id',
  'type',
  'openaiOrganization',
  'testModel',
  'status',
  'name',
  'weight',
  'createdTime',
  'testTime',
  'responseTimeMs',
  'testPassed',
  'baseUrl',
  'other',
  'balanceUsd',
  'balanceUpdatedTime',
  'models',
  'group',
  'modelMapping',
  'statusCodeMapping',
  'otherInfo',
  'setting',
  'priority',
  'autoBan',
  'tag',
] as const satisfies readonly (keyof ChannelRow)[];

/** A channel without its key: what every reader but the relay, a test and a fetch of models gets. */
export type ListedChannel = Omit<ChannelRow, 'key'>;

export const listedColumns = columnsOf(FIELDS);
export const channelColumns = columnsOf([...FIELDS, 'key']);
