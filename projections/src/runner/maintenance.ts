import type { Log } from '@ledgate/domain/ports/log';
import { sweepCleanedLogs } from '../logs/sweep.ts';
import { dropRetired } from '../rebuild/succession.ts';
import type { Database } from '../shared/database.ts';

/** What a projector does beside applying events, each at most once at a time: what fails is tried again the next time that it is asked for. */
export class Maintenance {
  readonly #parts: { readonly pool: Database; readonly log: Log; readonly signal: AbortSignal };
  #sweeping: Promise<void> | undefined;
  #dropping: Promise<void> | undefined;

  constructor(parts: { readonly pool: Database; readonly log: Log; readonly signal: AbortSignal }) {
    this.#parts = parts;
  }

  /** Deletes display rows that a cleaning has taken away. */
  sweep(): void {
    const { pool, log, signal } = this.#parts;
    this.#sweeping ??= sweepCleanedLogs(pool, signal)
      .then((rows) => (rows > 0 ? log.info({ rows }, 'display rows swept after a cleaning') : undefined))
      .catch((error: unknown) => log.warn({ err: error }, 'display rows could not be swept'))
      .finally(() => (this.#sweeping = undefined));
  }

  /** Drops what upgrades have left, after the time that it is kept. */
  drop(): void {
    const { log } = this.#parts;
    this.#dropping ??= dropRetired(this.#parts)
      .catch((error: unknown) =>
        log.warn(
          { err: error },
          'read models that are no longer live could not be dropped; the next start tries again',
        ),
      )
      .finally(() => (this.#dropping = undefined));
  }

  /** Ends when nothing is under way any more; after the signal that is soon. */
  async ended(): Promise<void> {
    await Promise.all([this.#sweeping, this.#dropping]);
  }
}
