// States as they are stored and sent.

export const USER_STATUS = { enabled: 1, disabled: 2 } as const;

/** Expired and exhausted are also reckoned when a token is read. */
export const TOKEN_STATUS = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const;

export const CHANNEL_STATUS = { enabled: 1, disabled: 2, autoDisabled: 3 } as const;

/** Of one of a channel's keys; disabled: put aside because it is spent. */
export const CHANNEL_KEY_STATE = { enabled: 1, disabled: 2 } as const;

export const CODE_STATUS = {
  unused: 1,
  disabled: 2,
  used: 3,
  /** Deleted; the console never shows it. */
  withdrawn: 4,
  /** Shown as disabled. */
  expired: 5,
} as const;
