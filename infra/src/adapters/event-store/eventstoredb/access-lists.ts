/** Rights as EventStoreDB names them: to read, write and delete a stream, to read and write its metadata. */
export type Right = '$r' | '$w' | '$d' | '$mr' | '$mw';
/** Who has a right: one role or several. A right that is not there is what the next more general list says. */
export type AccessList = { readonly [R in Right]?: string | readonly string[] };
/** The content of `$settings`: what holds for streams without a list of their own. */
export type Settings = { readonly $userStreamAcl?: AccessList; readonly $systemStreamAcl?: AccessList };

const EVERYBODY = '$all';
const ADMINISTRATORS = '$admins';

/** Where there are no settings: `user` may read all and append; only administrators delete streams or write their metadata, which can hide events. */
const ownSettings = (user: string): Settings => ({
  $userStreamAcl: ownList(user),
  $systemStreamAcl: { ...ownList(user), $w: [ADMINISTRATORS], $mr: [ADMINISTRATORS] },
});

/** The same for one stream that has no list. */
function ownList(user: string): AccessList {
  const own = [ADMINISTRATORS, user];
  return { $r: own, $w: own, $d: [ADMINISTRATORS], $mr: own, $mw: [ADMINISTRATORS] };
}

/** What was there, with `user` in the lists by which he may read all and append. Nobody is taken out. Answers `there` itself where nothing is to be done. */
export function settingsWith(there: Settings | undefined, user: string): Settings {
  if (there === undefined) return ownSettings(user);
  const users = listWith(there.$userStreamAcl, ['$r', '$w', '$mr'], user);
  // Without a list of theirs only administrators may read the server's own streams, and with them all.
  const system = listWith({ $r: [ADMINISTRATORS], ...there.$systemStreamAcl }, ['$r'], user);
  const isSame = users === there.$userStreamAcl && sameRoles(system.$r, there.$systemStreamAcl?.$r);
  return isSame ? there : { ...there, ...(users && { $userStreamAcl: users }), $systemStreamAcl: system };
}

/** The same for the list of one stream. */
export const streamListWith = (there: AccessList | undefined, user: string): AccessList =>
  there === undefined ? ownList(user) : (listWith(there, ['$r', '$w', '$mr'], user) ?? there);

/** Whether others than administrators may delete streams, or hide their events by metadata, where a stream has no list of its own. */
export const mayBeHidden = ({ $userStreamAcl = {} }: Settings): boolean =>
  [$userStreamAcl.$d, $userStreamAcl.$mw].some((roles) =>
    rolesIn(roles ?? EVERYBODY).some((r) => r !== ADMINISTRATORS),
  );

/** `list` itself where `user` is in already. A right without a list is nobody's to add to: a more general one holds. */
function listWith<List extends AccessList | undefined>(
  list: List,
  rights: readonly Right[],
  user: string,
): List | AccessList {
  const wanting = rights.filter((right) => list?.[right] !== undefined && !hasRight(list[right] ?? [], user));
  if (list === undefined || wanting.length === 0) return list;
  const added = wanting.map((right) => [right, [...rolesIn(list[right] ?? []), user]] as const);
  return { ...list, ...Object.fromEntries(added) };
}

const rolesIn = (roles: string | readonly string[]): readonly string[] => (typeof roles === 'string' ? [roles] : roles);
const hasRight = (roles: string | readonly string[], user: string): boolean =>
  rolesIn(roles).some((role) => role === EVERYBODY || role === user);
const sameRoles = (one: AccessList['$r'], other: AccessList['$r']): boolean =>
  other !== undefined && JSON.stringify(one) === JSON.stringify(other);
