import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import { isTagText } from '@ledgate/domain/till/tags';
import { type Checks, oneOf } from '../../shared/filters/filter-value.ts';
import { type MoneyUnit, parseAmount } from '../../shared/money/quota-format.ts';

export const LOG_TYPES = Object.values(LOG_TYPE);

/** The number of a channel. */
export const isChannel = (text: string): boolean =>
  /^\d+$/u.test(text) && Number(text) > 0 && Number.isSafeInteger(Number(text));
export const isHttpStatus = (text: string): boolean => /^[1-5]\d\d$/u.test(text);
export const isTag = (text: string): boolean => isTagText(text.trim());
/** An amount of `unit` that a call may have cost. */
export const isCost = (text: string, unit: MoneyUnit): boolean => (parseAmount(text, unit) ?? -1) >= 0;

/** What the filters of the log may be, whose texts are not free. */
export const logChecks = (unit: MoneyUnit): Checks<'type' | 'tag' | 'channel' | 'status' | 'min' | 'max'> => ({
  type: oneOf(LOG_TYPES),
  tag: isTag,
  channel: isChannel,
  status: isHttpStatus,
  min: (text) => isCost(text, unit),
  max: (text) => isCost(text, unit),
});
