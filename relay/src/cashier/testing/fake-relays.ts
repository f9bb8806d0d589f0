import { type LeaseRecalls, RECALL_TIMEOUT_MS } from '@ledgate/domain/ports/lease-recalls';
import type { TillRegistry, TillRow } from '@ledgate/domain/ports/till-registry';
import type { TillId, UserId } from '@ledgate/domain/shared/ids';
import { coalesced } from '@ledgate/projections/directory/recalls/coalesced';
import type { Timers } from '../timers.ts';

/** Heartbeat rows in memory. */
export class FakeRegistry implements TillRegistry {
  readonly rows = new Map<TillId, TillRow>();
  /** Postgres is away: every call throws. */
  away = false;

  async open(tillId: TillId, relayId: string): Promise<void> {
    this.#answer();
    const known = this.rows.get(tillId);
    this.rows.set(
      tillId,
      known === undefined ? { tillId, relayId, beat: 0, directoryVersion: 0 } : { ...known, beat: known.beat + 1 },
    );
  }

  async beat(relayId: string, directoryVersion: number, tillIds: readonly TillId[]): Promise<readonly TillId[]> {
    this.#answer();
    const own = [...this.rows.values()].filter((row) => row.relayId === relayId && tillIds.includes(row.tillId));
    for (const row of own)
      this.rows.set(row.tillId, {
        ...row,
        beat: row.beat + 1,
        directoryVersion: Math.max(row.directoryVersion, directoryVersion),
      });
    return own.map(({ tillId }) => tillId);
  }

  async closed(tillId: TillId): Promise<void> {
    this.#answer();
    this.rows.delete(tillId);
  }

  async list(): Promise<readonly TillRow[]> {
    this.#answer();
    return [...this.rows.values()];
  }

  #answer(): void {
    if (this.away) throw new Error('Postgres is away');
  }
}

/** Recalls between cashiers of one test. */
export class FakeRecalls implements LeaseRecalls {
  readonly #handlers = new Set<(accountId: UserId) => Promise<void>>();
  readonly #timers: Pick<Timers, 'sleep'>;
  readonly #timeoutMs: number;
  /** How often somebody asked. */
  asked = 0;
  /** What happens after every relay has answered and before the asker knows it. */
  onTheWay: () => Promise<void> = () => Promise.resolve();
  readonly #recall = coalesced(async (accountId: UserId): Promise<boolean> => {
    const answered = Promise.allSettled([...this.#handlers].map((handle) => handle(accountId)));
    const ends = await Promise.race([answered, this.#timers.sleep(this.#timeoutMs)]);
    await this.onTheWay();
    return Array.isArray(ends) && ends.every(({ status }) => status === 'fulfilled');
  });

  constructor(timers: Pick<Timers, 'sleep'>, timeoutMs = RECALL_TIMEOUT_MS) {
    this.#timers = timers;
    this.#timeoutMs = timeoutMs;
  }

  recall(accountId: UserId): Promise<boolean> {
    this.asked += 1;
    return this.#recall(accountId);
  }

  onRecall(handle: (accountId: UserId) => Promise<void>): () => void {
    this.#handlers.add(handle);
    return () => {
      this.#handlers.delete(handle);
    };
  }
}
