import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { READY_WITHIN_MS, TELL_EVERY_MS } from './limits.ts';

/**
 * Ends when everything has started; what takes longer than TELL_EVERY_MS is told by its name. Rejects with the first that fails, or with StartRefused
 * after READY_WITHIN_MS.
 */
export async function startTogether(
  starts: readonly (readonly [name: string, start: Promise<void> | undefined])[],
  say: (line: string) => void,
): Promise<void> {
  const waiting = new Set(starts.filter(([, start]) => start !== undefined).map(([name]) => name));
  const sinceMs = performance.now();
  const telling = setInterval(
    () =>
      say(
        `Starting for ${Math.round((performance.now() - sinceMs) / 1_000)} s, waiting for ${[...waiting].join(', ')} ...`,
      ),
    TELL_EVERY_MS,
  );
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    limit = setTimeout(
      () => reject(new StartRefused(`not ready after ${READY_WITHIN_MS / 1_000} s: ${[...waiting].join(', ')}`)),
      READY_WITHIN_MS,
    );
  });
  try {
    await Promise.race([
      late,
      Promise.all(
        starts.map(async ([name, start]) => {
          await start;
          waiting.delete(name);
        }),
      ),
    ]);
  } finally {
    clearInterval(telling);
    clearTimeout(limit);
  }
}
