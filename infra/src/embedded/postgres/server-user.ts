import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartRefused } from '../data-folder/start-refused.ts';

/** Who runs the database server. Undefined: who runs this process. */
export type ServerUser = { readonly name: string; readonly uid: number; readonly gid: number };

/**
 * Postgres refuses to run as root: then it runs as the owner of the data it has already, else as `postgres`, else as `nobody`.
 * An ordinary user runs it himself.
 */
export function serverUser(folder: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const user = accountNamed('postgres') ?? accountNamed('nobody');
  if (user === undefined)
    throw new StartRefused(
      'Postgres does not run as root, and /etc/passwd has neither `postgres` nor `nobody`; start as an ordinary user',
    );
  return user;
}

/** Whether every folder down to the path lets the user through. */
export function canReach(path: string, user: ServerUser): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function accountNamed(name: string): ServerUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { name, uid: Number(uid), gid: Number(gid) };
}
