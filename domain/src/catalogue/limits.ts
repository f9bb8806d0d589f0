// Limits of fields that people type and of lists that they are shown: the api holds to them, forms say so beforehand. Characters are UTF-16 units.

/** Names, groups, tags and whatever is looked for. */
export const NAME_CHARACTERS_MAX = 255;
/** Any other text. */
export const TEXT_CHARACTERS_MAX = 10_000;
/** The last second of the year 9999. */
export const TIME_S_MAX = 253_402_300_799;

export const USERNAME_CHARACTERS_MAX = 12;
export const DISPLAY_NAME_CHARACTERS_MAX = 20;
/** Of a password that is set. */
export const PASSWORD_CHARACTERS_MIN = 8;
export const PASSWORD_CHARACTERS_MAX = 20;
/** Of a password that is compared. */
export const PASSWORD_SENT_CHARACTERS_MAX = 200;
export const EMAIL_CHARACTERS_MAX = 50;
/** Why a balance is changed by hand. */
export const REASON_CHARACTERS_MAX = 500;

export const TOKEN_NAME_BYTES_MAX = 30;
export const TOKENS_AT_ONCE_MAX = 100;
/** Of what tells the names of tokens that are made at once apart, behind a dash. */
export const TOKEN_SUFFIX_CHARACTERS = 6;

export const CODE_NAME_BYTES_MAX = 20;
/** Of a code as somebody types it to redeem it. */
export const CODE_CHARACTERS_MAX = 64;
export const CODES_AT_ONCE_MAX = 100;

export const MODEL_NAME_CHARACTERS_MAX = 255;
/** Of a channel's key, and of its other long texts. */
export const CHANNEL_TEXT_CHARACTERS_MAX = 200_000;
/** Of a channel's priority and weight. */
export const CHANNEL_NUMBER_MAX = 1_000_000_000;
/** Of the number of a channel's type as it is sent; which of them there are is `channel/channel-types.ts`. */
export const CHANNEL_TYPE_MAX = 1_000;
/** Rows that one call changes. */
export const BATCH_IDS_MAX = 1_000;

export const OPTION_KEY_CHARACTERS_MAX = 100;
/** Of an option's value as text. */
export const OPTION_VALUE_CHARACTERS_MAX = 900_000;

/** Of a charge's name as an address has it. */
export const CHARGE_NAME_CHARACTERS_MAX = 64;

export const PAGE_SIZE_MAX = 100;
export const CHANNEL_PAGE_SIZE_MAX = 1_000;
/** Rows of a search that has no pages. */
export const SEARCH_ROWS_MAX = 100;
/** Figures that change by more than half, of which a question is about the first. */
export const BIG_CHANGES_SHOWN_MAX = 12;
export const TIMELINE_ENTRIES_MAX = 200;
/** Display rows that a key alone is told. */
export const LOG_OF_TOKEN_ROWS_MAX = 1_000;
/** Tasks of one page where the caller states no number. */
export const TASK_PAGE_ROWS = 10;
/** Rows of refused calls: newest hours first. */
export const REFUSED_CALLS_ROWS_MAX = 200;
/** Of one answer where the caller states no number. */
export const STATEMENT_ENTRIES = 1_000;
export const STATEMENT_ENTRIES_MAX = 10_000;
/** Seconds: the longest range for which a person may ask for the consumption of his own, 30 days. */
export const DATA_SPAN_S_MAX = 2_592_000;
