import type { TillId } from '../shared/ids.ts';

/** One open till as its relay reports it. `beat` grows with every heartbeat; nobody compares clocks (docs/ledger.md#fences). */
export type TillRow = {
  readonly tillId: TillId;
  readonly relayId: string;
  readonly beat: number;
  /** The directory version that the relay has acknowledged. */
  readonly directoryVersion: number;
};

/** The heartbeat rows of open tills. A row stands from before TillOpened until after TillClosed. */
export interface TillRegistry {
  /** Opened again, the row stays what it was and counts a heartbeat. */
  open(tillId: TillId, relayId: string): Promise<void>;
  /**
   * One heartbeat for these tills of a relay and no others; an older `directoryVersion` than the rows have does nothing. Answers those of them that
   * still have a row: one that is missing was fenced and closed.
   */
  beat(relayId: string, directoryVersion: number, tillIds: readonly TillId[]): Promise<readonly TillId[]>;
  closed(tillId: TillId): Promise<void>;
  /** In no order. */
  list(): Promise<readonly TillRow[]>;
}
