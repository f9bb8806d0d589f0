import { pause } from '@ledgate/projections/shared/pause';
import { RESUBSCRIBE_FIRST_MS, RESUBSCRIBE_MAX_MS, WAKE_EVERY_MS } from './limits.ts';
import type { StoreClient } from './store-client.ts';

/** gRPC "aborted": the server let the subscription go because its reader was slow. */
const TOO_SLOW = 10;

/**
 * Wakes listeners when events may have been appended: by this process, and, while somebody listens, by others, whom a subscription to all
 * tells of. Nothing is read from the subscription but that it moves. It never comes back by itself: it is begun again, and since nobody knows
 * what was missed, that wakes too.
 */
export class WakeUp {
  readonly #client: StoreClient;
  readonly #listeners = new Set<() => void>();
  #following: { readonly stop: AbortController; readonly done: Promise<void> } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(client: StoreClient) {
    this.#client = client;
  }

  listen(wake: () => void): () => void {
    const listener = (): void => wake();
    this.#listeners.add(listener);
    if (this.#following === undefined && !this.#isClosed) {
      const stop = new AbortController();
      this.#following = { stop, done: this.#follow(stop.signal) };
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) void this.#stop();
    };
  }

  wake(): void {
    for (const wake of this.#listeners) wake();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#stop();
  }

  async #stop(): Promise<void> {
    const following = this.#following;
    this.#following = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    following?.stop.abort();
    await following?.done;
  }

  async #follow(stop: AbortSignal): Promise<void> {
    let pauseMs = RESUBSCRIBE_FIRST_MS;
    while (!stop.aborted) {
      const { error, wasConfirmed } = await this.#subscription(stop);
      if (stop.aborted) return;
      if (isTooSlow(error)) continue;
      if (wasConfirmed) pauseMs = RESUBSCRIBE_FIRST_MS;
      await pause(pauseMs * (1 - Math.random() / 2), stop);
      pauseMs = Math.min(2 * pauseMs, RESUBSCRIBE_MAX_MS);
    }
  }

  /** Until it fails, or `stop`. */
  async #subscription(stop: AbortSignal): Promise<{ error: unknown; wasConfirmed: boolean }> {
    let wasConfirmed = false;
    try {
      const subscription = await this.#client.subscribeFromEnd();
      const cut = this.#client.cutSignal;
      let end = (_error?: unknown): void => {};
      const ended = new Promise<unknown>((resolve) => {
        end = resolve;
      });
      const onEnd = (): void => end();
      stop.addEventListener('abort', onEnd);
      cut.addEventListener('abort', onEnd);
      if (stop.aborted || cut.aborted) end();
      subscription
        .on('error', end)
        .on('end', onEnd)
        .on('data', () => this.#soon());
      subscription.on('confirmation', () => {
        wasConfirmed = true;
        this.#soon();
      });
      const error = await ended;
      stop.removeEventListener('abort', onEnd);
      cut.removeEventListener('abort', onEnd);
      subscription.unsubscribe().catch(() => undefined);
      return { error, wasConfirmed };
    } catch (error) {
      return { error, wasConfirmed };
    }
  }

  #soon(): void {
    if (this.#listeners.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.wake();
    }, WAKE_EVERY_MS);
  }
}

const isTooSlow = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === TOO_SLOW;
