/** Seconds that the person's clock is ahead of UTC at a time; Unix seconds. */
export const offsetSeconds = (seconds: number): number => new Date(seconds * 1000).getTimezoneOffset() * -60;
