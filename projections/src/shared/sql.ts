import { ADVISORY_LOCKS } from './advisory-locks.ts';

type Lock = keyof typeof ADVISORY_LOCKS;

/** Answers `locked`. A lock is the session's, and ends with it. */
export const tryLock = (lock: Lock): string => `select pg_try_advisory_lock(${ADVISORY_LOCKS[lock]}) as locked`;

export const unlock = (lock: Lock): string => `select pg_advisory_unlock(${ADVISORY_LOCKS[lock]})`;

/** A channel and what is said there. */
export const NOTIFY = 'select pg_notify(?, ?)';

export const lockTimeout = (ms: number): string => `set local lock_timeout to ${ms}`;

/** For what no transaction can hold. To be reset before the connection goes back. */
export const sessionLockTimeout = (ms: number): string => `set lock_timeout to ${ms}`;
export const RESET_LOCK_TIMEOUT = 'reset lock_timeout';

export const lockForTransaction = (lock: Lock): string => `select pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]})`;

export const listenTo = (channel: string): string => `listen "${channel}"`;

/** Costs Postgres nothing: an answer says that it is there. */
export const QUESTION = 'select 1';
