import type { Logger } from '../../server/telemetry/logger.ts';

/** To be called at the end of a phase, with its name. */
export type Phase = (name: string) => void;

/** Tells at level debug how long each phase of a start took. */
export function phases(log: Logger): Phase {
  let since = performance.now();
  log.debug({ durationMs: Math.round(since) }, 'loading');
  return (name) => {
    const now = performance.now();
    log.debug({ durationMs: Math.round(now - since) }, name);
    since = now;
  };
}
