import { execute, oneRow, type Queryable } from '../../shared/database.ts';
import { KEPT_ANSWERS_KEPT_S, KEPT_ANSWERS_SWEPT_ROWS } from '../limits.ts';
import { FIGURES, SWEEP } from './sql.ts';

/** Takes away what is older than it is kept, some rows a transaction, until nothing is left. Answers how many. */
export async function sweepKeptAnswers(db: Queryable, nowS: number): Promise<number> {
  let swept = 0;
  for (;;) {
    const rows = await execute(db, { text: SWEEP, values: [nowS - KEPT_ANSWERS_KEPT_S, KEPT_ANSWERS_SWEPT_ROWS] });
    swept += rows;
    if (rows < KEPT_ANSWERS_SWEPT_ROWS) return swept;
  }
}

/** How old the oldest is, 0 where there is none, and what all take in the database, with the room of those that are gone. */
export const keptAnswersFigures = (
  db: Queryable,
  nowS: number,
): Promise<{ readonly oldestAgeSeconds: number; readonly storedBytes: number }> =>
  oneRow(db, { text: FIGURES, values: [nowS] });
