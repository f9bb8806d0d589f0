import type { Recorded } from '@ledgate/domain/events/codec';
import { redemptionSource } from '@ledgate/domain/redemption/decide';

/**
 * What the ledger itself says of sagas and outbox rows after a crash: each code that was claimed is credited once, with its amount, and none
 * besides; each adjustment stands once, and each code that was made, with its record. Answers what differs.
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

  const made = counted(events.flatMap(({ type, data }) => (type === 'CodeIssued' ? [`code-${data.codeId}`] : [])));
  const records = counted(
    events.flatMap(({ type, data }) =>
      type === 'AdministrationRecorded' && data.action === 'redemption.create' ? [data.target] : [],
    ),
  );
  for (const code of new Set([...made.keys(), ...records.keys()]))
    if (made.get(code) !== 1 || records.get(code) !== 1)
      found.push(`${code}: made ${made.get(code) ?? 0} times, recorded ${records.get(code) ?? 0} times`);
  return found;
}

function counted(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
