import { ELECTION_ANSWER_MAX_MS, ELECTION_ROUND_MS, ELECTION_SILENT_MAX_MS } from '../limits.ts';

/** Milliseconds. `silentMaxMs` is above the sum of the others: who cannot prove that he leads has stepped down before another may be elected. */
export type CandidacyTimes = { readonly roundMs: number; readonly answerMaxMs: number; readonly silentMaxMs: number };

export const CANDIDACY_TIMES: CandidacyTimes = {
  roundMs: ELECTION_ROUND_MS,
  answerMaxMs: ELECTION_ANSWER_MAX_MS,
  silentMaxMs: ELECTION_SILENT_MAX_MS,
};
