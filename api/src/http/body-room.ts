import type { Log } from '@ledgate/domain/ports/log';
import {
  BODIES_BYTES_MAX,
  BODIES_FULL_ALARM_MS,
  BODIES_OF_ADDRESS_BYTES_MAX,
  LARGE_BODIES_PART,
  SMALL_BODY_BYTES,
} from '../limits.ts';

type BodyRoomLimits = {
  readonly bodiesBytesMax: number;
  readonly bodiesOfAddressBytesMax: number;
  readonly smallBodyBytes: number;
};

const LIMITS: BodyRoomLimits = {
  bodiesBytesMax: BODIES_BYTES_MAX,
  bodiesOfAddressBytesMax: BODIES_OF_ADDRESS_BYTES_MAX,
  smallBodyBytes: SMALL_BODY_BYTES,
};

/** Why there is no room: all bodies together take it, or those of the same address take its share. */
export const NO_ROOM = ['bodies_full', 'bodies_of_address_full'] as const;
export type NoRoom = (typeof NO_ROOM)[number];

type BodyRoomParts = {
  readonly log: Pick<Log, 'error'>;
  readonly nowMs: () => number;
  /** A body has been refused. */
  readonly refused?: (why: NoRoom) => void;
};

/**
 * The memory that the bodies of the console's running calls take, and each client address's share of it. Nobody has signed in where they come. A small body
 * is not measured against the share, and has room that large ones cannot fill: people behind one address go on while somebody there misbehaves.
 */
export class BodyRoom {
  readonly #limits: BodyRoomLimits;
  readonly #log: Pick<Log, 'error'>;
  readonly #nowMs: () => number;
  readonly #refused: (why: NoRoom) => void;
  readonly #byAddress = new Map<string, number>();
  #bytes = 0;
  #full: { readonly sinceMs: number; isTold: boolean } | undefined;

  constructor({ log, nowMs, refused = () => undefined }: BodyRoomParts, limits: Partial<BodyRoomLimits> = {}) {
    this.#log = log;
    this.#nowMs = nowMs;
    this.#refused = refused;
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Bytes held now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** `bytes` more for a body that then has `bodyBytes`; takes nothing where it answers why not. */
  take(address: string, bytes: number, bodyBytes: number): NoRoom | undefined {
    const why = this.#taken(address, bytes, bodyBytes);
    if (why !== undefined) this.#refused(why);
    return why;
  }

  #taken(address: string, bytes: number, bodyBytes: number): NoRoom | undefined {
    const { bodiesBytesMax, bodiesOfAddressBytesMax, smallBodyBytes } = this.#limits;
    const isSmall = bodyBytes <= smallBodyBytes;
    const ofAddress = (this.#byAddress.get(address) ?? 0) + bytes;
    if (!isSmall && ofAddress > bodiesOfAddressBytesMax) return 'bodies_of_address_full';
    if (this.#bytes + bytes > (isSmall ? bodiesBytesMax : bodiesBytesMax * LARGE_BODIES_PART)) return this.#isFull();
    this.#bytes += bytes;
    this.#byAddress.set(address, ofAddress);
    return undefined;
  }

  giveBack(address: string, bytes: number): void {
    const ofAddress = (this.#byAddress.get(address) ?? 0) - bytes;
    if (ofAddress > 0) this.#byAddress.set(address, ofAddress);
    else this.#byAddress.delete(address);
    this.#bytes -= bytes;
    if (2 * this.#bytes < this.#limits.bodiesBytesMax) this.#full = undefined;
  }

  /** Raises the alarm once, where it has been so for long. */
  #isFull(): NoRoom {
    const nowMs = this.#nowMs();
    const full = (this.#full ??= { sinceMs: nowMs, isTold: false });
    if (!full.isTold && nowMs - full.sinceMs >= BODIES_FULL_ALARM_MS) {
      full.isTold = true;
      this.#log.error(
        { alarm: true, bytes: this.#bytes, addresses: this.#byAddress.size },
        'bodies of console calls have filled the memory that is set aside for them',
      );
    }
    return 'bodies_full';
  }
}
