import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../wire/json.ts';

/** A place at which `one` is unlike the other. `role`: of the message in which it stands. */
export type Difference = { readonly at: string; readonly value: unknown; readonly role: unknown };

/** Where two JSON values differ, and what the first has there. Entries of lists are told apart by their place, and named `[]`. */
export function differencesOf(one: unknown, other: unknown, at = '', role: unknown = undefined): readonly Difference[] {
  if (isDeepStrictEqual(one, other)) return [];
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    return one.flatMap((entry: unknown, index) => differencesOf(entry, other[index], `${at}[]`, role));
  const isWithin = isObject(one) && (isObject(other) || (other === undefined && Object.keys(one).length === 1));
  if (!isWithin) return [{ at, value: one, role }];
  const others = isObject(other) ? other : {};
  return [...new Set([...Object.keys(one), ...Object.keys(others)])].flatMap((name) =>
    differencesOf(one[name], others[name], at === '' ? name : `${at}.${name}`, one['role'] ?? role),
  );
}
