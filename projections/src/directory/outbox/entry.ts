import type { AccountCommand } from '@ledgate/domain/account/commands';
import type { EventContext } from '@ledgate/domain/events/codec';
import type { EventToAppend, Revision } from '@ledgate/domain/ports/event-store';
import type { CodeId, SourceId, UserId } from '@ledgate/domain/shared/ids';
import type { Administration } from '../audit/administration.ts';

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
 * - `edited`: what an edit of a code was decided to be, at the revision `at` and nowhere else: whoever finds something else there lets all of the edit be. The
 *   code is renamed once its event stands there, in the transaction that takes the row away.
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
    }
  | {
      readonly kind: 'edited';
      readonly stream: string;
      readonly at: Revision;
      readonly events: readonly EventToAppend[];
      readonly renames: CodeRenaming;
    };

/** Whose act it is, for its record. */
export type CodeRenaming = Pick<Administration, 'actorId' | 'requestId' | 'address'> & {
  readonly codeId: CodeId;
  readonly name: string;
};
