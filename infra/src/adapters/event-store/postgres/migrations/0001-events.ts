/**
 * The ledger's tables. `head` counts the events; its row lock puts the transactions of all processes in a row, so that positions have no gaps
 * and become visible in their order. Data and metadata are text: jsonb would print them anew, and what was hashed would be gone.
 */
export const events = `
CREATE TABLE events.head (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  position bigint NOT NULL CHECK (position >= 0)
) WITH (fillfactor = 10);
INSERT INTO events.head (position) VALUES (0);

CREATE TABLE events.events (
  position bigint NOT NULL PRIMARY KEY,
  revision bigint NOT NULL CHECK (revision >= 0),
  recorded_at timestamptz NOT NULL,
  id uuid NOT NULL,
  stream text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  data text COLLATE "C" NOT NULL,
  metadata text COLLATE "C" NOT NULL,
  UNIQUE (stream, revision)
);

CREATE FUNCTION events.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is only ever appended to: % on %.% is refused', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME;
END $$;
CREATE TRIGGER events_never_change BEFORE UPDATE OR DELETE OR TRUNCATE ON events.events
  FOR EACH STATEMENT EXECUTE FUNCTION events.refuse_change();
CREATE TRIGGER head_stays BEFORE INSERT OR DELETE OR TRUNCATE ON events.head
  FOR EACH STATEMENT EXECUTE FUNCTION events.refuse_change();

REVOKE UPDATE, DELETE, TRUNCATE ON events.events FROM PUBLIC, CURRENT_USER;
REVOKE INSERT, DELETE, TRUNCATE ON events.head FROM PUBLIC, CURRENT_USER;
`;
