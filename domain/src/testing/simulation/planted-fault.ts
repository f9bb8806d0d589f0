/** Mistakes that the protocol must not survive: each is switched on by a test of the test, which then looks for a schedule that shows it. */
export const PLANTED_FAULTS = [
  /** A worker ends what it takes for dead without TillFenced. */
  'no_fence',
  /** Appends go to the end of the stream, whatever revision they state. */
  'append_without_revision',
  /** Checkpoints leave the sources of credits out and do not say so. */
  'forgotten_sources',
  /** The settler looks for a till's leases once, when it closes it. */
  'grant_after_fence_not_settled',
  /** A relay answers a recall and gives nothing back. */
  'recall_ignored',
  /** The recall is awaited first, then the debit is appended. */
  'recall_before_debit',
  /** Who drains a debit that was owed for a while appends it and recalls nothing. */
  'drained_debit_without_recall',
  /** The outbox row goes when its event stands in the ledger: who dies then has recalled nothing, and nobody knows. */
  'row_gone_before_recall',
  /** The outbox row goes after its recall although a live relay was silent: it is never asked again. */
  'row_gone_with_relay_silent',
  /** A command that comes again says that its source was born only now. */
  'source_born_anew',
  /** A relay settles a lease under which a charge is on its way. */
  'settled_with_charge_in_flight',
  /** The outbox is appended without asking the decider. */
  'older_limit_last',
  /** The ledger does not hear that a token is deleted. */
  'deletion_not_told',
  /** A retried late record has a source of its own. */
  'late_record_doubled',
  /** A request that waited for a shared lease uses it although its token has got a limit meanwhile. */
  'lease_not_looked_at_again',
] as const;
export type PlantedFault = (typeof PLANTED_FAULTS)[number];
