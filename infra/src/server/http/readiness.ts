import { READINESS_CHECK_LIMIT_MS, READINESS_KEPT_MS } from '../../limits.ts';

/** What one part of a process says of itself, or of what it cannot do without. */
export type HealthCheck = {
  readonly part: string;
  /** Why this process should not get requests now, or somebody must look; undefined when all is well. What it throws is a reason too. */
  readonly unready: () => string | undefined | Promise<string | undefined>;
};

type CheckResult = {
  readonly part: string;
  readonly ok: boolean;
  /** Why not; left out when all is well. */
  readonly reason?: string;
  readonly durationMs: number;
};

/** How long the answer of a look is kept, and how long one check may take. */
export type ReadinessLimits = { readonly keptMs: number; readonly limitMs: number };

/**
 * Asks the checks of a process, all at once and none for longer than its limit. Whatever number of probes ask, there is one look at a time, and its
 * answer is kept for a while; a check that has not answered is not asked again before it has.
 */
export class Readiness {
  readonly #checks: readonly HealthCheck[];
  readonly #limits: ReadinessLimits;
  readonly #asked = new Map<HealthCheck, Promise<string | undefined>>();
  #last: { readonly atMs: number; readonly results: readonly CheckResult[] } | undefined;
  #looking: Promise<readonly CheckResult[]> | undefined;

  constructor(checks: readonly HealthCheck[], limits: Partial<ReadinessLimits> = {}) {
    this.#checks = checks;
    this.#limits = { keptMs: READINESS_KEPT_MS, limitMs: READINESS_CHECK_LIMIT_MS, ...limits };
  }

  /** In the order of the checks. Never rejects. */
  look(): Promise<readonly CheckResult[]> {
    if (this.#last !== undefined && performance.now() - this.#last.atMs < this.#limits.keptMs)
      return Promise.resolve(this.#last.results);
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookNow(): Promise<readonly CheckResult[]> {
    const results = await Promise.all(this.#checks.map((check) => this.#result(check)));
    this.#last = { atMs: performance.now(), results };
    return results;
  }

  async #result(check: HealthCheck): Promise<CheckResult> {
    const startedAtMs = performance.now();
    const { limitMs } = this.#limits;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve(`no answer within ${limitMs} ms`), limitMs);
    });
    const reason = await Promise.race([this.#ask(check), late]);
    clearTimeout(timer);
    return {
      part: check.part,
      ok: reason === undefined,
      ...(reason === undefined ? {} : { reason }),
      durationMs: Math.round(performance.now() - startedAtMs),
    };
  }

  #ask(check: HealthCheck): Promise<string | undefined> {
    const under = this.#asked.get(check);
    if (under !== undefined) return under;
    const asked = answerOf(check).finally(() => this.#asked.delete(check));
    this.#asked.set(check, asked);
    return asked;
  }
}

async function answerOf({ unready }: HealthCheck): Promise<string | undefined> {
  try {
    return await unready();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
