import { type Columns, type EditOf, editableOf, type NewRow, selected } from '../columns.ts';
import type { TokenRow } from '../rows.ts';

export const TOKEN_COLUMNS = {
  id: { new: 'made' },
  userId: { new: 'given' },
  status: { new: 'made', editable: true },
  name: { new: 'given', editable: true },
  createdTime: { new: 'made' },
  accessedTime: { new: 'made' },
  expiredTime: { new: { or: -1 }, editable: true },
  unlimitedQuota: { new: 'made' },
  modelLimitsEnabled: { new: { or: false }, editable: true },
  modelLimits: { new: { or: '' }, editable: true },
  allowIps: { new: { or: '' }, editable: true },
  group: { new: { or: '' }, editable: true },
  limitVersion: { new: 'made' },
  limits: { new: { or: '' }, editable: true },
} as const satisfies Columns<TokenRow>;

export type NewTokenRow = NewRow<TokenRow, typeof TOKEN_COLUMNS>;
export type TokenFields = EditOf<TokenRow, typeof TOKEN_COLUMNS>;

export const tokenColumns = selected(TOKEN_COLUMNS);
export const EDITABLE = editableOf(TOKEN_COLUMNS);
