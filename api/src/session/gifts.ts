import type { AccountEventOf } from '@ledgate/domain/account/events';
import type { OptionValues } from '@ledgate/domain/options/values';
import type { SourceId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';

type Grant = AccountEventOf<'QuotaGranted'>['data'];

/** Option QuotaForNewUser (docs/billing.md#gifts). Sources are the account's own: each gift once. */
export const newUserGrant = ({ QuotaForNewUser }: OptionValues): readonly Grant[] => [
  { amount: quota(QuotaForNewUser), grant: 'new_user', source: 'grant-new-user' as SourceId },
];

/** Option QuotaForInvitee, for who comes with an inviter's code. */
export const inviteeGrant = ({ QuotaForInvitee }: OptionValues): readonly Grant[] => [
  { amount: quota(QuotaForInvitee), grant: 'invitee', source: 'grant-invitee' as SourceId },
];
