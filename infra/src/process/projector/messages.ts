import type { Position } from '@ledgate/domain/ports/event-store';
import type { Partition } from '@ledgate/projections/runner/partition';
import type { Alarm, PartitionProgress } from '@ledgate/projections/runner/progress';
import type { Environment } from '../../server/config/config.ts';
import type { TraceSettings } from '../../server/telemetry/traces/traces.ts';

/** What the projector's thread begins with. */
export type ThreadSettings = {
  readonly logLevel: Environment['LOG_LEVEL'];
  readonly traces: TraceSettings | undefined;
};

/** What the main thread tells the projector's. */
export type ToProjector =
  | { readonly kind: 'open'; readonly databaseUrl: string }
  /** Something was written: there is something to read. */
  | { readonly kind: 'appended' }
  | {
      readonly kind: 'wait';
      readonly id: number;
      readonly position: Position;
      readonly timeoutMs: number;
      readonly of: Partition | undefined;
    }
  /** To do something again and again from now on, or no more: to verify the books, or to read the leaves of the tree of all events. */
  | { readonly kind: 'work'; readonly work: 'verify' | 'absorb'; readonly on: boolean }
  | { readonly kind: 'stop' };

/** How far the read models are, as it was a moment ago. */
export type ProjectorState = {
  readonly partitions: readonly PartitionProgress[];
  readonly lagMs: number;
  readonly alarms: readonly Alarm[];
};

/** What the projector's thread answers. */
export type FromProjector =
  | { readonly kind: 'opened' }
  /** The last `appended` was heard before what is read next. */
  | { readonly kind: 'woken' }
  /** It could not be opened: the facts of the error, since an error loses its class and code between threads. */
  | { readonly kind: 'failed'; readonly name: string; readonly message: string; readonly code: string | undefined }
  | { readonly kind: 'state'; readonly state: ProjectorState }
  | { readonly kind: 'reached'; readonly id: number; readonly reached: boolean };
