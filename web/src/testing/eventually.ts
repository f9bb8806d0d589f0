/** What a page may take to come to a state, on a machine that is busy with much else: a bound for what never comes, no measure. */
export const WITHIN_MS = 60_000;
const POLL_MS = 50;

/** Repeats a claim about a page until it holds: a page settles in its own time. Throws the last failure when the time is over. */
export async function eventually(claim: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  for (;;) {
    try {
      await claim();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  }
}
