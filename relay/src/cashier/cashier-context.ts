import type { Clock } from '@ledgate/domain/ports/clock';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import type { LeaseRecalls } from '@ledgate/domain/ports/lease-recalls';
import type { Log } from '@ledgate/domain/ports/log';
import type { Faults } from './fault-points.ts';
import type { TillId } from '@ledgate/domain/shared/ids';
import type { CashierLimits } from './limits.ts';
import type { QueuePart } from './parts.ts';
import type { RecallRoom } from './recall-room.ts';
import type { Timers } from './timers.ts';

/** What the parts of one cashier share. */
export interface CashierContext {
  /** Its appends have a known outcome. */
  readonly store: EventStore;
  readonly recalls: LeaseRecalls;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly limits: CashierLimits;
  readonly faults: Faults;
  readonly log: Log;
  /** Who writes the events: `relay-{id}`. */
  readonly actor: string;
  /** Queues in which somebody waits. */
  readonly queues: Set<QueuePart>;
  /** How many wait in all of them. */
  waiting: number;
  /** Those of them who wait for a recall. */
  readonly recallRoom: RecallRoom;
  /** Never the same twice, in any process. */
  nextCommandId(): string;
  /** The last heartbeat that arrived was sent recently enough to reserve under this till, and its answer named it. */
  alive(tillId: TillId): boolean;
  /** The process ends; what is not known stays unknown. */
  stopped(): boolean;
  /** New requests need a new till. */
  tillLost(tillId: TillId): void;
  /** Nothing runs under the till any more. */
  tillEnded(tillId: TillId): void;
}
