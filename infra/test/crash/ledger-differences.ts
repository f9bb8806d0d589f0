import type { Recorded } from '@ledgate/domain/events/codec';
import { redemptionSource } from '@ledgate/domain/redemption/decide';

/**
 * What the ledger itself says of sagas and outbox rows after a crash: each code that was claimed is credited once, with its amount, and none
 * besides; each adjustment stands once, and has its record. Answers what differs.
 */
export function ledgerDifferences(recorded: readonly Recorded[]): readonly string[] {
  const found: string[] = [];
  const events = recorded.map(({ event }) => event);
  const claims = counted(
    events.flatMap(({ type, data }) =>
      type === 'CodeRedeemed' ? [`${redemptionSource(data.codeId, data.use)} over ${data.amount}`] : [],
    ),
  );
  const credits = counted(
    events.flatMap(({ type, data }) => (type === 'RedemptionCredited' ? [`${data.source} over ${data.amount}`] : [])),
  );
  for (const claim of new Set([...claims.keys(), ...credits.keys()])) {
    if (claims.get(claim) !== 1 || credits.get(claim) !== 1)
      found.push(`${claim}: claimed ${claims.get(claim) ?? 0} times, credited ${credits.get(claim) ?? 0} times`);
  }

  const adjustments = counted(
    events.flatMap(({ type, data }) =>
      type === 'QuotaAdjusted' ? [`${data.source ?? 'no source'} by ${data.delta}`] : [],
    ),
  );
  for (const [adjustment, times] of adjustments) if (times !== 1) found.push(`${adjustment}: adjusted ${times} times`);
  const records = events.filter(
    ({ type, data }) => type === 'AdministrationRecorded' && data.action === 'user.adjust',
  ).length;
  const adjusted = [...adjustments.values()].reduce((sum, times) => sum + times, 0);
  if (records !== adjusted) found.push(`${adjusted} adjustments, ${records} records of them`);
  return found;
}

function counted(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
