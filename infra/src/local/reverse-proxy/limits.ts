// Every loop and time-out of the reverse proxy, with its unit.

/** How often each backend is asked for /readyz, and how long its answer may take. */
export const LOOK_EVERY_MS = 500;
export const LOOK_TIMEOUT_MS = 2_000;
/** How long a backend may take to accept a connection; on loopback it does or it does not. */
export const CONNECT_TIMEOUT_MS = 3_000;
