import type { Clock } from '@ledgate/domain/ports/clock';
import type { Log } from '@ledgate/domain/ports/log';
import {
  decideCalls,
  type LimitedCall,
  type LimitExchange,
  type LimitState,
  type Spent,
  type Told,
  type Verdict,
} from '@ledgate/domain/call-limits/window';
import type { SharedCallLimits } from '@ledgate/projections/directory/call-limits';
import {
  CALL_LIMITS_ALONE_MS,
  CALL_LIMITS_ALONE_SUBJECTS_MAX,
  CALL_LIMITS_BATCH_MAX,
  CALL_LIMITS_BEAT_MS,
  CALL_LIMITS_PARALLEL_PAUSE_MS,
  CALL_LIMITS_PARALLEL_PAUSES_MAX,
  CALL_LIMITS_REFUSED_KEPT_MS,
  CALL_LIMITS_REFUSED_MAX,
  CALL_LIMITS_TOLD_AFTER_MS,
  CALL_LIMITS_WAITING_MAX,
} from '../limits.ts';

type Granted = Extract<Verdict, { readonly granted: true }>;
type Refused = Extract<Verdict, { readonly granted: false }>;

/** A call that may run. `end` is called once it is over, whatever became of it: `tokens` that it used, `isAsked` that an upstream was asked for it. */
type Permit = Granted & {
  end(used: { readonly tokens: number; readonly isAsked: boolean }): void;
};

type Waiting = { readonly call: LimitedCall; readonly decided: (verdict: Verdict) => void };
type Ports = { readonly clock: Clock; readonly log: Pick<Log, 'warn' | 'info'> };

/**
 * The calls of this process that are limited. They ask together, one question at a time; which have ended is told at once, since others wait for it, what they
 * used a moment later. Where nobody answers, this process decides alone for a while: a limit may then be reached by each process.
 */
export class CallLimiter {
  readonly #shared: SharedCallLimits;
  readonly #ports: Ports;
  #waiting: Waiting[] = [];
  #isAsking = false;
  /** Calls that run, of subjects that limit how many do. */
  readonly #running = new Map<string, number>();
  /** Of which the others do not know yet how many run. */
  readonly #untold = new Set<string>();
  readonly #corrections = new Map<string, Spent[]>();
  #laterTimer: NodeJS.Timeout | undefined;
  readonly #beat: NodeJS.Timeout;
  /** Refusals of the last moment, by subject and kind: who asks on and on costs the database nothing. */
  readonly #refused = new Map<string, { readonly verdict: Refused; readonly tokens: number; readonly atMs: number }>();
  #alone: ReadonlyMap<string, LimitState> = new Map();
  #aloneUntilMs = 0;

  constructor(shared: SharedCallLimits, ports: Ports) {
    this.#shared = shared;
    this.#ports = ports;
    this.#beat = setInterval(() => {
      for (const subject of this.#running.keys()) this.#untold.add(subject);
      if (this.#untold.size > 0) this.#ask();
    }, CALL_LIMITS_BEAT_MS).unref();
  }

  /** Whether this process decides alone, since nobody answers. */
  get isAlone(): boolean {
    return this.#aloneUntilMs > this.#ports.clock.monotonicMs();
  }

  /**
   * A permit, or why there is none; undefined: more calls wait for an answer than may. Where only too many run, a moment is waited for one to end, unless
   * there is somebody else to ask (`hasChoice`).
   */
  async take(call: LimitedCall, { hasChoice = false } = {}): Promise<Permit | Refused | undefined> {
    const known = this.#knownRefusal(call);
    if (known !== undefined) return known;
    for (let pauses = 0; ; pauses += 1) {
      if (this.#waiting.length >= CALL_LIMITS_WAITING_MAX) return undefined;
      const verdict = await new Promise<Verdict>((decided) => {
        this.#waiting.push({ call, decided });
        this.#ask();
      });
      if (verdict.granted) return this.#permit(call, verdict);
      if (verdict.kind !== 'parallel' || hasChoice || pauses >= CALL_LIMITS_PARALLEL_PAUSES_MAX) {
        this.#remember(call, verdict);
        return verdict;
      }
      await new Promise((resolve) => setTimeout(resolve, CALL_LIMITS_PARALLEL_PAUSE_MS));
    }
  }

  close(): void {
    clearInterval(this.#beat);
    clearTimeout(this.#laterTimer);
  }

  #permit({ parts, tokens }: LimitedCall, verdict: Granted): Permit {
    let isOver = false;
    return {
      ...verdict,
      end: (used) => {
        if (isOver) return;
        isOver = true;
        const correction = [verdict.second, used.isAsked ? 0 : -1, used.tokens - tokens] as const;
        for (const { subject, limits } of parts) {
          if (limits.parallel !== undefined) this.#ended(subject);
          const isCounted = limits.rpm !== undefined || limits.tpm !== undefined;
          if (isCounted && (correction[1] !== 0 || correction[2] !== 0)) this.#correct(subject, correction);
        }
      },
    };
  }

  #ended(subject: string): void {
    const left = (this.#running.get(subject) ?? 1) - 1;
    if (left > 0) this.#running.set(subject, left);
    else this.#running.delete(subject);
    this.#untold.add(subject);
    this.#ask();
  }

  #correct(subject: string, correction: Spent): void {
    const known = this.#corrections.get(subject);
    const same = known?.findIndex(([second]) => second === correction[0]) ?? -1;
    if (known === undefined) this.#corrections.set(subject, [correction]);
    else if (same < 0) known.push(correction);
    else known[same] = sumOf(known[same] ?? correction, correction);
    this.#laterTimer ??= setTimeout(() => {
      this.#laterTimer = undefined;
      this.#ask();
    }, CALL_LIMITS_TOLD_AFTER_MS).unref();
  }

  #ask(): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    setImmediate(() => void this.#askOn());
  }

  async #askOn(): Promise<void> {
    while (this.#waiting.length + this.#untold.size + this.#corrections.size > 0) {
      const batch = this.#waiting.splice(0, CALL_LIMITS_BATCH_MAX);
      const exchange = { told: this.#told(batch), calls: batch.map(({ call }) => call) };
      const verdicts = await this.#exchanged(exchange);
      for (const [index, { call, decided }] of batch.entries()) {
        const verdict = verdicts[index];
        if (verdict === undefined) throw new Error('a call without a verdict');
        if (verdict.granted) this.#begun(call);
        decided(verdict);
      }
    }
    this.#isAsking = false;
  }

  #begun({ parts }: LimitedCall): void {
    for (const { subject, limits } of parts)
      if (limits.parallel !== undefined) this.#running.set(subject, (this.#running.get(subject) ?? 0) + 1);
  }

  #told(batch: readonly Waiting[]): readonly Told[] {
    const subjects = new Set<string>();
    for (const { call } of batch)
      for (const { subject, limits } of call.parts) if (limits.parallel !== undefined) subjects.add(subject);
    for (const subject of [...this.#untold, ...this.#corrections.keys()]) {
      if (subjects.size >= CALL_LIMITS_BATCH_MAX) break;
      subjects.add(subject);
    }
    return [...subjects].map((subject) => {
      const corrections = this.#corrections.get(subject) ?? [];
      this.#untold.delete(subject);
      this.#corrections.delete(subject);
      return { subject, running: this.#running.get(subject) ?? 0, corrections };
    });
  }

  async #exchanged(exchange: LimitExchange): Promise<readonly Verdict[]> {
    if (this.isAlone) return this.#decidedAlone(exchange);
    try {
      const verdicts = await this.#shared.exchange(exchange);
      if (this.#aloneUntilMs !== 0) this.#ports.log.info({}, 'limits of calls are shared again');
      this.#aloneUntilMs = 0;
      this.#alone = new Map();
      return verdicts;
    } catch (error) {
      if (this.#aloneUntilMs === 0)
        this.#ports.log.warn({ err: error }, 'limits of calls cannot be shared: this process holds to them alone');
      this.#aloneUntilMs = this.#ports.clock.monotonicMs() + CALL_LIMITS_ALONE_MS;
      return this.#decidedAlone(exchange);
    }
  }

  #decidedAlone(exchange: LimitExchange): readonly Verdict[] {
    const { states, verdicts } = decideCalls(this.#alone, exchange, {
      processId: 'alone',
      nowMs: this.#ports.clock.nowMs(),
    });
    const kept = [...this.#alone, ...states].filter(
      ([, { spent, running }]) => spent.length + Object.keys(running).length > 0,
    );
    this.#alone = new Map(kept.slice(-CALL_LIMITS_ALONE_SUBJECTS_MAX));
    return verdicts;
  }

  #knownRefusal({ parts, tokens }: LimitedCall): Refused | undefined {
    if (this.#refused.size === 0) return undefined;
    const nowMs = this.#ports.clock.monotonicMs();
    for (const { subject, limits } of parts) {
      for (const kind of ['rpm', 'tpm'] as const) {
        const known = this.#refused.get(`${kind}:${subject}`);
        if (known === undefined) continue;
        const { verdict, atMs } = known;
        const ageMs = nowMs - atMs;
        const isOver = ageMs >= Math.min(CALL_LIMITS_REFUSED_KEPT_MS, verdict.retryAfterMs ?? 0);
        if (isOver || limits[kind] !== verdict.limit) this.#refused.delete(`${kind}:${subject}`);
        else if (kind === 'rpm' || (tokens >= known.tokens && tokens <= verdict.limit))
          return { ...verdict, retryAfterMs: (verdict.retryAfterMs ?? 0) - ageMs };
      }
    }
    return undefined;
  }

  #remember({ tokens }: LimitedCall, verdict: Refused): void {
    if (verdict.kind === 'parallel' || verdict.retryAfterMs === undefined) return;
    const [first] = this.#refused.keys();
    if (this.#refused.size >= CALL_LIMITS_REFUSED_MAX && first !== undefined) this.#refused.delete(first);
    this.#refused.set(`${verdict.kind}:${verdict.subject}`, {
      verdict,
      tokens,
      atMs: this.#ports.clock.monotonicMs(),
    });
  }
}

const sumOf = ([second, requests, tokens]: Spent, [, more, moreTokens]: Spent): Spent => [
  second,
  requests + more,
  tokens + moreTokens,
];
