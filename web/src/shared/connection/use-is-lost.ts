import { connection } from './connection.ts';
import { useWatched } from './watched.ts';

/** Whether the server does not answer: what is asked for waits, and what is shown is as it was. */
export const useIsLost = (): boolean => useWatched(connection.lostAtMs) !== undefined;
