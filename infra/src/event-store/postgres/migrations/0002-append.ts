/**
 * The hot path. One call appends what several callers asked for at the same time, in one transaction, with one answer for each append.
 *
 * - Arrays `append_*`: one element an append. `event_*`: one element an event, in the order of the appends.
 * - `required_*`: events that must be there for the appends to be at the end of their streams, as far as the caller does not know it.
 *   An event never goes away, so what a caller once knew stays true.
 *
 * First all is written at once: if what is required is there, a revision that is taken (unique index) is the only thing that can be wrong.
 * Then nothing of it stays, and the appends are judged one by one under the same lock. Answers: `before`, the head before it, if all at
 * once was right; else an array with the position of each append's last event, null for a conflict, and one with each stream's actual last
 * revision, -1 for none.
 */
export const append = `
CREATE FUNCTION events.append(
  required_streams text[], required_revisions bigint[],
  append_streams text[], append_expected bigint[], append_counts integer[],
  event_streams text[], event_revisions bigint[], event_ids uuid[], event_types text[], event_data text[], event_metadata text[],
  OUT before bigint, OUT last_positions bigint[], OUT actual_revisions bigint[]
) LANGUAGE plpgsql AS $$
DECLARE
  last bigint;
  recorded timestamptz;
  found_count integer := 0;
  first_index integer;
  last_index integer := 0;
  actual bigint;
  last_position bigint;
BEGIN
  SELECT h.position INTO STRICT last FROM events.head h FOR UPDATE;
  recorded := clock_timestamp();
  IF cardinality(required_streams) > 0 THEN
    SELECT count(*) INTO found_count
    FROM unnest(required_streams, required_revisions) r (stream, revision)
    JOIN events.events e ON e.stream = r.stream AND e.revision = r.revision;
  END IF;

  IF found_count = cardinality(required_streams) THEN
    BEGIN
      INSERT INTO events.events (position, revision, recorded_at, id, stream, type, data, metadata)
      SELECT last + u.n, u.revision, recorded, u.id, u.stream, u.type, u.data, u.metadata
      FROM unnest(event_streams, event_revisions, event_ids, event_types, event_data, event_metadata)
        WITH ORDINALITY u (stream, revision, id, type, data, metadata, n);
      UPDATE events.head SET position = last + cardinality(event_ids);
      before := last;
      RETURN;
    EXCEPTION WHEN unique_violation THEN
      NULL;
    END;
  END IF;

  FOR i IN 1 .. cardinality(append_streams) LOOP
    first_index := last_index + 1;
    last_index := last_index + append_counts[i];
    last_position := NULL;
    SELECT e.revision INTO actual FROM events.events e WHERE e.stream = append_streams[i] ORDER BY e.revision DESC LIMIT 1;
    actual := coalesce(actual, -1);
    IF actual = append_expected[i] THEN
      INSERT INTO events.events (position, revision, recorded_at, id, stream, type, data, metadata)
      SELECT last + u.n, u.revision, recorded, u.id, append_streams[i], u.type, u.data, u.metadata
      FROM unnest(event_revisions[first_index:last_index], event_ids[first_index:last_index], event_types[first_index:last_index],
          event_data[first_index:last_index], event_metadata[first_index:last_index])
        WITH ORDINALITY u (revision, id, type, data, metadata, n);
      last := last + append_counts[i];
      last_position := last;
    ELSIF actual >= append_expected[i] + append_counts[i] THEN
      -- Written before, if every id stands where it would now be written.
      SELECT max(e.position) INTO last_position
      FROM unnest(event_revisions[first_index:last_index], event_ids[first_index:last_index]) u (revision, id)
      JOIN events.events e ON e.stream = append_streams[i] AND e.revision = u.revision AND e.id = u.id
      HAVING count(*) = append_counts[i];
    END IF;
    last_positions[i] := last_position;
    actual_revisions[i] := actual;
  END LOOP;
  UPDATE events.head SET position = last;
END $$;
`;
