import type { Position } from '@ledgate/domain/ports/event-store';

/** A projection that threw: the runner stands until somebody has looked (design section 5). */
export type Alarm = {
  readonly message: string;
  /** The event, where it is known. */
  readonly event: { readonly position: number; readonly stream: string; readonly type: string } | undefined;
  readonly sinceMs: number;
};

/** How far the read models are, for who waits for what he has just written. */
export interface Progress {
  /** Ends as soon as everything up to `position` can be read, true; false after `timeoutMs`. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
  /** The last position that can be read. */
  position(): Position;
}
