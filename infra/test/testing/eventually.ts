const POLL_MS = 50;
/** Far above what anything takes on a busy machine. */
const WAIT_MS = 60_000;

/** Ends when `holds` does. Throws when it does not, with what it threw last. */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = WAIT_MS,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  let failed: unknown;
  do {
    try {
      if (await holds()) return;
      failed = undefined;
    } catch (error) {
      failed = error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  } while (performance.now() < deadline);
  throw new Error(`not within ${withinMs} ms: ${what}`, { cause: failed });
}

/** Answers what `look` finds as soon as it finds something. Throws as `eventually` does. */
export async function eventuallyFound<Value>(what: string, look: () => Promise<Value | undefined>): Promise<Value> {
  let found: Value | undefined;
  await eventually(what, async () => {
    found = await look();
    return found !== undefined;
  });
  if (found === undefined) throw new Error(`${what}: found and gone`);
  return found;
}
