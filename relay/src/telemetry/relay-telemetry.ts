import type { RequestId } from '@ledgate/domain/shared/ids';
import type { Attempt, Charge } from '@ledgate/domain/till/charge';

/**
 * Why a request's body is not taken: no room beside all other bodies, or beside those of its user; as many requests of this user run as may; nothing
 * has come of it for too long; it is larger than any may be.
 */
export const BODY_REFUSALS = ['full', 'user_share', 'user_calls', 'standstill', 'too_large'] as const;
export type BodyRefusal = (typeof BODY_REFUSALS)[number];

/**
 * What the relay tells of its work as it happens, for metrics and traces. Called on the hot path: an implementation adds to numbers, gives nothing
 * back and never throws.
 */
export interface RelayTelemetry {
  /** An attempt has ended, `durationMs` after it was begun; a streamed answer to its last byte. */
  attempted(requestId: RequestId, attempt: Attempt, durationMs: number): void;
  /** A request goes to an upstream once more. */
  retried(): void;
  /** The ledger has acknowledged a charge. */
  charged(charge: Omit<Charge, 'leaseId'>): void;
  /** A charge could not be made durable in time. */
  uncharged(): void;
  /** A channel was disabled because its key or account is spent. */
  channelDisabled(): void;
  /** One of several keys of a channel was put aside because it is spent. */
  keyPutAside(): void;
  /** A stream is read on for its usage although its caller has hung up. */
  readOn(): void;
  /** A limit of calls has refused a call, or the choice of a channel. */
  callLimited(): void;
  /** A request is refused for its body. */
  bodyRefused(reason: BodyRefusal): void;
}

const nothing = (): void => undefined;

/** For relays that nobody looks at. */
export const noTelemetry: RelayTelemetry = {
  attempted: nothing,
  retried: nothing,
  charged: nothing,
  uncharged: nothing,
  channelDisabled: nothing,
  keyPutAside: nothing,
  readOn: nothing,
  callLimited: nothing,
  bodyRefused: nothing,
};
