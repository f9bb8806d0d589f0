import type { AccountCommand } from './commands.ts';
import { isDeletion } from './deleted-tokens.ts';

/**
 * Whether a command can take away what relays may hold leases on: of the balance, of a token's limit, or of the account itself. After its event
 * stands in the ledger the account's leases are recalled, and only then it counts as done (docs/ledger.md#debits). A balance set to a number
 * counts, whichever way it goes: that is known only where it is decided, and a recall too many costs nothing.
 */
export function takesAway(command: AccountCommand): boolean {
  switch (command.type) {
    case 'AdjustQuota':
      return command.delta < 0;
    case 'SetTokenLimit':
      return command.limit !== null && !isDeletion(command);
    case 'SetBalance':
    case 'CloseAccount':
    case 'CorrectConsumption':
    case 'RecordLateConsumption':
      return true;
    default:
      return false;
  }
}
