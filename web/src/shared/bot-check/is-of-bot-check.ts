import { toApiError } from '../api/api-error.ts';

/** Whether a call failed by the check itself: what the server, or the widget, says of it. */
export const isOfBotCheck = (error: unknown): boolean => toApiError(error).code?.startsWith('bot_check') === true;
