import { ADVISORY_LOCKS } from '@ledgate/projections/shared/advisory-locks';
import { APPEND_TIMEOUT_MS } from './limits.ts';

/**
 * Whatever a given server's defaults are: an answer means that the event is on disk, a query sees what was committed before it, and plans
 * made while the tables were empty stay right when they are large (every query here is an index look-up).
 */
export const SESSION_SETTINGS = [
  `SET synchronous_commit = on`,
  `SET default_transaction_isolation = 'read committed'`,
  `SET statement_timeout = ${APPEND_TIMEOUT_MS}`,
  `SET enable_seqscan = off`,
  `SET enable_bitmapscan = off`,
  `SET enable_hashjoin = off`,
  `SET enable_mergejoin = off`,
  `SET jit = off`,
  `SET plan_cache_mode = force_generic_plan`,
].join(';');

const COLUMNS = 'position, revision, recorded_at, id, stream, type, data, metadata';
export const STREAM_FORWARDS = `SELECT ${COLUMNS} FROM events.events WHERE stream = $1 AND revision >= $2 ORDER BY revision LIMIT $3`;
export const STREAM_BACKWARDS = `SELECT ${COLUMNS} FROM events.events WHERE stream = $1 AND revision <= $2 ORDER BY revision DESC LIMIT $3`;
export const ALL = `SELECT ${COLUMNS} FROM events.events WHERE position > $1 ORDER BY position LIMIT $2`;
export const HEAD = 'SELECT position FROM events.head';

export const APPEND_EACH =
  'SELECT last_positions, actual_revisions FROM events.append_each($1, $2, $3, $4, $5, $6, $7)';

export const LOCK_MIGRATION = `SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.eventStoreMigration})`;

export const MAKE_SCHEMA = 'CREATE SCHEMA IF NOT EXISTS events';

export const MAKE_REGISTRY =
  'CREATE TABLE IF NOT EXISTS events.migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())';

export const NOTE_MIGRATION = 'INSERT INTO events.migrations (name) VALUES ($1)';

export const HAS_REGISTRY = `SELECT to_regclass('events.migrations') IS NOT NULL AS present`;

export const APPLIED_MIGRATIONS = 'SELECT name FROM events.migrations';
