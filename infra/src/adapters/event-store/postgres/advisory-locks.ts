/** The advisory locks of the event store. What holds for their numbers stands at those of the read models (projections/src/shared/advisory-locks.ts). */
export const EVENT_STORE_LOCKS = {
  /** One migration of the schema `events` at a time. */
  migration: 7_160_330,
} as const;
