import type { AccountCommand } from '@ledgate/domain/account/commands';
import type { EventContext } from '@ledgate/domain/events/codec';
import type { EventToAppend } from '@ledgate/domain/ports/event-store';
import type { SourceId, UserId } from '@ledgate/domain/shared/ids';

/**
 * Account commands that do nothing the second time: by version, by source or by status. Only such a command may be repeated after a crash. No
 * SetBalance: what is credited while a row waits must not be lost in a number that was set before.
 */
export type RepeatableAccountCommand =
  | Extract<
      AccountCommand,
      { type: 'OpenAccount' | 'SetTokenLimit' | 'CloseAccount' | 'AccrueInviteReward' | 'CreditRedemption' }
    >
  | (Extract<AccountCommand, { type: 'AdjustQuota' }> & { readonly source: SourceId });

/**
 * What a change of the directory owes to the ledger.
 *
 * - `account`: a command for the real decider, so that an older TokenLimitSet is a no-op. OpenAccount is appended at NO_STREAM without a
 *   look at the stream, so that its repetition is answered as the first one.
 * - `events`: ready events for any other stream. `creates`: they are its first ones, at NO_STREAM; otherwise at its end, which the row notes
 *   before each append.
 */
export type OutboxEntry =
  | {
      readonly kind: 'account';
      readonly userId: UserId;
      readonly command: RepeatableAccountCommand;
      readonly context: EventContext;
    }
  | {
      readonly kind: 'events';
      readonly stream: string;
      readonly creates: boolean;
      readonly events: readonly EventToAppend[];
    };
