import { audit } from '../audit/audit.ts';
import { balances } from '../balances/balances.ts';
import { channelUse } from '../channels/channel-use.ts';
import { claims } from '../claims/claims.ts';
import { codes } from '../codes/codes.ts';
import { journal } from '../journal/journal.ts';
import { leases } from '../leases/leases.ts';
import { tills } from '../leases/tills.ts';
import { ledgerEntries } from '../ledger/ledger-entries.ts';
import { lots } from '../lots/lots.ts';
import { logs } from '../logs/logs.ts';
import { periods } from '../periods/period-events.ts';
import { priceBooks } from '../pricebooks/price-books.ts';
import { seals } from '../seals/seals-projection.ts';
import { tasks } from '../tasks/tasks.ts';
import { times } from '../times/times.ts';
import { topUps } from '../topups/top-ups.ts';
import { tokenLimits } from '../tokens/token-limits.ts';
import { tokenUse } from '../tokens/token-use.ts';
import { usage } from '../usage/usage.ts';
import type { Projection } from './projection.ts';

/**
 * Every core projection, in the order in which a batch writes them: all batches touch shared tables in this order, so that two projectors never
 * wait for each other crosswise. The lots need the balances before them, the ledger entries all three, the audit list the price books.
 */
export const CORE_PROJECTIONS: readonly Projection[] = [
  balances,
  tokenUse,
  lots,
  ledgerEntries,
  tokenLimits,
  channelUse,
  logs,
  times,
  usage,
  journal,
  leases,
  tills,
  claims,
  codes,
  topUps,
  tasks,
  priceBooks,
  periods,
  seals,
  audit,
];
