import { execute, type Queryable } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { NOTIFY } from '../shared/sql.ts';

/** NOTIFY channel: a close was begun, or somebody waits for the bundle of the period whose number is said. */
export const PERIODS_CHANGED = 'ledgate_periods';

/** Has closes looked for at once by whoever finishes them; with a period, its bundle made too. */
export const tellPeriods = (db: Queryable, periodId?: number): Promise<unknown> =>
  execute(db, query.raw(NOTIFY, [PERIODS_CHANGED, periodId === undefined ? '' : String(periodId)]));
