import { columnsOf } from '../../shared/column-names.ts';
import type { TokenRow } from '../rows.ts';

const FIELDS = [
  'id',
  'userId',
  'key',
  'status',
  'name',
  'createdTime',
  'accessedTime',
  'expiredTime',
  'unlimitedQuota',
  'modelLimitsEnabled',
  'modelLimits',
  'allowIps',
  'group',
  'limitVersion',
] as const satisfies readonly (keyof TokenRow)[];

export const tokenColumns = columnsOf(FIELDS);
