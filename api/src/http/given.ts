/** Older clients send null for what they leave out. */
export const given = <Value>(value: Value | null | undefined): value is Value => value !== undefined && value !== null;

/** Given, and not an empty text. */
export const filled = (value: string | null | undefined): value is string => given(value) && value !== '';
