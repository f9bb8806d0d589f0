import { ROLE } from '@ledgate/domain/catalogue/roles';
import { USER_STATUS } from '@ledgate/domain/catalogue/statuses';
import { type Columns, type EditOf, editableOf, type NewRow, selected } from '../columns.ts';
import type { UserRow } from '../rows.ts';

export const USER_COLUMNS = {
  id: { new: 'made' },
  username: { new: 'given', editable: true },
  passwordHash: { new: 'given', editable: true },
  displayName: { new: 'given', editable: true },
  role: { new: { or: ROLE.user }, editable: true },
  status: { new: { or: USER_STATUS.enabled }, editable: true },
  email: { new: { or: '' }, editable: true },
  githubId: { new: { or: '' }, editable: true },
  wechatId: { new: { or: '' }, editable: true },
  telegramId: { new: { or: '' }, editable: true },
  linuxDoId: { new: { or: '' }, editable: true },
  group: { new: { or: 'default' }, editable: true },
  affCode: { new: 'made', editable: true },
  inviterId: { new: { or: 0 } },
  accessTokenHash: { new: 'made', editable: true },
  createdTime: { new: 'made' },
  closedTime: { new: 'made' },
  limits: { new: { or: '' }, editable: true },
  permissions: { new: { or: '' }, editable: true },
} as const satisfies Columns<UserRow>;

export type NewUserRow = NewRow<UserRow, typeof USER_COLUMNS>;
export type UserEdit = EditOf<UserRow, typeof USER_COLUMNS>;

export const userColumns = selected(USER_COLUMNS);
export const EDITABLE = editableOf(USER_COLUMNS);
