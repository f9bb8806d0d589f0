import type { RelayError } from './relay-error.ts';

/** An error as a protocol says it. */
type SaidError = {
  readonly status: number;
  /** JSON. */
  readonly body: string;
  /** What a stream that broke off still says: one whole event. */
  readonly lastEvent: string;
};

/**
 * How a protocol says errors; every message names its request. `eventNumber`: of the last event, where the events of a stream are numbered and some have been
 * told.
 */
export type ErrorForm = (error: RelayError, requestId: string, eventNumber?: number) => SaidError;

/** By the path of a request: the form of the protocol that is spoken there. */
export type ErrorFormOf = (path: string) => ErrorForm;
