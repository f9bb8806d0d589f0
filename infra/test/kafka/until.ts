const POLL_MS = 20;
/** Far above what anything takes on a busy machine. */
const WAIT_MS = 90_000;

/** Throws when it does not come true. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  for (let waitedMs = 0; !holds(); waitedMs += POLL_MS) {
    if (waitedMs > WAIT_MS) throw new Error(`in vain: ${what}`);
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  }
}
