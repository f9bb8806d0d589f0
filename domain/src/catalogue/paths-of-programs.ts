/** What lies below these programs call: a proxy sends it to relays, everything else to the console (docs/behaviour.md#relay-paths). */
export const PATHS_OF_PROGRAMS = ['/v1', '/v1beta', '/pg', '/mj', '/suno', '/dashboard/billing'] as const;
