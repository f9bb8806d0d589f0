const PREFIX = 'playground-';

/** In place of a token's name, of a call without one (docs/behaviour.md#playground); '' of what is no call, which has no group. */
export const playgroundName = (group: string): string => (group === '' ? '' : `${PREFIX}${group}`);

/** The group of such a name; undefined for other names. A token may be called so too. */
export const playgroundGroup = (name: string): string | undefined =>
  name.startsWith(PREFIX) && name !== PREFIX ? name.slice(PREFIX.length) : undefined;
