/** What making tokens at once does that outlives the process, all of it in one transaction; crash tests end the process in it. */
export type TokenBatchStep = 'TokensMade' | 'TokenMade';
