import type { Logger } from '../telemetry/logger.ts';

/** Tells at level debug how long each phase of a start took: call the answer at the end of each, with its name. */
export function phases(log: Logger): (name: string) => void {
  let since = performance.now();
  log.debug({ durationMs: Math.round(since) }, 'loading');
  return (name) => {
    const now = performance.now();
    log.debug({ durationMs: Math.round(now - since) }, name);
    since = now;
  };
}
