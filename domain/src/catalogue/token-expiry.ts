/** An expiry that never comes. */
export const TOKEN_NEVER_EXPIRES = -1;

/** From its expiry on. Both in Unix seconds. */
export const hasExpired = (expiryS: number, nowS: number): boolean => expiryS !== TOKEN_NEVER_EXPIRES && expiryS < nowS;
