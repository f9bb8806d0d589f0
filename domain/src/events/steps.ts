import { type EventData, type SchemaStep, withMembers } from './schema-step.ts';

const same = (data: EventData): EventData => data;

/** QuotaGranted 2: credits end, and balances are brought in. */
export const grantedStep: SchemaStep = {
  lift: same,
  lower: (data) => (data['grant'] === 'opening' || data['expiresAtMs'] !== undefined ? undefined : data),
};

/** InviteEarningsTransferred 2. Before it a transfer had no source, so nobody repeats one that is written without. */
export const transferredStep: SchemaStep = {
  lift: same,
  lower: ({ source: _source, commission, ...data }) => (commission === undefined ? data : undefined),
};

const isWith = (name: string, entries: unknown): boolean =>
  (entries as readonly EventData[]).some((entry) => entry[name] !== undefined);

/** AccountCheckpointed 2: commission, budgets and those of leases, and the last number of a source that stands in many events. */
export const checkpointedStep: SchemaStep = {
  lift: same,
  lower: (data) =>
    isWith('budgets', data['leases']) || isWith('2', data['sources'])
      ? undefined
      : withMembers(['commission', 'budgets']).lower(data),
};

/** PeriodClosed 2 and PeriodReopened 2: before, a period was a month of UTC, `2026-11`, and nothing else was said of it. */
export const monthStep: SchemaStep = {
  lift: ({ period, ...data }) => {
    const [year = 0, month = 0] = String(period).split('-').map(Number);
    const [start, end] = [Date.UTC(year, month - 1) / 1_000, Date.UTC(year, month) / 1_000];
    return { periodId: null, start, end, zone: 'UTC', ...data };
  },
  lower: ({ periodId, start, end: _end, zone: _zone, ...data }) =>
    periodId === null ? { period: new Date(Number(start) * 1_000).toISOString().slice(0, 7), ...data } : undefined,
};

/** LedgerSealed 2: what was called so before seals nothing. */
export const sealedStep: SchemaStep = {
  lift: (data) => ({ origin: null, ...data }),
  lower: ({ origin, ...data }) => (origin === null ? data : undefined),
};
