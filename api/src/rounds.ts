type RoundsParts = {
  /** One round; `isStopped` says whether it should come to its end. */
  readonly look: (isStopped: () => boolean) => Promise<void>;
  /** From the end of a round to the next, in milliseconds. */
  readonly periodMs: number;
  /** A round has failed; the next one comes all the same. */
  readonly onError: (error: unknown) => void;
};

export interface Rounds {
  start(): void;
  /** Ends after the round under way. */
  stop(): Promise<void>;
}

/** Looks again and again, one round after the other, until it is stopped. */
export function createRounds({ look, periodMs, onError }: RoundsParts): Rounds {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let round: Promise<unknown> = Promise.resolve();
  const next = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      round = look(() => isStopped)
        .catch(onError)
        .then(next);
    }, periodMs).unref();
  };
  return {
    start: next,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
