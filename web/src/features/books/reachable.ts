import type { Access } from '@ledgate/api/contract/access';
import * as ACCESS from '@ledgate/api/contract/who-may';

/** Pages that not everybody has who reads the books. */
const GUARDED: readonly (readonly [page: string, access: Access])[] = [
  ['/channel?', ACCESS.channel.list],
  ['/redemption', ACCESS.redemption.list],
];

/** A link to a page that is there for this person; undefined for another. */
export const reachable = (link: string | undefined, may: (access: Access) => boolean): string | undefined =>
  GUARDED.some(([page, access]) => link?.startsWith(page) === true && !may(access)) ? undefined : link;
