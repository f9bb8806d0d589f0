/** Every limit of the cashier. Tests and crash runs override them, as a rule with a tenth of the times. */
export const CASHIER_LIMITS = {
  /** Heartbeats (docs/ledger.md#tills). */
  beatEveryMs: 2_000,
  /** No heartbeat is sent unless the event store has answered within this time. */
  storeAnswerAgeMaxMs: 5_000,
  /** Nothing is reserved when the last heartbeat that arrived was sent this long ago. A worker waits as long before it fences. */
  beatAgeMaxMs: 10_000,
  /** Nor when the event store was asked this long ago and has answered nothing since: who comes then is told 503 at once instead of waiting for it. */
  storeSilenceMaxMs: 2_000,
  /** Nor when it has refused an append to a till for so long; an alarm is raised then. */
  storeRefusedMaxMs: 10_000,
  /** An append that is refused for so long is given up with its till: a worker ends that, and what it had still to record goes to the accounts. */
  appendRefusedMaxMs: 30_000,
  /** A silence of the event store is looked into after this time, and as often while it lasts. */
  storeLookEveryMs: 500,

  /** Running requests, waiting leases, idle leases and the age of tills are looked through this often, by one timer. */
  sweepEveryMs: 100,
  /** A request that runs longer leaves a ConsumptionStarted. */
  startedAfterMs: 1_000,
  /** A lease that nobody has used for this long is settled. */
  leaseIdleMs: 5_000,
  /** A till is rotated after so many events or so much time. */
  tillEventsMax: 50_000,
  tillAgeMaxMs: 600_000,

  /** How long a request waits for its lease, and how long the last byte of an answer waits for its event, before the caller is told 503. */
  reserveTimeoutMs: 5_000,
  endTimeoutMs: 10_000,
  /** Requests that hold a reservation, and requests that wait for one, in this process. */
  runningRequestsMax: 20_000,
  waitingRequestsMax: 10_000,
  /** Of the waiting those who have been refused and wait for a recall; and of these an account's, while they are half as many or more. */
  recallWaitersMax: 5_000,
  recallWaitersShare: 256,

  /** Pauses between two tries of an append whose outcome is unknown: doubled from the first to the longest. */
  retryFirstMs: 50,
  retryLongestMs: 1_000,
  /** After a batch of `groupPauseFromEvents` or more the next append waits, so that a busy till makes few large batches. 0: no pause. */
  groupPauseMs: 2,
  groupPauseFromEvents: 8,

  /** A lease is sized for twice what was used in about this time. */
  leaseWindowMs: 5_000,
  /** After a recall, leases of the account get no more than what is needed for this time, so that others find what was given back. */
  recallQuietMs: 2_000,
  /** How long a request for a limited token waits until the account knows the limit and all that was spent before it. */
  limitPendingMaxMs: 1_000,
  limitPendingRetryMs: 50,

  /** An account that the directory knows and whose events cannot be seen for so long raises an alarm; a new one may be on its way to the ledger. */
  accountUnseenMaxMs: 10_000,
  /** Accounts whose folds are kept although they have no lease. */
  accountsKeptMax: 5_000,
  /** Leases that are settled at the same time. */
  settlesAtOnceMax: 64,
  /** How often a fenced till is read until its worker has closed it, and how many of its events at once. */
  fencedTillPollMs: 200,
  fencedTillPageEvents: 500,
  /** So many of an account's latest events may hold what a relay that was taken for dead has recorded there. */
  accountEventsLookedThroughMax: 1_000,
  /** While the process shuts down: how often it looks whether all is settled. */
  closePollMs: 20,
} as const;

export type CashierLimits = { readonly [Name in keyof typeof CASHIER_LIMITS]: number };
