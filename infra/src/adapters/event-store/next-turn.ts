/** Ends in the next turn of the event loop: whoever was resumed in this one has gone on by then. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
