import { checkpointOf, tellsOfToken } from '@ledgate/domain/account/checkpoint';
import { isDeletion } from '@ledgate/domain/account/deleted-tokens';
import {
  accountOfStream,
  type AccountEvent,
  type AccountEventOf,
  accountEventSchemas,
} from '@ledgate/domain/account/events';
import { evolve } from '@ledgate/domain/account/evolve';
import { type Account, type ExistingAccount, initialAccount } from '@ledgate/domain/account/state';
import type { Recorded } from '@ledgate/domain/events/codec';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import { ZERO } from '@ledgate/domain/shared/quota';
import { consumptionOf, countedOf } from '../ledger/charge-of.ts';
import type { Findings } from './finding.ts';

/** What is known of an account beside the decider's fold. */
type Beside = {
  tillCharges: number;
  requests: number;
  refunds: number;
  affHistory: number;
  affCount: number;
  openedMs: number;
  closedMs: number;
};

type Checkpoint = AccountEventOf<'AccountCheckpointed'>['data'];

const isAccountEvent = (event: LedgerEvent): event is AccountEvent => event.type in accountEventSchemas;

/** Folds every account from its first event on with the deciders' own fold, and what its tills charged beside it. */
export class AccountCheck {
  readonly #findings: Findings;
  readonly #accounts = new Map<number, Account>();
  readonly #beside = new Map<number, Beside>();
  /** Tokens that were deleted, by account, for as long as there are events. */
  readonly #deleted = new Map<number, Set<number>>();

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  add(recorded: Recorded): void {
    const { event, stream, revision, occurredAtMs, recordedAtMs } = recorded;
    const accountId = event.type === 'ConsumptionRecorded' ? event.data.accountId : accountOfStream(stream);
    if (accountId === undefined) return;
    this.#count(accountId, recorded);
    if (!isAccountEvent(event)) return;
    const before = this.#accounts.get(accountId) ?? initialAccount;
    if (event.type === 'TokenLimitSet' && isDeletion(event.data)) this.#deletedOf(accountId).add(event.data.tokenId);
    if (event.type === 'AccountCheckpointed') this.#compareCheckpoint(before, event.data, revision);
    try {
      this.#accounts.set(accountId, evolve(before, event, { revision, atMs: occurredAtMs, recordedAtMs }));
    } catch (error) {
      this.#findings.add(
        'account',
        `${accountId} at ${stream}@${revision} (${event.type})`,
        'an event that its decider could write',
        error instanceof Error ? error.message : error,
        { place: { userId: accountId } },
      );
    }
  }

  /** The balance that the ledger says; 0 for an account that it does not know. */
  balances(): ReadonlyMap<number, number> {
    const accountIds = new Set([...this.#accounts.keys(), ...this.#beside.keys()]);
    return new Map(
      [...accountIds].map((accountId) => {
        const account = this.#existing(accountId);
        return [
          accountId,
          (account?.credits ?? 0) - (account?.late ?? 0) - (this.#beside.get(accountId)?.tillCharges ?? 0),
        ];
      }),
    );
  }

  earnings(): ReadonlyMap<number, number> {
    return new Map(
      [...this.#accounts.keys()].map((accountId) => [accountId, this.#existing(accountId)?.earnings ?? 0]),
    );
  }

  /** Rows of the table of balances, by account. */
  rows(): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
    return new Map(
      [...this.#beside].map(([accountId, beside]) => {
        const account = this.#existing(accountId);
        return [
          String(accountId),
          {
            credits: account?.credits ?? ZERO,
            till_charges: beside.tillCharges,
            late: account?.late ?? ZERO,
            earnings: account?.earnings ?? ZERO,
            aff_history: beside.affHistory,
            aff_count: beside.affCount,
            request_count: beside.requests,
            refunds: beside.refunds,
            opened_ms: beside.openedMs,
            closed_ms: beside.closedMs,
          },
        ];
      }),
    );
  }

  /** Rows of the table of open leases, by lease. */
  openLeases(): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
    const leases = [...this.#accounts.keys()].flatMap((accountId) =>
      [...(this.#existing(accountId)?.leases.values() ?? [])].map((lease) => ({ ...lease, accountId })),
    );
    return new Map(
      leases.map(({ leaseId, accountId, tillId, tokenId, amount, consumed, reportedAt }) => [
        leaseId,
        { user_id: accountId, till_id: tillId, token_id: tokenId, amount, consumed, revision: reportedAt },
      ]),
    );
  }

  #deletedOf(accountId: number): Set<number> {
    const deleted = this.#deleted.get(accountId) ?? new Set();
    this.#deleted.set(accountId, deleted);
    return deleted;
  }

  #existing(accountId: number): ExistingAccount | undefined {
    const account = this.#accounts.get(accountId);
    return account === undefined || account.status === 'missing' ? undefined : account;
  }

  #count(accountId: number, recorded: Recorded): void {
    const { event, atMs } = recorded;
    const beside = this.#beside.get(accountId) ?? {
      tillCharges: 0,
      requests: 0,
      refunds: 0,
      affHistory: 0,
      affCount: 0,
      openedMs: 0,
      closedMs: 0,
    };
    this.#beside.set(accountId, beside);
    const consumption = consumptionOf(recorded);
    if (consumption?.kind === 'recorded') beside.tillCharges += consumption.amount;
    if (consumption !== undefined) beside.requests += countedOf(consumption).requests;
    if (event.type === 'ConsumptionRefunded') beside.refunds += event.data.amount;
    if (event.type === 'InviteRewardAccrued') beside.affCount += 1;
    if (event.type === 'InviteRewardAccrued' || event.type === 'CommissionAccrued')
      beside.affHistory += event.data.amount;
    if (event.type === 'CommissionReversed') beside.affHistory -= event.data.amount;
    if (event.type === 'AccountOpened') beside.openedMs = atMs;
    if (event.type === 'AccountClosed') beside.closedMs = atMs;
  }

  /** A checkpoint that says something else than what stands before it would change the balance of who begins there. */
  #compareCheckpoint(before: Account, said: Checkpoint, revision: number): void {
    if (before.status === 'missing') return;
    const expected = checkpointOf(before, 0);
    for (const field of ['status', 'credits', 'settled', 'late', 'earnings', 'commission'] as const) {
      if (said[field] !== expected[field])
        this.#findings.add(
          'account',
          `${before.userId} checkpoint at revision ${revision}, ${field}`,
          expected[field],
          said[field],
          { place: { userId: before.userId }, field, amount: field !== 'status' },
        );
    }
    const deleted = this.#deleted.get(before.userId) ?? new Set();
    for (const field of ['leases', 'tokens', 'budgets'] as const) {
      const [known, seen] = [expected, said].map((checkpoint) => canonical(toldIn(checkpoint, deleted)[field]));
      if (known !== seen)
        this.#findings.add('account', `${before.userId} checkpoint at revision ${revision}, ${field}`, known, seen, {
          place: { userId: before.userId },
          field,
        });
    }
  }
}

/** What checkpoints of every release tell: earlier ones hold tokens too that have nothing to tell, and tokens that are deleted. */
const toldIn = ({ leases, tokens, budgets }: Checkpoint, deleted: ReadonlySet<number>) => ({
  leases,
  budgets,
  tokens: tokens.filter((token) => tellsOfToken(token) && !deleted.has(token.tokenId)),
});

/** Whatever the order of keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
