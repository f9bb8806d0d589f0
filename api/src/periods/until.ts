import { setTimeout as delay } from 'node:timers/promises';

/** What a look finds, once it finds something; undefined where it has not within `forMs`. Both times in milliseconds. */
export async function until<Found>(
  forMs: number,
  everyMs: number,
  look: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const over = performance.now() + forMs;
  for (;;) {
    const found = await look();
    if (found !== undefined || performance.now() >= over) return found;
    await delay(everyMs);
  }
}
