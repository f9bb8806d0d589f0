import type { Pace } from '../testing/serial-upstream.ts';

/** The upstream's own. */
export const USUAL: Pace = { delayMaxMs: 60, gapMaxMs: 15 };

/** Streams go on until the pace is another; what is not streamed is answered at once. */
export const ENDLESS: Pace = { delayMaxMs: 0, gapMaxMs: 40, words: Number.POSITIVE_INFINITY };
