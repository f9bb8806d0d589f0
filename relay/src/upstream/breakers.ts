import type { ChannelId } from '@ledgate/domain/shared/ids';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { BREAKER_FORGOTTEN_MS, BREAKERS_MAX } from '../limits.ts';
import { keepNewest } from './keep-newest.ts';
import { afterFailure, afterProbeBegan, afterProbeWasVoid, type Breaker, isSpared } from './breaker.ts';

type Kept = { readonly breaker: Breaker; readonly changedAtMs: number };

/**
 * The breakers of one process: only channels that fail have one, so that calls beside them look at an empty Map. What nothing was heard of for long is
 * forgotten, since its channel may be gone; of too many the one that changed first.
 */
export class Breakers {
  /** The last changed is the last. */
  readonly #kept = new Map<ChannelId, Kept>();
  /** When they began to serve again; the last is the last. */
  readonly #backAt = new Map<ChannelId, number>();
  readonly #nowMs: () => number;
  readonly #max: number;

  constructor({ nowMs = () => performance.now(), max = BREAKERS_MAX } = {}) {
    this.#nowMs = nowMs;
    this.#max = max;
  }

  /** Those that may be asked: all of them where none is spared, or every one. */
  askable(channels: readonly ChannelView[]): readonly ChannelView[] {
    if (this.#kept.size === 0 || channels.length < 2) return channels;
    const nowMs = this.#nowMs();
    const areSpared = ({ id }: ChannelView): boolean => isSpared(this.#kept.get(id)?.breaker, nowMs);
    if (!channels.some(areSpared)) return channels;
    const askable = channels.filter((channel) => !areSpared(channel));
    return askable.length === 0 ? channels : askable;
  }

  /** A call goes to this channel. Answers whether it is the probe of an open one, which ends by `succeeded`, `failed` or `probeWasVoid`. */
  asked(id: ChannelId): boolean {
    if (this.#kept.size === 0) return false;
    const nowMs = this.#nowMs();
    const probing = afterProbeBegan(this.#kept.get(id)?.breaker, nowMs);
    if (probing === undefined) return false;
    this.#keep(id, probing, nowMs);
    return true;
  }

  succeeded(id: ChannelId): void {
    if (this.#kept.size === 0 || !this.#kept.delete(id)) return;
    keepNewest(this.#backAt, id, this.#nowMs(), this.#max);
  }

  /** It could not take a call, by no fault of its own: it is good again from now on. */
  turnedAway(id: ChannelId): void {
    keepNewest(this.#backAt, id, this.#nowMs(), this.#max);
  }

  /** It is spared, or may be probed, and has not served since. */
  isOpen(id: ChannelId): boolean {
    const kept = this.#kept.get(id);
    return kept?.breaker.status === 'open' && this.#nowMs() - kept.changedAtMs < BREAKER_FORGOTTEN_MS;
  }

  /** Since when it has not failed, or turned a call away, or has served again; -Infinity where nothing is known. */
  goodSinceMs(id: ChannelId): number {
    return this.#kept.get(id)?.changedAtMs ?? this.#backAt.get(id) ?? -Infinity;
  }

  failed(id: ChannelId, isProbe: boolean): void {
    const nowMs = this.#nowMs();
    this.#forget(nowMs);
    this.#keep(id, afterFailure(this.#kept.get(id)?.breaker, isProbe, nowMs), nowMs);
  }

  /** A probe has ended and told nothing. */
  probeWasVoid(id: ChannelId, wasSent: boolean): void {
    const nowMs = this.#nowMs();
    const breaker = afterProbeWasVoid(this.#kept.get(id)?.breaker, wasSent, nowMs);
    if (breaker !== undefined) this.#keep(id, breaker, nowMs);
  }

  /** How many channels are open. */
  get open(): number {
    this.#forget(this.#nowMs());
    let open = 0;
    for (const { breaker } of this.#kept.values()) if (breaker.status === 'open') open += 1;
    return open;
  }

  #keep(id: ChannelId, breaker: Breaker, changedAtMs: number): void {
    keepNewest(this.#kept, id, { breaker, changedAtMs }, this.#max);
  }

  #forget(nowMs: number): void {
    for (const [id, { changedAtMs }] of this.#kept) {
      if (nowMs - changedAtMs < BREAKER_FORGOTTEN_MS) return;
      this.#kept.delete(id);
    }
  }
}
