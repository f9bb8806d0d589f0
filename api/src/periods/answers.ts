import { usernamesOf } from '@ledgate/projections/directory/users/list';
import type { BookedPeriod } from '@ledgate/projections/periods/period-book';
import { lastPositions } from '@ledgate/projections/periods/period-cut';
import { knownHead } from '@ledgate/projections/queries/head';
import { keptBundle } from '@ledgate/projections/periods/remake-bundle';
import type { PeriodAnswer } from '../contract/finance-period.ts';
import type { ApiPorts } from '../ports.ts';

/** In the order in which they are given. */
export async function periodAnswers(
  { db, settings }: Pick<ApiPorts, 'db' | 'settings'>,
  periods: readonly BookedPeriod[],
): Promise<PeriodAnswer[]> {
  const ends = [...new Set(periods.map(({ end }) => end))].sort((one, other) => one - other);
  const { position: known } = await knownHead(db);
  const last = await lastPositions(db, ends);
  const positions = new Map(ends.map((end, at) => [end, last[at]]));
  const names = await usernamesOf(db, [...new Set(periods.map(({ ended }) => ended.event.data.actorId))]);
  return Promise.all(
    periods.map(async (period): Promise<PeriodAnswer> => {
      const { periodId, revision, status, start, end, zone, ended, closed, reopened } = period;
      const { actorId } = ended.event.data;
      const kept = await keptBundle(settings.exportDir, period);
      return {
        id: periodId,
        revision,
        status: status === 'ended' ? 'closing' : status,
        start,
        end,
        zone,
        first_index: closed?.firstIndex ?? null,
        size: closed?.size ?? null,
        // Before the read models have its close they may not know its last event either.
        position: closed === undefined || known < closed.closedPosition ? null : (positions.get(end) ?? null),
        totals: closed === undefined ? null : totalsOf(closed.totals),
        manifest_sha256: closed?.manifestSha256 ?? null,
        late: closed?.late ?? [],
        closed_at: closed === undefined ? null : secondsOf(closed.closedAtMs),
        begun_at: secondsOf(ended.atMs),
        actor_id: actorId,
        actor_name: names.get(actorId) ?? '',
        reopen_reason: reopened?.reason ?? null,
        reopened_at: reopened === undefined ? null : secondsOf(reopened.atMs),
        bundle_bytes: kept?.bytes ?? null,
      };
    }),
  );
}

const secondsOf = (atMs: number): number => Math.floor(atMs / 1_000);

const totalsOf = ({
  events,
  charges,
  chargeUnits,
  creditUnits,
}: NonNullable<BookedPeriod['closed']>['totals']): NonNullable<PeriodAnswer['totals']> => ({
  events,
  charges,
  charge_units: chargeUnits,
  credit_units: creditUnits,
});
