import type { AccountEventOf } from '@ledgate/domain/account/events';
import type { SourceId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import type { RelayView } from '@ledgate/projections/directory/relay-view';
import { QUOTA_MAX } from '../contract/fields.ts';

type Grant = AccountEventOf<'QuotaGranted'>['data'];
type Options = Pick<RelayView, 'option'>;

/** An option that is a quota; what cannot be one counts as none. */
export function quotaOption(options: Options, key: string): Quota {
  const value = Number(options.option(key));
  return quota(Number.isSafeInteger(value) && value > 0 && value <= QUOTA_MAX ? value : 0);
}

/** Option QuotaForNewUser (contract C.6). Sources are the account's own: each gift once. */
export const newUserGrant = (options: Options): readonly Grant[] => [
  { amount: quotaOption(options, 'QuotaForNewUser'), grant: 'new_user', source: 'grant-new-user' as SourceId },
];

/** Option QuotaForInvitee, for who comes with an inviter's code. */
export const inviteeGrant = (options: Options): readonly Grant[] => [
  { amount: quotaOption(options, 'QuotaForInvitee'), grant: 'invitee', source: 'grant-invitee' as SourceId },
];
