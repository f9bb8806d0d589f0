import type { LeaseRecalls } from '@ledgate/domain/ports/lease-recalls';
import type { TillRegistry, TillRow } from '@ledgate/domain/ports/till-registry';
import type { TillId, UserId } from '@ledgate/domain/shared/ids';

/** Heartbeat rows in memory. */
export class FakeRegistry implements TillRegistry {
  readonly rows = new Map<TillId, TillRow>();
  /** Postgres is away: every call throws. */
  away = false;

  async open(tillId: TillId, relayId: string): Promise<void> {
    this.#answer();
    this.rows.set(tillId, { tillId, relayId, beat: (this.rows.get(tillId)?.beat ?? 0) + 1, directoryVersion: 0 });
  }

  async beat(relayId: string, directoryVersion: number): Promise<readonly TillId[]> {
    this.#answer();
    const own = [...this.rows.values()].filter((row) => row.relayId === relayId);
    for (const row of own) this.rows.set(row.tillId, { ...row, beat: row.beat + 1, directoryVersion });
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
  /** How often somebody asked. */
  asked = 0;
  /** What happens after every relay has answered and before the asker knows it. */
  onTheWay: () => Promise<void> = () => Promise.resolve();

  async recall(accountId: UserId): Promise<void> {
    this.asked += 1;
    await Promise.all([...this.#handlers].map((handle) => handle(accountId)));
    await this.onTheWay();
  }

  onRecall(handle: (accountId: UserId) => Promise<void>): () => void {
    this.#handlers.add(handle);
    return () => { this.#handlers.delete(handle); };
  }
}
