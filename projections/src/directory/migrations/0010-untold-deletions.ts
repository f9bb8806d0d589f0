/** Deleted tokens whose deletion the ledger has not heard of (tokens/update.ts): few or none, so that the sweep reads nothing else. */
export const untoldDeletions = `
create index tokens_untold_deletions on directory.tokens (id) where deleted_time is not null and limit_version < 2147483647;
`;
