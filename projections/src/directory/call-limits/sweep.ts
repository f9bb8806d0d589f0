import { execute, type Queryable } from '../../shared/database.ts';
import { CALL_LIMITS_KEPT_S, CALL_LIMITS_SWEPT_ROWS } from '../limits.ts';
import { SWEEP } from './sql.ts';

/** Takes away what tells of no minute that counts any more, some rows a statement, until nothing is left. Answers how many. */
export async function sweepCallLimits(db: Queryable, nowS: number): Promise<number> {
  let swept = 0;
  for (;;) {
    const gone = await execute(db, { text: SWEEP, values: [nowS - CALL_LIMITS_KEPT_S, CALL_LIMITS_SWEPT_ROWS] });
    swept += gone;
    if (gone < CALL_LIMITS_SWEPT_ROWS) return swept;
  }
}
