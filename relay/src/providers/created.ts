import type { Call } from './provider.ts';

/** When an answer was made, for providers that do not tell and callers who are told: seconds since 1970. */
export const createdS = ({ atMs }: Pick<Call, 'atMs'>): number => Math.floor(atMs / 1_000);
