/** Time as the edge knows it. Deciders never see a clock; their commands carry `nowMs`. */
export interface Clock {
  /** Unix milliseconds, for what people read. */
  nowMs(): number;
  /** Monotonic milliseconds, for time-outs and heartbeats. */
  monotonicMs(): number;
}
