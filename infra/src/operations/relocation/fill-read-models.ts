import { trialBalance } from '@ledgate/projections/queries/trial-balance';
import { rebuild } from '@ledgate/projections/rebuild/rebuild';
import { migrateReadModels } from '@ledgate/projections/schema/generations';
import { LedgersDiffer } from '../ledger-copy/difference.ts';
import type { LedgerSummary } from '../ledger-copy/ledger-summary.ts';
import type { Place } from './place.ts';
import type { Telling } from './steps.ts';

/**
 * Builds the read models of a place anew from its ledger, verified, and compares their trial balance with the ledger's. Throws RebuildRefused or
 * LedgersDiffer.
 */
export async function fillReadModels(
  { pool, store, partitions }: Pick<Place, 'pool' | 'store' | 'partitions'>,
  summary: LedgerSummary,
  say: Telling['say'],
): Promise<void> {
  await migrateReadModels(pool, partitions);
  const told = (facts: object, message: string) => say(`  ${message} ${JSON.stringify(facts)}`);
  await rebuild({ store, pool, partitions, log: { info: told, warn: told, error: told } });
  const { accounts, total } = await trialBalance(pool);
  const [expected, found] = [summary.chart, new Map(accounts.map(({ account, balance }) => [account, balance]))];
  const wrong = [...new Set([...expected.keys(), ...found.keys()])].filter(
    (account) => (expected.get(account) ?? 0n) !== (found.get(account) ?? 0n),
  );
  const differences = wrong.map(
    (account) => `  ${account}: ${expected.get(account) ?? 0n} is expected and is ${found.get(account) ?? 0n}`,
  );
  if (wrong.length > 0 || total !== 0n)
    throw new LedgersDiffer(
      `the trial balance of the read models differs (total ${total}):\n${differences.join('\n')}`,
    );
}
