import { execute, type Queryable } from '../../shared/database.ts';
import { oneOfIds, query } from '../../shared/query.ts';
import { TOKEN_TOUCH_ROWS_MAX } from '../limits.ts';

/** Notes when tokens were last used: nothing a cache keeps, nothing an administrator decided. */
export async function touchTokens(db: Queryable, ids: readonly number[], atSeconds: number): Promise<void> {
  for (let from = 0; from < ids.length; from += TOKEN_TOUCH_ROWS_MAX) {
    // Locked in the order of ids, so that two processes never wait crosswise.
    const locked = query('directory.tokens')
      .select('id')
      .where(oneOfIds('id', ids.slice(from, from + TOKEN_TOUCH_ROWS_MAX)))
      .orderBy('id')
      .forUpdate();
    await execute(db, query('directory.tokens').whereIn('id', locked).update({ accessed_time: atSeconds }));
  }
}
