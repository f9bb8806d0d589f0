import type pg from 'pg';
import { z } from 'zod';
import type { Told } from './told.ts';
import type { LogRow, Receipt } from './told-schemas.ts';

// What this release deliberately tells otherwise of the past, and nothing else (docs/ledger.md#suspense, docs/operations.md, "Upgrades without downtime").

/** A charge whose usage no provider has stated is posted to suspense, where the release before had posted it to revenue. */
export function receiptAsBefore(receipt: Receipt): Receipt {
  const named = { ...receipt, token_name: tokenNameAsBefore(receipt) };
  if (receipt.usage.source === 'provider' || receipt.postings === null) return named;
  const postings = receipt.postings.map((posting) =>
    posting.account === 'suspense' ? { ...posting, account: 'revenue' } : posting,
  );
  return { ...named, postings };
}

/**
 * `other` of a row says who stated the usage; amounts below zero of its sentence have a minus sign, no hyphen, and who was invited is named
 * (docs/billing.md#log-rows).
 */
export function logRowAsBefore(row: LogRow, idOf: ReadonlyMap<string, number>): LogRow {
  const { usage_source: _, ...other } = row.other === '' ? {} : otherOf.parse(JSON.parse(row.other));
  return {
    ...row,
    content: numberedInvitee(row.content, idOf).replaceAll('−', '-'),
    token_name: tokenNameAsBefore(row),
    other: row.other === '' ? '' : JSON.stringify(other),
  };
}

const numberedInvitee = (content: string, idOf: ReadonlyMap<string, number>): string =>
  content.replace(
    /^(Reward for inviting )(.+)(: )|^(邀请用户 )(.+)( 奖励 )/,
    (whole, en: string | undefined, name: string, to: string, zh: string, zhName: string, zhTo: string) => {
      const id = idOf.get(en === undefined ? zhName : name);
      if (id === undefined) return whole;
      return en === undefined ? `${zh}${id}${zhTo}` : `${en}user ${id}${to}`;
    },
  );

/** A call without a token is named by its group (docs/behaviour.md#playground). */
const tokenNameAsBefore = ({ token_id: id, token_name: name }: Pick<LogRow, 'token_id' | 'token_name'>): string =>
  id === 0 && name.startsWith('playground-') ? '' : name;

const otherOf = z.record(z.string(), z.unknown());

type TrialBalance = Told['trialBalances'][number];

/** A charge by policy that was corrected by what the provider stated. Time in Unix seconds. */
export type Correction = { readonly atS: number; readonly before: number; readonly after: number };

/**
 * Suspense is part of the revenue of before. Such a correction takes the whole charge out of it and puts the whole new one into revenue, where the
 * release before had posted the difference alone: both sides are larger by what the two have in common.
 */
export function trialBalanceAsBefore(now: TrialBalance, corrections: readonly Correction[]): TrialBalance {
  const [start, end] = now.range;
  const common = corrections
    .filter(({ atS }) => atS >= start && (end === 0 || atS < end))
    .reduce((sum, { before, after }) => sum + Math.min(before, after), 0);
  const suspense = now.accounts.find(({ account }) => account === 'suspense');
  const accounts = now.accounts
    .filter((line) => line !== suspense)
    .map((line) => {
      if (line.account !== 'revenue' || suspense === undefined) return line;
      return {
        account: line.account,
        opening: line.opening + suspense.opening,
        debits: line.debits + suspense.debits + common,
        credits: line.credits + suspense.credits - common,
        balance: line.balance + suspense.balance,
      };
    });
  return { ...now, accounts };
}

/** Those of the ledger, as the release before wrote them. */
export async function correctionsOf(pool: pg.Pool): Promise<readonly Correction[]> {
  const { rows } = await pool.query<{ data: string; metadata: string }>(
    "select data, metadata from events.events where type = 'ConsumptionCorrected'",
  );
  return rows.flatMap(({ data, metadata }) => {
    const { delta, charge } = corrected.parse(JSON.parse(data));
    if (charge.usage.source !== 'provider') return [];
    const { occurredAt } = z.object({ occurredAt: z.string() }).parse(JSON.parse(metadata));
    return [{ atS: Date.parse(occurredAt) / 1_000, before: charge.amount - delta, after: charge.amount }];
  });
}

const corrected = z.object({
  delta: z.number(),
  charge: z.object({ amount: z.number(), usage: z.object({ source: z.string() }) }),
});
