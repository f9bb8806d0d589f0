/** Connections of a move to the database of one place: no more than a few are used at a time. */
export const PLACE_CONNECTIONS_MAX = 4;
/** How long one of them may take to come about, before the move says that the database does not answer. */
export const PLACE_CONNECT_TIMEOUT_MS = 10_000;
