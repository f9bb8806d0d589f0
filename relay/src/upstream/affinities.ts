import type { ChannelId } from '@ledgate/domain/shared/ids';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { AFFINITIES_MAX, AFFINITY_MS } from '../limits.ts';
import { keepNewest } from './keep-newest.ts';

/** By which channel a conversation was served last, and by which of its keys: its number, or itself while it has none. */
export type Affinity = { readonly channelId: ChannelId; readonly key: number | string; readonly servedAtMs: number };

const keyNameOf = ({ keyId, key }: ChannelView): number | string => keyId ?? key;

/** Whether this channel, with this key, is where the conversation was served. */
export const isAffine = ({ channelId, key }: Affinity, channel: ChannelView): boolean =>
  channelId === channel.id && key === keyNameOf(channel);

/**
 * Where the conversations of one process were served last: providers keep the beginning of a prompt by account, so the next turn is cheaper there. What was
 * not gone on with for an hour is forgotten; of too many the one that was served longest ago.
 */
export class Affinities {
  /** The last served is the last. */
  readonly #served = new Map<string, Affinity>();
  readonly #nowMs: () => number;
  readonly #max: number;

  constructor({ nowMs = () => performance.now(), max = AFFINITIES_MAX } = {}) {
    this.#nowMs = nowMs;
    this.#max = max;
  }

  of(conversation: string): Affinity | undefined {
    const affinity = this.#served.get(conversation);
    return affinity === undefined || this.#isOver(affinity) ? undefined : affinity;
  }

  /** @param channel with the key that was used */
  served(conversation: string, channel: ChannelView): void {
    this.#forget();
    const affinity = { channelId: channel.id, key: keyNameOf(channel), servedAtMs: this.#nowMs() };
    keepNewest(this.#served, conversation, affinity, this.#max);
  }

  /** How many conversations are known. */
  get size(): number {
    this.#forget();
    return this.#served.size;
  }

  #forget(): void {
    for (const [conversation, affinity] of this.#served) {
      if (!this.#isOver(affinity)) return;
      this.#served.delete(conversation);
    }
  }

  #isOver({ servedAtMs }: Affinity): boolean {
    return this.#nowMs() - servedAtMs >= AFFINITY_MS;
  }
}
