/** Ends when `wake` is called or after `timeoutMs`, whichever comes first. `listen` answers the end of listening. */
export async function signalled(listen: (wake: () => void) => () => void, timeoutMs: number): Promise<void> {
  let stop: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
    stop = listen(resolve);
  });
  clearTimeout(timer);
  stop?.();
}

/** The promise, or an error when it takes longer. */
export async function timed<Value>(promise: Promise<Value>, timeoutMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
