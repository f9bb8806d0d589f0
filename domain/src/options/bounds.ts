import { CREDIT_MAX } from '../account/decide.ts';

/** What a number in an option may be; both ends included. */
export type OptionBounds = { readonly low: number; readonly high: number; readonly whole: boolean };

const whole = (low: number, high: number): OptionBounds => ({ low, high, whole: true });

/**
 * Options that are numbers, by key. Who saves an option accepts what is within, who applies it goes as far and no further. Units: seconds where a
 * name ends in Seconds and for ChannelDisableThreshold, minutes for DataExportInterval, quota units where a name has Quota in it.
 */
export const OPTION_BOUNDS = {
  Price: { low: 0, high: 1e9, whole: false },
  MinTopUp: whole(1, 1e9),
  SMTPPort: whole(1, 65_535),
  RetryTimes: whole(0, 20),
  ChannelDisableThreshold: { low: 0, high: 86_400, whole: false },
  DataExportInterval: whole(1, 1e6),
  StreamCacheQueueLength: whole(0, 1e6),
  UpstreamTimeoutSeconds: whole(1, 3_600),
  HangUpReadSeconds: whole(0, 60),
  QuotaForNewUser: whole(0, CREDIT_MAX),
  QuotaForInviter: whole(0, CREDIT_MAX),
  QuotaForInvitee: whole(0, CREDIT_MAX),
  QuotaRemindThreshold: whole(0, CREDIT_MAX),
  PreConsumedQuota: whole(0, CREDIT_MAX),
} as const satisfies Readonly<Record<string, OptionBounds>>;
