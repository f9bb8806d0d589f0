import { type BalanceQuestion, channelTypeOf } from '@ledgate/domain/channel/channel-types';
import type { ChannelRow } from '@ledgate/projections/directory/rows';
import { z } from 'zod';
import { askService, OutsideFailure } from '../http/ask-service.ts';
import type { Problem } from '../http/problem.ts';
import { BALANCE_TIMEOUT_MS } from '../limits.ts';
import type { AskUpstream } from '../ports.ts';
import { proxyIn } from './proxy-in.ts';

/** Beyond it a balance is none. */
const BALANCE_MAX = 1_000_000_000_000;
/** Units of the currency that are kept. */
const DIGITS = 1_000_000;
/** Days whose use is asked for where no bill comes each month. */
const PREPAID_DAYS = 100;
const DAY_MS = 86_400_000;

const amount = z.number().min(-BALANCE_MAX).max(BALANCE_MAX);
const amountText = z.union([
  amount,
  z
    .string()
    .regex(/^-?\d{1,13}(\.\d{1,12})?$/)
    .transform(Number)
    .pipe(amount),
]);

const subscription = z.object({ hard_limit_usd: amount, has_payment_method: z.boolean().nullish() });
const usage = z.object({ total_usage: amount });
const userInfo = z.object({ code: z.literal(20_000), data: z.object({ totalBalance: amountText }) });
const userBalance = z.object({
  balance_infos: z.array(z.object({ currency: z.string(), total_balance: amountText })).max(20),
});

type Ask = (path: string) => Promise<unknown>;

const WAYS: Readonly<Record<BalanceQuestion['way'], (ask: Ask, nowMs: number) => Promise<number>>> = {
  openaiBilling: async (ask, nowMs) => {
    const { hard_limit_usd: limit, has_payment_method: isBilled } = subscription.parse(
      await ask('/v1/dashboard/billing/subscription'),
    );
    const today = new Date(nowMs).toISOString().slice(0, 10);
    const from =
      isBilled === true ? `${today.slice(0, 8)}01` : new Date(nowMs - PREPAID_DAYS * DAY_MS).toISOString().slice(0, 10);
    const { total_usage: cents } = usage.parse(
      await ask(`/v1/dashboard/billing/usage?start_date=${from}&end_date=${today}`),
    );
    return limit - cents / 100;
  },
  userInfo: async (ask) => userInfo.parse(await ask('/v1/user/info')).data.totalBalance,
  userBalance: async (ask) => {
    const { balance_infos: infos } = userBalance.parse(await ask('/user/balance'));
    return amount.parse(infos.find(({ currency }) => currency === 'CNY')?.total_balance);
  },
};

export type BalanceAnswer =
  { readonly ok: true; readonly balance: number } | { readonly ok: false; readonly problem: Problem };

/**
 * What a channel's upstream says is left for its key, in the currency that its type counts in (docs/behaviour.md#balances-of-channels): by the way of its
 * calls, 64 KB of each answer, 10 s for all of it. Whatever the upstream does is an answer, which names it and has nothing of the key.
 */
export async function askBalance(
  askUpstream: AskUpstream,
  channel: Pick<ChannelRow, 'type' | 'baseUrl' | 'setting'> & { readonly keys: readonly string[] },
  nowMs: number,
): Promise<BalanceAnswer> {
  const type = channelTypeOf(channel.type);
  if (type?.balance === undefined) return { ok: false, problem: { code: 'channel_balance_unsupported' } };
  const [key] = channel.keys;
  if (key === undefined)
    return { ok: false, problem: { code: 'field_invalid', field: 'key', fault: { rule: 'missing' } } };
  const base = baseOf(channel.baseUrl === '' ? type.defaultBaseUrl : channel.baseUrl, type.addressIsWhole === true);
  const server = URL.canParse(base) ? new URL(base).host : base;
  const untilMs = performance.now() + BALANCE_TIMEOUT_MS;
  const ask: Ask = (path) =>
    askService(
      askUpstream,
      server,
      { url: `${base}${path}`, headers: { Authorization: `Bearer ${key}` } },
      { proxy: proxyIn(channel.setting), timeoutMs: Math.max(1, Math.ceil(untilMs - performance.now())) },
    );
  try {
    const balance = await WAYS[type.balance.way](ask, nowMs);
    return { ok: true, balance: Math.round(balance * DIGITS) / DIGITS };
  } catch (error) {
    return { ok: false, problem: problemOf(error, server) };
  }
}

function problemOf(error: unknown, server: string): Problem {
  if (error instanceof z.ZodError) return { code: 'channel_balance_failed', server, fault: 'unreadable', status: 0 };
  if (!(error instanceof OutsideFailure) || error.problem.code !== 'outside_unreachable') throw error;
  const { fault, status = 0 } = error.problem;
  return { code: 'channel_balance_failed', server, fault, status };
}

/** Without a slash at the end; of an address that is the whole URL of every call what stands before `/v1` and `/chat/completions`. */
function baseOf(address: string, isWhole: boolean): string {
  const base = address.trim().replace(/\/+$/, '');
  return isWhole ? base.replace(/(?:\/v1)?(?:\/chat)?\/completions$|\/v1(?:\/.*)?$/, '') : base;
}
