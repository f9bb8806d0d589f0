/** A piece of work that is over. Times are Unix milliseconds. */
export type EndedSpan = {
  readonly name: string;
  readonly correlationId: string;
  /** request: the root of its trace. upstream: a call to somebody else. work: anything else that we did. */
  readonly kind: 'request' | 'upstream' | 'work';
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly failed: boolean;
};

/** Where spans go, as which service, and how many of all traces: from 0 to 1. */
export type TraceSettings = {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly ratio: number;
  readonly version: string;
  /** Of the machine and the process. */
  readonly instance: string;
};

/** Where spans go. */
export interface Traces {
  /** Whether spans of this correlation id are wanted: asked before anything is made for one. */
  wants(correlationId: string): boolean;
  tell(span: EndedSpan): void;
  /** Ends when what was told has been sent, or after a while. */
  close(): Promise<void>;
}

export const noTraces: Traces = { wants: () => false, tell: () => undefined, close: () => Promise.resolve() };
