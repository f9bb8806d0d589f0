/** What draining an outbox row does that outlives the process, beside the append, which is known by its event's type. */
export const OUTBOX_STEPS = ['OutboxRowRemoved'] as const;
export type OutboxStep = (typeof OUTBOX_STEPS)[number];
