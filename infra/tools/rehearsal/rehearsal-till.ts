import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import type { ChannelId, LeaseId, RequestId, TillId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import type { ByToken } from '@ledgate/domain/shared/schemas';
import { exampleCharge, exampleStart } from '@ledgate/domain/testing/example-charge';
import { tillStream } from '@ledgate/domain/till/events';
import type { Charge } from '@ledgate/domain/till/charge';
import { addToToken } from '@ledgate/domain/till/evolve';

const LEASE = quota(1_000_000_000);
const MODELS = ['gpt-4o', 'gpt-4o-mini', 'claude-3-5-sonnet'] as const;
const CHANNELS = 5;
const AMOUNT_MAX = 900;
const UNAVAILABLE = 503;
const FAILURE = 'bad_response_status_code';
const FAILED_MS = 40;

/** What a relay knows of the request of a number, beside who makes it and what it costs. */
type RequestFacts = (number: number) => Partial<Charge>;

type TillOptions = {
  readonly relayId: string;
  /** `{name}-{number}` is its id. */
  readonly name?: string;
  readonly number: number;
  readonly openedAtMs: number;
  /** Who makes the request of a number. */
  readonly userAt: (number: number) => UserId;
  readonly tokenOf?: (user: UserId) => TokenId;
  readonly factsOf?: RequestFacts;
  /** Whether each request took so long that its beginning is written, too. */
  readonly started?: boolean;
};

type Lease = { readonly leaseId: LeaseId; readonly consumed: Quota; readonly byToken: ByToken };

/** One till of a relay with a lease for each account: the events that its relay would write. */
export class RehearsalTill {
  readonly #tillId: TillId;
  readonly #relayId: string;
  readonly #openedAtMs: number;
  readonly #userAt: (number: number) => UserId;
  readonly #tokenOf: (user: UserId) => TokenId;
  readonly #factsOf: RequestFacts;
  readonly #started: boolean;
  readonly #leases = new Map<UserId, Lease>();
  #requests = 0;
  #charges = 0;
  #amount = 0;
  #events = 1;

  constructor({
    relayId,
    name = 'rehearsal',
    number,
    openedAtMs,
    userAt,
    tokenOf = (user) => (1_000 + user) as TokenId,
    factsOf = () => ({}),
    started = true,
  }: TillOptions) {
    this.#tillId = `${name}-${number}` as TillId;
    this.#relayId = relayId;
    this.#openedAtMs = openedAtMs;
    this.#userAt = userAt;
    this.#tokenOf = tokenOf;
    this.#factsOf = factsOf;
    this.#started = started;
  }

  get stream(): string {
    return tillStream(this.#tillId);
  }

  get events(): number {
    return this.#events;
  }

  opened(): LedgerEvent {
    return { type: 'TillOpened', data: { tillId: this.#tillId, relayId: this.#relayId, openedAtMs: this.#openedAtMs } };
  }

  leased(userId: UserId): LedgerEvent {
    const leaseId = `${this.#tillId}-${userId}` as LeaseId;
    this.#leases.set(userId, { leaseId, consumed: quota(0), byToken: {} });
    return { type: 'LeaseGranted', data: { leaseId, tillId: this.#tillId, tokenId: null, amount: LEASE } };
  }

  /** So many requests: each is started, where they are long, and recorded. */
  requests(count: number): readonly LedgerEvent[] {
    return Array.from({ length: count }, () => this.#request(this.#userAt(this.#requests * 7))).flat();
  }

  /** So many requests whose only attempt failed: nothing is charged. */
  failed(count: number): readonly LedgerEvent[] {
    return Array.from({ length: count }, () => {
      const accountId = this.#userAt(this.#requests * 7);
      this.#requests += 1;
      this.#events += 1;
      const {
        channelId = 1 as ChannelId,
        group = 'default',
        modelBilled = MODELS[0],
        arrivedAtMs,
        tags,
      } = this.#factsOf(this.#requests);
      return {
        type: 'AttemptsFailed',
        data: {
          requestId: `${this.#tillId}-${this.#requests}` as RequestId,
          accountId,
          attempts: [{ channelId, latencyMs: FAILED_MS, status: UNAVAILABLE, outcome: 'failed', error: FAILURE }],
          tokenId: this.#tokenOf(accountId),
          group,
          modelAsked: modelBilled,
          stream: false,
          arrivedAtMs: arrivedAtMs ?? this.#openedAtMs,
          durationMs: FAILED_MS,
          status: UNAVAILABLE,
          error: FAILURE,
          logged: true,
          ...(tags === undefined ? {} : { tags }),
        },
      };
    });
  }

  resized(userId: UserId): LedgerEvent {
    return { type: 'LeaseResized', data: { ...this.#leaseOf(userId), amount: LEASE } };
  }

  closed(): LedgerEvent {
    return { type: 'TillClosed', data: { charges: this.#charges, amount: quota(this.#amount) } };
  }

  settled(userId: UserId): LedgerEvent {
    return { type: 'LeaseSettled', data: this.#leaseOf(userId) };
  }

  #request(accountId: UserId): readonly LedgerEvent[] {
    this.#requests += 1;
    this.#events += this.#started ? 2 : 1;
    const lease = this.#leaseOf(accountId);
    const tokenId = this.#tokenOf(accountId);
    const amount = quota(this.#requests % AMOUNT_MAX);
    const request = {
      requestId: `${this.#tillId}-${this.#requests}` as RequestId,
      accountId,
      leaseId: lease.leaseId,
      tokenId,
    };
    this.#leases.set(accountId, {
      leaseId: lease.leaseId,
      consumed: quota(lease.consumed + amount),
      byToken: addToToken(lease.byToken, tokenId, amount),
    });
    this.#charges += amount > 0 ? 1 : 0;
    this.#amount += amount;
    const charge = exampleCharge({
      ...request,
      amount,
      channelId: (1 + (this.#requests % CHANNELS)) as ChannelId,
      modelBilled: MODELS[this.#requests % MODELS.length] ?? MODELS[0],
      arrivedAtMs: this.#openedAtMs,
      ...this.#factsOf(this.#requests),
    });
    const recorded: LedgerEvent = { type: 'ConsumptionRecorded', data: { ...charge, interrupted: false } };
    return this.#started ? [{ type: 'ConsumptionStarted', data: exampleStart(request) }, recorded] : [recorded];
  }

  #leaseOf(userId: UserId): Lease {
    const lease = this.#leases.get(userId);
    if (lease === undefined) throw new Error(`account ${userId} has no lease of till ${this.#tillId}`);
    return lease;
  }
}
