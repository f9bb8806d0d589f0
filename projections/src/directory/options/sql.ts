/** Nobody else writes an option until the transaction has ended. */
export const LOCK_OPTIONS = 'lock table directory.options in share row exclusive mode';
