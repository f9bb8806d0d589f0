import { columnsOf } from '../../shared/column-names.ts';
import type { UserRow } from '../rows.ts';

const FIELDS = [
  'id',
  'username',
  'passwordHash',
  'displayName',
  'role',
  'status',
  'email',
  'githubId',
  'wechatId',
  'telegramId',
  'linuxDoId',
  'group',
  'affCode',
  'inviterId',
  'accessTokenHash',
  'createdTime',
  'closedTime',
] as const satisfies readonly (keyof UserRow)[];

export const userColumns = columnsOf(FIELDS);
