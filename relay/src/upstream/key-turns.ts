import type { ChannelId } from '@ledgate/domain/shared/ids';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { KEY_ASIDE_MS, KEY_TURNS_MAX } from '../limits.ts';
import { keepNewest } from './keep-newest.ts';

/** Whose turn it is, of so many from 0: the next after the last that is not put aside, and where all are the next. */
export function nextTurn(last: number, count: number, isPutAside: (index: number) => boolean): number {
  for (let step = 1; step <= count; step += 1) {
    const index = (last + step) % count;
    if (!isPutAside(index)) return index;
  }
  return (last + 1) % count;
}

/**
 * The keys of channels that have several, each used in its turn by this process. One that was found spent is not used for a moment: until then the directory
 * has been told, and what it says holds for every process.
 */
export class KeyTurns {
  readonly #last = new Map<ChannelId, number>();
  /** Until when, by channel and key. */
  readonly #aside = new Map<string, number>();
  readonly #nowMs: () => number;

  constructor({ nowMs = () => performance.now() } = {}) {
    this.#nowMs = nowMs;
  }

  /** The channel with the key that is to be used: itself where it has one. */
  next(channel: ChannelView): ChannelView {
    const { id, byKey } = channel;
    if (byKey.length === 0) return channel;
    const turn = nextTurn(this.#last.get(id) ?? -1, byKey.length, (index) => this.#isPutAside(byKey[index]));
    keepNewest(this.#last, id, turn, KEY_TURNS_MAX);
    return byKey[turn] ?? channel;
  }

  /** The channel with this of its keys; undefined where it has it no more, or it is put aside. */
  withKey(channel: ChannelView, isKey: (channel: ChannelView) => boolean): ChannelView | undefined {
    if (channel.byKey.length === 0) return isKey(channel) ? channel : undefined;
    const byKey = channel.byKey.find(isKey);
    return this.#isPutAside(byKey) ? undefined : byKey;
  }

  /** @param channel as `next` has answered it */
  putAside(channel: ChannelView): void {
    if (channel.hasOtherKeys) keepNewest(this.#aside, nameOf(channel), this.#nowMs() + KEY_ASIDE_MS, KEY_TURNS_MAX);
  }

  #isPutAside(channel: ChannelView | undefined): boolean {
    if (this.#aside.size === 0 || channel === undefined) return false;
    const until = this.#aside.get(nameOf(channel));
    return until !== undefined && this.#nowMs() < until;
  }
}

const nameOf = ({ id, key }: ChannelView): string => `${id}\n${key}`;
