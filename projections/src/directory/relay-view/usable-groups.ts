import { stringMap } from './channel-view.ts';

/** How the user's own group is called where the option does not describe it (contract A.3, self/groups). */
export const OWN_GROUP_DESCRIPTION = 'user group';

/** Groups that have a ratio and that the option UserUsableGroups names, and the user's own, with their descriptions. */
export function usableGroups(
  userUsableGroups: string,
  groupRatio: Readonly<Record<string, string>>,
  userGroup: string,
): ReadonlyMap<string, string> {
  const described = Object.entries(stringMap(userUsableGroups));
  const usable = new Map(described.filter(([group]) => Object.hasOwn(groupRatio, group)));
  if (Object.hasOwn(groupRatio, userGroup) && !usable.has(userGroup)) usable.set(userGroup, OWN_GROUP_DESCRIPTION);
  return usable;
}
