import type { UserId } from '@ledgate/domain/shared/ids';
import {
  BODIES_BYTES_MAX,
  BODIES_OF_USER_BYTES_MAX,
  CALLS_OF_USER_MAX,
  LARGE_BODIES_PART,
  SMALL_BODIES_OF_USER_BYTES,
  SMALL_BODY_BYTES,
  UPLOAD_STANDSTILL_MS,
} from '../limits.ts';
import { Standstill } from './standstill.ts';

/** What bodies may take; see limits.ts. */
export type BodyLimits = {
  readonly bodiesBytesMax: number;
  readonly bodiesOfUserBytesMax: number;
  readonly smallBodyBytes: number;
  readonly smallBodiesOfUserBytes: number;
  readonly callsOfUserMax: number;
  readonly standstillMs: number;
};

const LIMITS: BodyLimits = {
  bodiesBytesMax: BODIES_BYTES_MAX,
  bodiesOfUserBytesMax: BODIES_OF_USER_BYTES_MAX,
  smallBodyBytes: SMALL_BODY_BYTES,
  smallBodiesOfUserBytes: SMALL_BODIES_OF_USER_BYTES,
  callsOfUserMax: CALLS_OF_USER_MAX,
  standstillMs: UPLOAD_STANDSTILL_MS,
};

type User = { readonly id: UserId; calls: number; bytes: number };

/**
 * The memory that the bodies of all running requests take, and each user's part of it. Only bytes that are here count: what a caller says that
 * he will send takes nothing from anybody.
 */
export class BodyMemory {
  readonly limits: BodyLimits;
  /** Looks after uploads of which nothing comes. */
  readonly standstill: Standstill;
  readonly #users = new Map<UserId, User>();
  #bytes = 0;

  constructor(limits: Partial<BodyLimits> = {}) {
    this.limits = { ...LIMITS, ...limits };
    this.standstill = new Standstill(this.limits.standstillMs);
  }

  /** Bytes held now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many requests of this user run. */
  callsOf(id: UserId): number {
    return this.#users.get(id)?.calls ?? 0;
  }

  /** For one request, until `release`; undefined when as many requests of this user run as may. */
  open(id: UserId): BodyShare | undefined {
    let user = this.#users.get(id);
    if (user === undefined) this.#users.set(id, (user = { id, calls: 0, bytes: 0 }));
    if (user.calls >= this.limits.callsOfUserMax) return undefined;
    user.calls += 1;
    return new BodyShare(this, user);
  }

  /** Of a share only. False, and nothing is taken, where it is more than all, all that is large or this user may hold. */
  take(user: User, bytes: number, isLarge: boolean): boolean {
    const { bodiesBytesMax, bodiesOfUserBytesMax } = this.limits;
    const bytesMax = isLarge ? bodiesBytesMax * LARGE_BODIES_PART : bodiesBytesMax;
    if (this.#bytes + bytes > bytesMax || user.bytes + bytes > bodiesOfUserBytesMax) return false;
    this.#bytes += bytes;
    user.bytes += bytes;
    return true;
  }

  /** Of a share only: its request has ended. */
  giveBack(user: User, bytes: number): void {
    this.#bytes -= bytes;
    user.bytes -= bytes;
    user.calls -= 1;
    if (user.calls === 0) this.#users.delete(user.id);
  }
}

/** What one request holds. */
export class BodyShare {
  readonly #memory: BodyMemory;
  readonly #user: User;
  #bytes = 0;
  #isReleased = false;

  constructor(memory: BodyMemory, user: User) {
    this.#memory = memory;
    this.#user = user;
  }

  /** Further bytes have come. False when there is no room for them. */
  hold(bytes: number): boolean {
    if (this.#isReleased || !this.#memory.take(this.#user, bytes, this.#isLargeWith(bytes))) return false;
    this.#bytes += bytes;
    return true;
  }

  /** It is more than what is read for who has nothing to pay with: of one request, or of all of this user. */
  get isLarge(): boolean {
    return this.#isLargeWith(0);
  }

  #isLargeWith(bytes: number): boolean {
    const { smallBodyBytes, smallBodiesOfUserBytes } = this.#memory.limits;
    return this.#bytes + bytes > smallBodyBytes || this.#user.bytes + bytes > smallBodiesOfUserBytes;
  }

  /** Once, however often it is called. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#memory.giveBack(this.#user, this.#bytes);
  }
}
