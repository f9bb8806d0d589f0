/**
 * The advisory locks of the product, each by the number that is its key in Postgres. Keys hold for a whole database, whoever takes them, so no two may
 * be equal; a number once released keeps its meaning, since processes of two releases stand on one database during an upgrade.
 */
export const ADVISORY_LOCKS = {
  /** One migration of the event store in Postgres at a time. */
  eventStoreMigration: 7_160_330,
  /** One migration of the directory at a time. */
  directoryMigration: 7_160_331,
  /** One drainer of the directory's audits. */
  auditDrain: 7_160_332,
  /** One rebuild of the read models. */
  rebuild: 7_160_333,
  /** One change of the registry of generations at a time. */
  generations: 7_160_334,
  /** A class of locks: a leadership is held by who has the lock whose second number is its name, hashed by Postgres. */
  leaderships: 7_160_335,
  /** A class of locks: who makes a partition of the log holds the one whose second number is the generation's. */
  logPartitions: 7_160_336,
  /** One who takes what stood in clear out of the files of Postgres. */
  sealing: 7_160_337,
  /** A class of locks: who mails a code or a link to an e-mail holds the one whose second number is that, hashed by Postgres. */
  mails: 7_160_338,
  /** One change of the ledger's key at a time. */
  keyChange: 7_160_339,
} as const;
