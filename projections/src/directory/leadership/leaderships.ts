import { type Queryable, rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';

/** Who was elected last; he may have died since. */
export type LastElection = { readonly leadership: string; readonly fence: number; readonly holder: string };

export const lastElections = (db: Queryable): Promise<readonly LastElection[]> =>
  rows(db, query('directory.leaderships').select({ leadership: 'office' }, 'fence', 'holder').orderBy('office'));
