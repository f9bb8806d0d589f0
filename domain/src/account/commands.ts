import type { CodeId, LeaseId, RequestId, SourceId, TillId, TokenId, UserId } from '../shared/ids.ts';
import type { Quota } from '../shared/quota.ts';
import type { ByToken } from '../shared/schemas.ts';
import type { Charge } from '../till/charge.ts';
import type { ChargeChange } from './charge-changes.ts';
import type { AccountEventOf } from './events.ts';

/** What a lease has consumed since its beginning, acknowledged by its till. */
type Report = { readonly leaseId: LeaseId; readonly consumed: Quota; readonly byToken: ByToken };

/**
 * When a command's source came into the world, in Unix milliseconds by the clock of the machine that made it; never later than that, and the same
 * for every repetition. A command that does not say it is right too, and may have to read the account's whole stream.
 */
type Born = { readonly sourceBornMs?: number };

/** Every command to an account. Amounts are quota units; `nowMs` is Unix milliseconds. */
export type AccountCommand =
  | {
      readonly type: 'OpenAccount';
      readonly userId: UserId;
      readonly grants: readonly AccountEventOf<'QuotaGranted'>['data'][];
    }
  | (Born & { readonly type: 'TopUp'; readonly topUp: AccountEventOf<'QuotaToppedUp'>['data'] })
  | (Born & {
      readonly type: 'CreditRedemption';
      readonly amount: Quota;
      readonly codeId: CodeId;
      readonly source: SourceId;
      /** The first where it is left out: earlier releases knew no other. */
      readonly use?: number;
      readonly sale?: AccountEventOf<'RedemptionCredited'>['data']['sale'];
      /** When the credit ends: Unix milliseconds. */
      readonly expiresAtMs?: number | undefined;
    })
  | (Born & {
      readonly type: 'AccrueInviteReward';
      readonly amount: Quota;
      readonly inviteeId: UserId;
      readonly source: SourceId;
    })
  /** With a `source` it does nothing the second time. */
  | (Born & {
      readonly type: 'TransferEarnings';
      readonly amount: Quota;
      readonly minimum: Quota;
      readonly source?: SourceId;
    })
  /** With a `source` it does nothing the second time. `absolute`: the number that a SetBalance had come to its delta by. */
  | (Born & {
      readonly type: 'AdjustQuota';
      readonly delta: Quota;
      readonly actorId: UserId;
      readonly reason: string;
      readonly source?: SourceId;
      readonly absolute?: AccountEventOf<'QuotaAdjusted'>['data']['absolute'];
    })
  /**
   * Sets the balance to a number, given the till charges of the read model's snapshot (docs/ledger.md#numbers-that-are-set). With a `source` it does nothing
   * the second time. It must not wait: what is credited before its append is lost in the number. What waits is the AdjustQuota that was decided.
   */
  | (Born & {
      readonly type: 'SetBalance';
      readonly balance: Quota;
      readonly tillCharges: Quota;
      readonly actorId: UserId;
      readonly reason: string;
      readonly source?: SourceId;
    })
  | {
      readonly type: 'SetTokenLimit';
      readonly tokenId: TokenId;
      readonly limit: Quota | null;
      readonly version: number;
    }
  /**
   * `need` must be covered; up to `want` (at least `need`) is given while much is left. `tokenId` null: shared by tokens without a limit;
   * otherwise `tokenVersion` is the version of the limit in the directory, which the stream must have reached.
   */
  | {
      readonly type: 'GrantLease';
      readonly leaseId: LeaseId;
      readonly tillId: TillId;
      readonly need: Quota;
      readonly want: Quota;
      readonly tokenId: TokenId | null;
      readonly tokenVersion: number;
    }
  /** Raises by at least `need`, by up to `want` while much is left, above the amount or what was consumed, whichever is larger. */
  | { readonly type: 'RaiseLease'; readonly report: Report; readonly need: Quota; readonly want: Quota }
  /** Sets the amount to `amount`, which what was consumed and reserved already requires: never refused for want of quota. */
  | { readonly type: 'CoverLease'; readonly report: Report; readonly amount: Quota }
  /** Gives back what is above `amount`. */
  | { readonly type: 'LowerLease'; readonly report: Report; readonly amount: Quota }
  | { readonly type: 'SettleLease'; readonly report: Report }
  | (Born & {
      readonly type: 'RefundConsumption';
      readonly amount: Quota;
      readonly tokenId: TokenId;
      readonly source: SourceId;
      /** Whose charge is given back. */
      readonly requestId?: RequestId | undefined;
    })
  /**
   * Of these two the source is the request, born when it arrived (`charge.arrivedAtMs`). `delta` is to what the fence has charged; `changed` says what the
   * account's stream has made of that since, and is found by whoever carries the command out (account-stream.ts).
   */
  | {
      readonly type: 'CorrectConsumption';
      readonly delta: Quota;
      readonly charge: Charge;
      readonly source: SourceId;
      readonly changed?: ChargeChange;
    }
  | { readonly type: 'RecordLateConsumption'; readonly charge: Charge; readonly source: SourceId }
  | { readonly type: 'CloseAccount'; readonly actorId: UserId }
  | { readonly type: 'CheckpointAccount'; readonly nowMs: number };

export type AccountCommandOf<Type extends AccountCommand['type']> = Extract<AccountCommand, { type: Type }>;
