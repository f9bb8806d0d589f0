import type { TokenRow } from '../rows.ts';
import { columnsOf } from '../sql.ts';

const FIELDS = [
  'id', 'userId', 'key', 'status', 'name', 'createdTime', 'accessedTime', 'expiredTime', 'unlimitedQuota', 'modelLimitsEnabled', 'modelLimits', 'allowIps', 'group',
  'limitVersion',
] as const satisfies readonly (keyof TokenRow)[];

export const tokenColumns = columnsOf(FIELDS);
