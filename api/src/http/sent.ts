/** Older clients send null for what they leave out. */
export const isSent = <Value>(value: Value | null | undefined): value is Value => value !== undefined && value !== null;

/** Sent, and no empty text. */
export const isFilled = (value: string | null | undefined): value is string => isSent(value) && value !== '';
