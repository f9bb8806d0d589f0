import type { SourceId } from '../shared/ids.ts';
import type { AccountCommand } from './commands.ts';
import type { ExistingAccount } from './state.ts';

/**
 * How far the clocks of two machines may be apart, in milliseconds. A source's birth and its credit may be stamped by different machines, so a
 * source counts as possibly forgotten until it is younger by so much than what a checkpoint has left out. A day is far beyond what any time service
 * leaves, and costs little of the SOURCES_KEPT_MS that a checkpoint remembers.
 */
export const CLOCKS_APART_MAX_MS = 24 * 3_600_000;

/** What a command is recognised by when it comes again, and when that came into the world: Unix milliseconds, undefined when nobody knows. */
type Source = { readonly source: SourceId; readonly bornMs: number | undefined };

/** undefined: the command has no source. */
export function sourceOf(command: AccountCommand): Source | undefined {
  switch (command.type) {
    case 'TopUp':
      return { source: command.topUp.source, bornMs: command.sourceBornMs };
    case 'CreditRedemption':
    case 'AccrueInviteReward':
    case 'RefundConsumption':
      return { source: command.source, bornMs: command.sourceBornMs };
    case 'AdjustQuota':
    case 'SetBalance':
    case 'TransferEarnings':
      return command.source === undefined ? undefined : { source: command.source, bornMs: command.sourceBornMs };
    case 'CorrectConsumption':
    case 'RecordLateConsumption':
      return { source: command.source, bornMs: command.charge.arrivedAtMs };
    case 'OpenAccount':
    case 'SetTokenLimit':
    case 'GrantLease':
    case 'RaiseLease':
    case 'CoverLease':
    case 'LowerLease':
    case 'SettleLease':
    case 'CloseAccount':
    case 'CheckpointAccount':
      return undefined;
  }
}

/**
 * Whether the fold may have forgotten that it has seen the command's source: then only the stream can tell. Nothing has a source before it is
 * born, so one that is surely younger than all that was left out is not among it.
 */
export function mayHaveForgotten(account: ExistingAccount, command: AccountCommand): boolean {
  const sourced = sourceOf(command);
  if (sourced === undefined || account.forgottenUntilMs === null || account.sources.has(sourced.source)) return false;
  return sourced.bornMs === undefined || sourced.bornMs <= account.forgottenUntilMs + CLOCKS_APART_MAX_MS;
}
