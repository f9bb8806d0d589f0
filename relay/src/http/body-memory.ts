import type { Clock } from '@ledgate/domain/ports/clock';
import { type Log, silentLog } from '@ledgate/domain/ports/log';
import type { UserId } from '@ledgate/domain/shared/ids';
import {
  BODIES_FULL_ALARM_MS,
  BODIES_FULL_PART,
  BODIES_BYTES_MAX,
  BODIES_OF_USER_BYTES_MAX,
  CALLS_OF_USER_MAX,
  LARGE_BODIES_PART,
  SMALL_BODIES_OF_USER_BYTES,
  SMALL_BODY_BYTES,
  UPLOAD_STANDSTILL_MS,
} from '../limits.ts';
import { type BodyRefusal, noTelemetry, type RelayTelemetry } from '../telemetry/relay-telemetry.ts';
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

/** Who is told of refusals; nobody unless given. */
type BodyTelling = {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly log: Pick<Log, 'error'>;
  readonly telemetry: Pick<RelayTelemetry, 'bodyRefused'>;
};

const NOBODY: BodyTelling = { clock: { monotonicMs: () => performance.now() }, log: silentLog, telemetry: noTelemetry };

/** In the alarm. */
const USERS_NAMED_MAX = 3;

type User = {
  readonly id: UserId;
  calls: number;
  /** All that is held for him. */
  bytes: number;
  /** Of these what is no part of a body. */
  besideBytes: number;
};

/**
 * The memory that the bodies of all running requests take, with the large ones of their answers, and each user's part of it. Only bytes that are
 * here count: what a caller says that he will send takes nothing from anybody.
 */
export class BodyMemory {
  readonly limits: BodyLimits;
  /** Looks after uploads of which nothing comes. */
  readonly standstill: Standstill;
  readonly #telling: BodyTelling;
  readonly #users = new Map<UserId, User>();
  #bytes = 0;
  #open = 0;
  #whole = 0;
  #full: { readonly sinceMs: number; refused: number; isTold: boolean } | undefined;

  constructor(limits: Partial<BodyLimits> = {}, telling: Partial<BodyTelling> = {}) {
    this.limits = { ...LIMITS, ...limits };
    this.standstill = new Standstill(this.limits.standstillMs);
    this.#telling = { ...NOBODY, ...telling };
  }

  /** Bytes held now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many bodies are being sent, or waited for. */
  get coming(): number {
    return this.#open - this.#whole;
  }

  /** How many are held whole, until their requests end. */
  get whole(): number {
    return this.#whole;
  }

  /** How many requests of this user run. */
  callsOf(id: UserId): number {
    return this.#users.get(id)?.calls ?? 0;
  }

  /** For one request, until `release`; undefined when as many requests of this user run as may. */
  open(id: UserId): BodyShare | undefined {
    let user = this.#users.get(id);
    if (user === undefined) this.#users.set(id, (user = { id, calls: 0, bytes: 0, besideBytes: 0 }));
    if (user.calls >= this.limits.callsOfUserMax) {
      this.refused('user_calls');
      return undefined;
    }
    user.calls += 1;
    this.#open += 1;
    return new BodyShare(this, user);
  }

  /** Of a share only. False, and nothing is taken, where it is more than all, all that is large or this user may hold. */
  take(user: User, bytes: number, isLarge: boolean): boolean {
    const { bodiesBytesMax, bodiesOfUserBytesMax } = this.limits;
    const bytesMax = isLarge ? bodiesBytesMax * LARGE_BODIES_PART : bodiesBytesMax;
    if (this.#bytes + bytes > bytesMax) return this.#hasNoRoom();
    if (user.bytes + bytes > bodiesOfUserBytesMax) return this.refused('user_share');
    this.#bytes += bytes;
    user.bytes += bytes;
    return true;
  }

  /** Of a share only: its body has come. */
  hasCome(): void {
    this.#whole += 1;
  }

  /** Of a share only: its request has ended. */
  giveBack(user: User, bytes: number, besideBytes: number, isWhole: boolean): void {
    this.#bytes -= bytes;
    this.#open -= 1;
    if (isWhole) this.#whole -= 1;
    user.bytes -= bytes;
    user.besideBytes -= besideBytes;
    user.calls -= 1;
    if (user.calls === 0) this.#users.delete(user.id);
    if (this.#full !== undefined && this.#bytes < this.#fullBytes) this.#full = undefined;
  }

  /** Counts a refusal. */
  refused(reason: BodyRefusal): false {
    this.#telling.telemetry.bodyRefused(reason);
    return false;
  }

  /** Raises the alarm once, where it has been so for long. */
  #hasNoRoom(): false {
    const { clock, log } = this.#telling;
    const full = (this.#full ??= { sinceMs: clock.monotonicMs(), refused: 0, isTold: false });
    full.refused += 1;
    const fullMs = clock.monotonicMs() - full.sinceMs;
    if (!full.isTold && fullMs >= BODIES_FULL_ALARM_MS) {
      full.isTold = true;
      const { coming, whole, bytes } = this;
      log.error(
        {
          alarm: true,
          fullMs: Math.round(fullMs),
          refused: full.refused,
          bytes,
          coming,
          whole,
          users: this.#largest(),
        },
        'request bodies have filled the memory that is set aside for them',
      );
    }
    return this.refused('full');
  }

  get #fullBytes(): number {
    return this.limits.bodiesBytesMax * LARGE_BODIES_PART * BODIES_FULL_PART;
  }

  /** Who holds most. */
  #largest(): readonly { readonly id: UserId; readonly bytes: number }[] {
    return [...this.#users.values()]
      .sort((one, other) => other.bytes - one.bytes)
      .slice(0, USERS_NAMED_MAX)
      .map(({ id, bytes }) => ({ id, bytes }));
  }
}

/** What one request holds. */
export class BodyShare {
  readonly #memory: BodyMemory;
  readonly #user: User;
  #bytes = 0;
  #besideBytes = 0;
  #isWhole = false;
  #isReleased = false;

  constructor(memory: BodyMemory, user: User) {
    this.#memory = memory;
    this.#user = user;
  }

  /**
   * Further bytes have come. False when there is no room for them, which is counted as a refusal.
   * @param besideBytes held for as long as they, and no part of the body: they take room, and do not make it large
   */
  hold(bytes: number, besideBytes = 0): boolean {
    return this.#hold(bytes, besideBytes, this.#isLargeWith(bytes));
  }

  /** Bytes of an answer that is gathered, and copies of it: what they fill they leave to small bodies, as large ones do. False as of `hold`. */
  holdAnswer(bytes: number): boolean {
    return this.#hold(0, bytes, true);
  }

  #hold(bytes: number, besideBytes: number, isLarge: boolean): boolean {
    const all = bytes + besideBytes;
    if (this.#isReleased || !this.#memory.take(this.#user, all, isLarge)) return false;
    this.#bytes += all;
    this.#besideBytes += besideBytes;
    this.#user.besideBytes += besideBytes;
    return true;
  }

  /** It is more than what is read for who has nothing to pay with: of one request, or of all of this user. */
  get isLarge(): boolean {
    return this.#isLargeWith(0);
  }

  /** This user's bodies together are more than that, what is held for whole ones counted. */
  get isAmongMany(): boolean {
    return this.#isAmongManyWith(0);
  }

  #isLargeWith(bytes: number): boolean {
    return this.#bytes - this.#besideBytes + bytes > this.#memory.limits.smallBodyBytes || this.#isAmongManyWith(bytes);
  }

  #isAmongManyWith(bytes: number): boolean {
    return this.#user.bytes - this.#user.besideBytes + bytes > this.#memory.limits.smallBodiesOfUserBytes;
  }

  /** All of it has come. */
  hasCome(): void {
    if (this.#isWhole || this.#isReleased) return;
    this.#isWhole = true;
    this.#memory.hasCome();
  }

  /** Counts a refusal that is not for want of room. */
  refused(reason: Exclude<BodyRefusal, 'full' | 'user_share' | 'user_calls'>): void {
    this.#memory.refused(reason);
  }

  /** Once, however often it is called. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#memory.giveBack(this.#user, this.#bytes, this.#besideBytes, this.#isWhole);
  }
}
