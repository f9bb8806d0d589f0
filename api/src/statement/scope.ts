import type { UserId } from '@ledgate/domain/shared/ids';
import { channelNamesOf } from '@ledgate/projections/directory/channels/find';
import { tokenOwnersOf } from '@ledgate/projections/directory/tokens/find';
import { findUser } from '@ledgate/projections/directory/users/find';
import { usernamesOf } from '@ledgate/projections/directory/users/list';
import { hasEntries, type StatementEntry } from '@ledgate/projections/queries/statements';
import type { StatementEntry as EntryAnswer } from '../contract/statement.ts';
import { refusedAt, type Refused } from '../http/answer.ts';
import type { ApiPorts } from '../ports.ts';
import type { Whose } from './told.ts';

/** What `scope` and `id` of a call name; whatever has charges can be asked for, also where the directory has forgotten it. */
export async function scopeOf(
  { db, view }: Pick<ApiPorts, 'db' | 'view'>,
  { scope, id }: { readonly scope: string; readonly id: string },
): Promise<Whose | Refused> {
  if (scope === 'all') return { scope: { kind: 'all' }, name: '' };
  if (scope === 'group') {
    if (id === '') return refusedAt('id', { code: 'scope_invalid', field: 'id' });
    const group = { kind: 'group', id } as const;
    return Object.hasOwn(view.options.GroupRatio, id) || (await hasEntries(db, group))
      ? { scope: group, name: id }
      : refusedAt('id', { code: 'scope_invalid', field: 'id' });
  }
  if (scope !== 'user' && scope !== 'token' && scope !== 'channel')
    return refusedAt('scope', { code: 'scope_invalid', field: 'scope' });
  const number = WHOLE.test(id) ? Number(id) : 0;
  if (!Number.isSafeInteger(number) || number < 1) return refusedAt('id', { code: 'scope_invalid', field: 'id' });
  const name = await nameOf(db, scope, number);
  if (scope === 'user')
    return name === undefined
      ? refusedAt('id', { code: 'user_missing' })
      : { scope: { kind: scope, id: number as UserId }, name };
  const numbered = { kind: scope, id: number } as const;
  return name === undefined && !(await hasEntries(db, numbered))
    ? refusedAt('id', { code: scope === 'token' ? 'token_missing' : 'channel_missing' })
    : { scope: numbered, name: name ?? '' };
}

const WHOLE = /^\d{1,16}$/u;

async function nameOf(
  db: ApiPorts['db'],
  scope: 'user' | 'token' | 'channel',
  id: number,
): Promise<string | undefined> {
  if (scope === 'user') return (await findUser(db, id))?.username;
  if (scope === 'token') return (await tokenOwnersOf(db, [id])).get(id)?.name;
  return (await channelNamesOf(db, [id])).get(id);
}

/** Answers of entries with whose account each is on. */
export async function withAccounts(
  db: ApiPorts['db'],
  entries: readonly StatementEntry[],
  answers: readonly EntryAnswer[],
): Promise<(EntryAnswer & { user_id: number; username: string })[]> {
  const names = await usernamesOf(db, [...new Set(entries.map(({ accountId }) => accountId))]);
  return answers.map((answer, index) => {
    const userId = entries[index]?.accountId ?? 0;
    return { ...answer, user_id: userId, username: names.get(userId) ?? '' };
  });
}
