/** Waiting, as the edge does it; tests bring their own. */
export interface Timers {
  sleep(ms: number): Promise<void>;
  /** Ends when what the event loop has at hand has been read, so that what ends in one turn is written together. */
  turn(): Promise<void>;
  /** Calls `run` every `ms` until the answer is called. Does not keep the process alive. */
  every(ms: number, run: () => void): () => void;
}

export const processTimers: Timers = {
  sleep: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    }),
  turn: () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    }),
  every: (ms, run) => {
    const timer = setInterval(run, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};
