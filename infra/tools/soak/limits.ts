// What a soak asks for, and how much its attackers may do: all of it on loopback.

/** The product's memory may grow by so much after the warm-up, where that is at least so long: before, it only fills. */
export const GROWTH_MB_MAX = 300;
export const WARM_UP_S_MIN = 60;
/** At no time may it be above what it was at the start and what all bodies may hold by more. */
export const BESIDE_BODIES_MB_MAX = 200;
/** The part of the time that is warm-up, and its longest. */
export const WARM_UP_SHARE = 0.25;
export const WARM_UP_S_MAX = 300;
export const MEMORY_EVERY_MS = 500;

export const GOOD_USERS = 50;
/** Of the rate that is asked for, so much must have been sent. */
export const RATE_SHARE_MIN = 0.95;
/** Good requests that may be unanswered at a time: more were refused by the machine, not the product. */
export const UNANSWERED_MAX = 1_024;
/** A kept connection is used again within so long, well before the product closes it. */
export const IDLE_MS_MAX = 4_000;
/** After the last second good requests may still be answered for so long. */
export const LAST_ANSWERS_WITHIN_MS = 30_000;

/** Connections of each attacker at a time. */
export const SILENT_CONNECTIONS = 32;
export const CHUNKED_CONNECTIONS = 50;
export const PACKED_CONNECTIONS = 40;
export const SLOW_CONNECTIONS = 32;
export const PIPELINING_CONNECTIONS = 4;
export const HOSTILE_CONNECTIONS = 4;
export const PENNILESS_CONNECTIONS = 8;
/** At the start all attackers come at once; what their connections end with is asked for only of the time after so long. */
export const ATTACK_SETTLED_S = 30;
/** A connection of an attacker is given up after so long, whatever it did. */
export const ATTACK_MS_MAX = 60_000;
