/** Series of one metric, and label values that the product does not choose: what is beyond is counted as `other`. */
export const SERIES_MAX = 1_000;
export const CHANNELS_MAX = 100;
export const MODELS_MAX = 100;
export const ROUTES_MAX = 200;
/** A part that has not said its numbers by then is left out of the scrape. */
export const WATCH_LIMIT_MS = 2_000;
/** The answer to a scrape is kept for so long, however many scrape. */
export const SCRAPE_KEPT_MS = 1_000;
/** Events that a look at a publisher's lag counts where positions have gaps. */
export const BACKLOG_EVENTS_MAX = 500;
