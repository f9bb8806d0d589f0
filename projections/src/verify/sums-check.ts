import { CODE_STATUS } from '@ledgate/domain/catalogue/statuses';
import type { Recorded } from '@ledgate/domain/events/codec';
import { postings } from '@ledgate/domain/postings/postings';
import { claimStepOf } from '../claims/claim-of.ts';
import { Quarters } from '../journal/quarters.ts';
import { consumptionOf, countedOf, modelOf } from '../ledger/charge-of.ts';
import { LogCounts } from '../logs/log-counts.ts';
import { loggedEventOf } from '../logs/logged-event.ts';
import { LargeMap } from '../shared/large-map.ts';
import { storedText } from '../shared/stored-text.ts';
import { beginsAt } from '../times/begins-at.ts';
import { EventCounts } from '../times/event-counts.ts';
import { FirstPositions } from '../times/first-positions.ts';
import { periodEventOf, rowOfPeriodEvent } from '../periods/period-events.ts';
import { taskChangeOf } from '../tasks/task-row.ts';
import { tokenLimitOf } from '../tokens/token-limits.ts';
import { topUpChangeOf } from '../topups/top-up-row.ts';
import { dayOf, quarterOf } from '../times/quarter.ts';
import { RecordedQuarters } from '../times/recorded-quarters.ts';
import type { CleaningCheck } from './cleaning-check.ts';
import type { Findings } from './finding.ts';

type Row = Record<string, unknown>;
type Rows = ReadonlyMap<string, Readonly<Row>>;
type Token = {
  limit_quota: number | null;
  limit_version: number;
  till_charges: number;
  late: number;
  request_count: number;
  last_used_ms: number;
};
type Bucket = { count: number; quota: number; tokens: number };
export const BUCKET_TABLES = ['usage_user_model_quarter', 'usage_model_quarter', 'usage_model_day'] as const;

/** What the tables of sums and states must hold, by their keys, counted anew from the events. */
export class SumsCheck {
  readonly tokens = new Map<string, Token>();
  readonly channels = new Map<string, { used_quota: number; request_count: number }>();
  readonly buckets = {
    usage_user_model_quarter: new LargeMap<string, Bucket>(),
    usage_model_quarter: new LargeMap<string, Bucket>(),
    usage_model_day: new Map<string, Bucket>(),
  };
  /** Exact: sums over all accounts are not bounded. */
  readonly journal = new Map<string, bigint>();
  readonly #quarters = new Quarters();
  readonly #recordedQuarters = new RecordedQuarters();
  readonly #eventCounts = new EventCounts();
  readonly tokenLimits = new Map<string, Row>();
  readonly periodEvents = new Map<string, Row>();
  readonly firstPositions = new FirstPositions();
  readonly claims = new Map<string, Row>();
  readonly codes = new Map<string, Row>();
  readonly topUps = new Map<string, Row>();
  readonly tasks = new Map<string, Row>();
  readonly priceBooks = new Map<string, Row>();
  readonly #logCounts = new LogCounts();
  cleanedBeforeMs = 0;
  /** Sum of the charges that are logged and not cleaned. */
  shown = 0n;
  readonly #findings: Findings;
  readonly #cleaning: CleaningCheck;

  constructor(findings: Findings, cleaning: CleaningCheck) {
    this.#findings = findings;
    this.#cleaning = cleaning;
  }

  add(recorded: Recorded): void {
    const { event } = recorded;
    const logged = loggedEventOf(recorded);
    if (logged !== undefined) this.#logCounts.add(logged, recorded.recordedAtMs);
    this.#consumption(recorded, this.#cleaning.isShown(recorded));
    this.#postings(recorded);
    this.#recordedQuarters.add(recorded.recordedAtMs, recorded.position);
    this.#eventCounts.add(recorded, beginsAt(recorded));
    const limit = tokenLimitOf(recorded);
    if (limit !== undefined) this.tokenLimits.set(`${limit.tokenId}/${limit.position}`, { limit_quota: limit.limit });
    const period = periodEventOf(recorded);
    if (period !== undefined) this.periodEvents.set(String(recorded.position), rowOfPeriodEvent(period));
    this.#claim(recorded);
    this.#code(recorded);
    this.#topUp(recorded);
    this.#task(recorded);
    if (event.type === 'LogsCleaned') this.cleanedBeforeMs = Math.max(this.cleanedBeforeMs, event.data.beforeMs);
    if (event.type === 'PriceBookPublished') {
      const { actorId, changed, ...book } = event.data;
      this.priceBooks.set(String(book.version), {
        starts_ms: book.startsAtMs ?? 0,
        actor_id: actorId,
        reason: recorded.metadata['reason'] ?? '',
        changed: JSON.stringify(changed),
        book: JSON.stringify(book),
        position: recorded.position,
      });
    }
    if (event.type === 'TokenLimitSet') {
      const token = this.#token(event.data.tokenId);
      if (event.data.version > token.limit_version)
        Object.assign(token, { limit_version: event.data.version, limit_quota: event.data.limit });
    }
  }

  logCounts(): Rows {
    const rows = new LargeMap<string, Row>();
    for (const { accountId, recordedS, type, rows: count, amount } of this.#logCounts.sorted())
      rows.set(`${accountId}/${recordedS}/${type}`, { rows: count, quota: amount });
    return rows;
  }

  journalRows(): Rows {
    return new Map([...this.journal].map(([account, total]) => [account, { total }]));
  }

  quarterRows(): Rows {
    return new Map(
      this.#quarters
        .sorted()
        .map(({ line, recordedS, debits, credits }) => [`${line}/${recordedS}`, { debits, credits }]),
    );
  }

  recordedQuarterRows(): Rows {
    return new Map(
      this.#recordedQuarters
        .sorted()
        .map(({ recordedS, first, last }) => [String(recordedS), { first_position: first, last_position: last }]),
    );
  }

  eventCountRows(): Rows {
    const rows = new LargeMap<string, Row>();
    for (const { bits, block, count, places, beginsMs, recordedMs } of this.#eventCounts.sorted())
      rows.set(`${bits}/${block}`, { count, places, begins_ms: beginsMs, recorded_ms: recordedMs });
    return rows;
  }

  #consumption(recorded: Recorded, isShown: boolean): void {
    const { atMs, recordedAtMs } = recorded;
    const consumption = consumptionOf(recorded);
    if (consumption === undefined) return;
    const { accountId, tokenId, amount, kind, charge } = consumption;
    const modelBilled = modelOf(consumption);
    if (charge?.logged !== false && isShown) this.shown += BigInt(amount);
    const { requests, promptTokens, completionTokens } = countedOf(consumption);
    if (charge !== undefined) {
      const channel = this.channels.get(String(charge.channelId)) ?? { used_quota: 0, request_count: 0 };
      this.channels.set(String(charge.channelId), {
        used_quota: channel.used_quota + amount,
        request_count: channel.request_count + requests,
      });
    }
    if (tokenId > 0) {
      const token = this.#token(tokenId);
      token[kind === 'recorded' ? 'till_charges' : 'late'] += amount;
      token.request_count += requests;
      token.last_used_ms = Math.max(token.last_used_ms, atMs);
    }
    const added = { count: requests, quota: amount, tokens: promptTokens + completionTokens };
    const recordedS = quarterOf(recordedAtMs);
    addBucket(this.buckets.usage_user_model_quarter, `${accountId}/${recordedS}/${modelBilled}`, added);
    addBucket(this.buckets.usage_model_quarter, `${recordedS}/${modelBilled}`, added);
    addBucket(this.buckets.usage_model_day, `${dayOf(recordedAtMs)}/${modelBilled}`, added);
  }

  #postings(recorded: Recorded): void {
    let sum = 0;
    const lines = postings(recorded);
    const beginsMs = beginsAt(recorded);
    if (beginsMs !== undefined) this.firstPositions.add(beginsMs, recorded.position);
    for (const { account: named, amount } of lines) {
      const account = storedText(named);
      sum += amount;
      this.journal.set(account, (this.journal.get(account) ?? 0n) + BigInt(amount));
      this.#quarters.add(account, amount, recorded.recordedAtMs);
    }
    if (sum !== 0)
      this.#findings.add('trial balance', `postings of ${recorded.stream}@${recorded.revision}`, 0, sum, {
        place: { position: recorded.position },
        amount: true,
        inLedger: true,
      });
  }

  #claim(recorded: Recorded): void {
    const step = claimStepOf(recorded);
    if (step === undefined) return;
    const before = this.claims.get(step.source) ?? {
      claimed: false,
      credited: false,
      amount: step.amount,
      user_id: step.accountId,
    };
    if (before['amount'] !== step.amount || before['user_id'] !== step.accountId) {
      this.#findings.add(
        'claim',
        step.source,
        `${before['amount']} of account ${before['user_id']}`,
        `${step.amount} of account ${step.accountId}, ${step.step}`,
        { place: { userId: step.accountId, position: recorded.position }, inLedger: true },
      );
    }
    if (before[step.step] === true)
      this.#findings.add(
        'claim',
        step.source,
        `${step.step} once`,
        `${step.step} again at ${recorded.stream}@${recorded.revision}`,
        { place: { userId: step.accountId, position: recorded.position }, inLedger: true },
      );
    this.claims.set(step.source, { ...before, [step.step]: true });
  }

  #topUp(recorded: Recorded): void {
    const told = topUpChangeOf(recorded);
    if (told === undefined) return;
    const before = this.topUps.get(told.tradeNo);
    if ('requested' in told) this.topUps.set(told.tradeNo, told.requested);
    else if (before !== undefined) this.topUps.set(told.tradeNo, { ...before, ...told.change });
  }

  #task(recorded: Recorded): void {
    const told = taskChangeOf(recorded);
    if (told === undefined) return;
    const before = this.tasks.get(told.taskId);
    if ('submitted' in told) this.tasks.set(told.taskId, told.submitted);
    else if (before !== undefined) this.tasks.set(told.taskId, { ...before, ...told.change });
  }

  #code({ event, atMs }: Recorded): void {
    const set = (codeId: number, change: Row): unknown =>
      this.codes.set(String(codeId), { ...this.codes.get(String(codeId)), ...change });
    if (event.type === 'CodeIssued')
      set(event.data.codeId, {
        status: CODE_STATUS.unused,
        amount: event.data.amount,
        used_user_id: 0,
        redeemed_ms: 0,
        uses_max: event.data.usesMax,
        uses: 0,
      });
    if (event.type === 'CodeEdited') set(event.data.codeId, { amount: event.data.amount });
    if (event.type === 'CodeDisabled') set(event.data.codeId, { status: CODE_STATUS.disabled });
    if (event.type === 'CodeEnabled') set(event.data.codeId, { status: CODE_STATUS.unused });
    if (event.type === 'CodeWithdrawn') set(event.data.codeId, { status: CODE_STATUS.withdrawn });
    if (event.type === 'CodeExpired') set(event.data.codeId, { status: CODE_STATUS.expired });
    if (event.type === 'CodeRedeemed') {
      const { uses = 0, uses_max: usesMax = 1 } = this.codes.get(String(event.data.codeId)) ?? {};
      set(event.data.codeId, {
        ...(Number(uses) + 1 >= Number(usesMax) ? { status: CODE_STATUS.used } : {}),
        uses: Number(uses) + 1,
        amount: event.data.amount,
        used_user_id: event.data.accountId,
        redeemed_ms: atMs,
      });
    }
  }

  #token(tokenId: number): Token {
    const token = this.tokens.get(String(tokenId)) ?? {
      limit_quota: null,
      limit_version: 0,
      till_charges: 0,
      late: 0,
      request_count: 0,
      last_used_ms: 0,
    };
    this.tokens.set(String(tokenId), token);
    return token;
  }
}

function addBucket(buckets: Map<string, Bucket>, key: string, added: Readonly<Bucket>): void {
  const before = buckets.get(key);
  if (before === undefined) {
    buckets.set(key, { ...added });
    return;
  }
  before.count += added.count;
  before.quota += added.quota;
  before.tokens += added.tokens;
}
