/**
 * The hot path: many appends in one query, which is one transaction. All are written or none.
 *
 * - The head's row lock, taken first, puts the writers of all processes in a row.
 * - $7 and $8 (streams and revisions): events that must be there for the appends to be at the end of their streams. If one is not seen,
 *   nothing is written and no row answered.
 * - A revision that is taken is refused by the unique index, whatever this query's snapshot has seen.
 *
 * So each append that is written stands exactly behind the revision that it expected. Answers the position before the first event.
 */
export const APPEND_TOGETHER = query('');
export const APPEND_TOGETHER_IF_PRESENT = query(`
  WHERE (
    SELECT count(*) FROM unnest($7::text[], $8::bigint[]) r (stream, revision)
    JOIN events.events e ON e.stream = r.stream AND e.revision = r.revision
  ) = cardinality($7::text[])`);

function query(condition: string): string {
  return `
WITH head AS (
  UPDATE events.head SET position = position + cardinality($1::uuid[])${condition}
  RETURNING position - cardinality($1::uuid[]) AS before
), written AS (
  INSERT INTO events.events (position, revision, recorded_at, id, stream, type, data, metadata)
  SELECT head.before + u.n, u.revision, clock_timestamp(), u.id, u.stream, u.type, u.data, u.metadata
  FROM head, unnest($1::uuid[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[])
    WITH ORDINALITY u (id, stream, revision, type, data, metadata, n)
)
SELECT before FROM head`;
}
