import { execute, type Queryable } from '../../shared/database.ts';
import { SHORT_LIVED_KEYS_KEPT_MS, SHORT_LIVED_KEYS_SWEPT_ROWS } from '../limits.ts';
import { SWEEP } from './sql.ts';

/** Takes away keys that ended long ago, of channels that are not asked any more, some rows a statement, until nothing is left. Answers how many. */
export async function sweepShortLivedKeys(db: Queryable, keptMs = SHORT_LIVED_KEYS_KEPT_MS): Promise<number> {
  let swept = 0;
  for (;;) {
    const gone = await execute(db, { text: SWEEP, values: [keptMs, SHORT_LIVED_KEYS_SWEPT_ROWS] });
    swept += gone;
    if (gone < SHORT_LIVED_KEYS_SWEPT_ROWS) return swept;
  }
}
