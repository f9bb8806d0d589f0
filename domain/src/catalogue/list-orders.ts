// By what the lists of the console can be sorted (docs/behaviour.md#lists): names of the columns as callers send them.

export const USER_ORDERS = ['id', 'username', 'quota', 'used_quota', 'request_count'] as const;
export const CHANNEL_ORDERS = ['id', 'name', 'priority', 'weight', 'response_time', 'used_quota'] as const;
export const TOKEN_ORDERS = ['id', 'name', 'remain_quota', 'used_quota'] as const;
export const CODE_ORDERS = ['id', 'name', 'quota', 'created_time'] as const;
export const LOG_ORDERS = ['created_at'] as const;

export type UserOrder = (typeof USER_ORDERS)[number];
export type ChannelOrder = (typeof CHANNEL_ORDERS)[number];
export type TokenOrder = (typeof TOKEN_ORDERS)[number];
export type CodeOrder = (typeof CODE_ORDERS)[number];

/** The first is that of a list which names none. */
export const DIRECTIONS = ['asc', 'desc'] as const;
export type Direction = (typeof DIRECTIONS)[number];
