/** From the first packet to the mail server to its last answer, in milliseconds. */
export const MAIL_LIMIT_MS = 10_000;
/** Of one process, each with a connection of its own. */
export const MAILS_AT_A_TIME_MAX = 16;
/** Of the reason that callers are told. */
export const MAIL_PROBLEM_CHARACTERS_MAX = 300;
