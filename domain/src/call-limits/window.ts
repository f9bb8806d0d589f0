import { CALL_LIMIT_KINDS, type CallLimitKind, type CallLimits } from './call-limits.ts';

/** The minute of a limit. */
const WINDOW_S = 60;
const MS = 1_000;
/** How long calls count as running whose process says nothing more of them. */
export const RUNNING_HELD_MS = 30_000;
/** After how long it makes sense to ask again where too many calls run. */
const RUNNING_RETRY_MS = 1_000;

/** What was begun within one second, in Unix seconds. */
export type Spent = readonly [second: number, requests: number, tokens: number];

/** What is known of one limited subject: what was begun in the last minute, by second, and how many calls run, by process. */
export type LimitState = {
  readonly spent: readonly Spent[];
  readonly running: Readonly<Record<string, readonly [calls: number, untilMs: number]>>;
};

const NOTHING_SPENT: LimitState = { spent: [], running: {} };

/** A call that asks to begin: all that limits it, and the tokens that it is reckoned to use. */
export type LimitedCall = { readonly parts: readonly LimitedPart[]; readonly tokens: number };
export type LimitedPart = { readonly subject: string; readonly limits: CallLimits };

/** What a process tells of a subject: how many of its calls run, before those that it asks for, and what has to be corrected of what was begun. */
export type Told = { readonly subject: string; readonly running: number; readonly corrections: readonly Spent[] };

export type LimitExchange = { readonly told: readonly Told[]; readonly calls: readonly LimitedCall[] };

/** What is left of one limit after a call was granted or refused. `resetMs`: until all of it is free. */
export type Standing = {
  readonly kind: CallLimitKind;
  readonly limit: number;
  readonly left: number;
  readonly resetMs: number;
};

/** `retryAfterMs`: when it would be granted if nobody else asked; undefined: never, since one call is over the limit. */
export type Verdict =
  | { readonly granted: true; readonly second: number; readonly standings: readonly Standing[] }
  | {
      readonly granted: false;
      readonly subject: string;
      readonly kind: CallLimitKind;
      readonly limit: number;
      readonly retryAfterMs: number | undefined;
      readonly standings: readonly Standing[];
    };

/**
 * Decides a batch of calls of one process, in their order. `states`: of every subject that is named; those that are missing have spent nothing. The second
 * of a state never goes back, so that clocks may differ a little. Answers the states after it, and a verdict for each call.
 */
export function decideCalls(
  states: ReadonlyMap<string, LimitState>,
  { told, calls }: LimitExchange,
  { processId, nowMs }: { readonly processId: string; readonly nowMs: number },
): { readonly states: ReadonlyMap<string, LimitState>; readonly verdicts: readonly Verdict[] } {
  const windows = new Map<string, Window>();
  const windowOf = (subject: string): Window => {
    const known = windows.get(subject);
    if (known !== undefined) return known;
    const window = new Window(states.get(subject) ?? NOTHING_SPENT, processId, nowMs);
    windows.set(subject, window);
    return window;
  };
  for (const { subject, running, corrections } of told) windowOf(subject).told(running, corrections);
  const verdicts = calls.map((call) => verdictOf(call, windowOf));
  return { states: new Map([...windows].map(([subject, window]) => [subject, window.state()])), verdicts };
}

function verdictOf({ parts, tokens }: LimitedCall, windowOf: (subject: string) => Window): Verdict {
  for (const { subject, limits } of parts) {
    const window = windowOf(subject);
    for (const kind of CALL_LIMIT_KINDS) {
      const limit = limits[kind];
      if (limit === undefined || window.used(kind) + wanted(kind, tokens) <= limit) continue;
      const retryAfterMs = window.freeAfterMs(kind, limit - wanted(kind, tokens));
      return { granted: false, subject, kind, limit, retryAfterMs, standings: window.standings(limits) };
    }
  }
  let second = 0;
  for (const { subject, limits } of parts) {
    const window = windowOf(subject);
    window.begin(tokens, limits.parallel !== undefined);
    second = Math.max(second, window.second);
  }
  return {
    granted: true,
    second,
    standings: parts.flatMap(({ subject, limits }) => windowOf(subject).standings(limits)),
  };
}

const wanted = (kind: CallLimitKind, tokens: number): number => (kind === 'tpm' ? tokens : 1);

/** One subject while a batch is decided. */
class Window {
  readonly second: number;
  readonly #processId: string;
  readonly #nowMs: number;
  readonly #spent: [second: number, requests: number, tokens: number][];
  readonly #running: Map<string, readonly [calls: number, untilMs: number]>;

  constructor(state: LimitState, processId: string, nowMs: number) {
    this.second = Math.max(Math.floor(nowMs / MS), state.spent.at(-1)?.[0] ?? 0);
    this.#processId = processId;
    this.#nowMs = nowMs;
    this.#spent = state.spent
      .filter(([second]) => second >= this.second - WINDOW_S)
      .map(([second, requests, tokens]) => [second, requests, tokens]);
    this.#running = new Map(Object.entries(state.running).filter(([, [, untilMs]]) => untilMs > nowMs));
  }

  told(running: number, corrections: readonly Spent[]): void {
    this.#runs(running);
    for (const [second, requests, tokens] of corrections) {
      const spent = this.#spent.find(([at]) => at === second);
      if (spent !== undefined) {
        spent[1] = Math.max(0, spent[1] + requests);
        spent[2] = Math.max(0, spent[2] + tokens);
      } else if (tokens > 0) this.#now()[2] += tokens;
    }
  }

  begin(tokens: number, counts: boolean): void {
    const now = this.#now();
    now[1] += 1;
    now[2] += tokens;
    if (counts) this.#runs((this.#running.get(this.#processId)?.[0] ?? 0) + 1);
  }

  used(kind: CallLimitKind): number {
    if (kind === 'parallel') return [...this.#running.values()].reduce((sum, [calls]) => sum + calls, 0);
    const at = kind === 'rpm' ? 1 : 2;
    return this.#spent.reduce((sum, spent) => sum + spent[at], 0);
  }

  /** Milliseconds until no more than `most` are used; undefined where that can never be. */
  freeAfterMs(kind: CallLimitKind, most: number): number | undefined {
    if (most < 0) return undefined;
    if (kind === 'parallel') return RUNNING_RETRY_MS;
    const at = kind === 'rpm' ? 1 : 2;
    let used = this.used(kind);
    for (const spent of this.#spent) {
      if (used <= most) return 0;
      used -= spent[at];
      if (used <= most) return this.#endsAfterMs(spent[0]);
    }
    return 0;
  }

  standings(limits: CallLimits): readonly Standing[] {
    const last = this.#spent.at(-1)?.[0];
    const resetMs = last === undefined ? 0 : this.#endsAfterMs(last);
    return CALL_LIMIT_KINDS.flatMap((kind) => {
      const limit = limits[kind];
      if (limit === undefined) return [];
      const left = Math.max(0, limit - this.used(kind));
      return [{ kind, limit, left, resetMs: kind === 'parallel' ? 0 : resetMs }];
    });
  }

  state(): LimitState {
    return {
      spent: this.#spent.filter(([, requests, tokens]) => requests + tokens > 0),
      running: Object.fromEntries(this.#running),
    };
  }

  #now(): [second: number, requests: number, tokens: number] {
    const last = this.#spent.at(-1);
    if (last?.[0] === this.second) return last;
    const now: [number, number, number] = [this.second, 0, 0];
    this.#spent.push(now);
    return now;
  }

  #runs(calls: number): void {
    if (calls === 0) this.#running.delete(this.#processId);
    else this.#running.set(this.#processId, [calls, this.#nowMs + RUNNING_HELD_MS]);
  }

  /** A second counts until a whole minute after its end. */
  #endsAfterMs(second: number): number {
    return Math.max(0, (second + 1 + WINDOW_S) * MS - this.#nowMs);
  }
}
