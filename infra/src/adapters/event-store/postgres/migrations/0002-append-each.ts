/**
 * Judges appends one by one in one transaction: each is written, was written before, or conflicts, and disturbs no other. Called when writing
 * them together was refused. Arrays `append_*` have one element an append, `event_*` one an event, in the order of the appends; an expected
 * revision of -1 means that the stream must not exist.
 *
 * Answers an array with the position of each append's last event, null for a conflict, and one with each stream's last revision before it,
 * -1 for none. Every statement in here sees what was committed before the head's lock was taken.
 */
export const appendEach = `
CREATE FUNCTION events.append_each(
  append_streams text[], append_expected bigint[], append_counts integer[],
  event_ids uuid[], event_types text[], event_data text[], event_metadata text[],
  OUT last_positions bigint[], OUT actual_revisions bigint[]
) LANGUAGE plpgsql AS $$
DECLARE
  end_position bigint;
  first_index integer;
  last_index integer := 0;
  actual bigint;
  last_position bigint;
BEGIN
  SELECT h.position INTO STRICT end_position FROM events.head h FOR UPDATE;
  FOR i IN 1 .. cardinality(append_streams) LOOP
    first_index := last_index + 1;
    last_index := last_index + append_counts[i];
    last_position := NULL;
    SELECT e.revision INTO actual FROM events.events e WHERE e.stream = append_streams[i] ORDER BY e.revision DESC LIMIT 1;
    actual := coalesce(actual, -1);
    IF actual = append_expected[i] THEN
      INSERT INTO events.events (position, revision, recorded_at, id, stream, type, data, metadata)
      SELECT end_position + u.n, actual + u.n, clock_timestamp(), u.id, append_streams[i], u.type, u.data, u.metadata
      FROM unnest(event_ids[first_index:last_index], event_types[first_index:last_index],
          event_data[first_index:last_index], event_metadata[first_index:last_index])
        WITH ORDINALITY u (id, type, data, metadata, n);
      end_position := end_position + append_counts[i];
      last_position := end_position;
    ELSIF actual >= append_expected[i] + append_counts[i] THEN
      -- Written before, if every id stands where it would now be written.
      SELECT max(e.position) INTO last_position
      FROM unnest(event_ids[first_index:last_index]) WITH ORDINALITY u (id, n)
      JOIN events.events e ON e.stream = append_streams[i] AND e.revision = append_expected[i] + u.n AND e.id = u.id
      HAVING count(*) = append_counts[i];
    END IF;
    last_positions[i] := last_position;
    actual_revisions[i] := actual;
  END LOOP;
  UPDATE events.head SET position = end_position WHERE position <> end_position;
END $$;
`;
