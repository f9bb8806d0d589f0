import { execute, type Queryable } from '../database.ts';
import { TOKEN_TOUCH_ROWS_MAX } from '../limits.ts';
import { sql } from '../sql.ts';

/** Notes when tokens were last used: nothing a cache keeps, nothing an administrator decided. */
export async function touchTokens(db: Queryable, ids: readonly number[], atSeconds: number): Promise<void> {
  for (let from = 0; from < ids.length; from += TOKEN_TOUCH_ROWS_MAX) {
    await execute(db, sql`
      update directory.tokens set accessed_time = ${atSeconds}
      where id in (select id from directory.tokens where id = any(${ids.slice(from, from + TOKEN_TOUCH_ROWS_MAX)}::bigint[]) order by id for update)`);
  }
}
