import { CHANNEL_STATUS } from '@ledgate/domain/catalogue/statuses';
import { channelTypeOf } from '@ledgate/domain/channel/channel-types';
import type { Language } from '@ledgate/domain/catalogue/language';
import { allChannelsWithKeys, findChannelWithKeys } from '@ledgate/projections/directory/channels/find';
import { noteBalance } from '@ledgate/projections/directory/channels/update';
import type { ChannelRow } from '@ledgate/projections/directory/rows';
import type { channelRoutes } from '../contract/channel.ts';
import { done, DONE, refused } from '../http/answer.ts';
import { boundedCalls } from '../http/bounded-calls.ts';
import type { Handlers } from '../http/call.ts';
import type { Problem } from '../http/problem.ts';
import { BALANCES_ASKED_AT_ONCE, BALANCES_ASKED_MAX, BALANCES_FAILED_TOLD_MAX, PROVIDER_CALLS_MAX } from '../limits.ts';
import { problemText } from '../messages/texts.ts';
import type { ApiPorts } from '../ports.ts';
import { askBalance, type BalanceAnswer } from './ask-balance.ts';
import { runStarted } from './run-started.ts';
import { spent } from './test-all.ts';

const USED_UP = 'the balance is used up';

const failed = (problem: Problem, balance: number) => ({ ...refused(problem), beside: { balance } });

/** What is left at the upstreams of channels (docs/behaviour.md#balances-of-channels). */
export function balanceHandlers(
  ports: ApiPorts,
): Pick<Handlers<typeof channelRoutes>, 'updateBalance' | 'updateBalances'> {
  const ask = boundedCalls(ports.askUpstream, PROVIDER_CALLS_MAX);
  return {
    updateBalance: async ({ params }) => {
      const channel = await findChannelWithKeys(ports.db, ports.directoryKeys, params.id);
      if (channel === undefined) return failed({ code: 'channel_missing' }, 0);
      const answer = await updated(ports, ask, channel);
      return answer.ok ? { ...DONE, beside: { balance: answer.balance } } : failed(answer.problem, channel.balanceUsd);
    },

    updateBalances: async (call) => {
      const { caller, requestId, language } = call;
      const items = async () =>
        (await allChannelsWithKeys(ports.db, ports.directoryKeys))
          .filter(hasBalance)
          .slice(0, BALANCES_ASKED_MAX)
          .map(({ id }) => id);
      const found: Found = { failures: [], disabled: [] };
      const begun = await ports.channelRuns.begin({
        kind: 'balances',
        askedBy: caller.id,
        items,
        administration: runStarted(call, 'balances'),
        atOnce: BALANCES_ASKED_AT_ONCE,
        pauseMs: 0,
        each: (id) => updateOne(ports, ask, id, { requestId, language }, found),
      });
      if (begun === undefined) return refused({ code: 'channel_balances_running' });
      const { done: asked, failed: count } = await begun.ended;
      return done({ asked, failed: count, failures: found.failures, disabled: found.disabled });
    },
  };
}

type Found = {
  readonly failures: { id: number; name: string; error: string }[];
  readonly disabled: { id: number; name: string }[];
};

const hasBalance = ({ type, status }: ChannelRow): boolean =>
  status === CHANNEL_STATUS.enabled && channelTypeOf(type)?.balance !== undefined;

/** One of all: as it is by now. One whose balance is used up is disabled, unless it never is by itself. */
async function updateOne(
  ports: ApiPorts,
  ask: ApiPorts['askUpstream'],
  id: number,
  { requestId, language }: { readonly requestId: string; readonly language: Language },
  found: Found,
): Promise<boolean> {
  const channel = await findChannelWithKeys(ports.db, ports.directoryKeys, id);
  if (channel === undefined || !hasBalance(channel)) return true;
  const answer = await updated(ports, ask, channel);
  const { name } = channel;
  if (!answer.ok) {
    if (found.failures.length < BALANCES_FAILED_TOLD_MAX)
      found.failures.push({ id, name, error: problemText(answer.problem, language) });
    return false;
  }
  if (answer.balance > 0 || channel.autoBan !== 1) return true;
  const finding = { actorId: null, process: 'api', requestId, reason: USED_UP };
  if (await spent(ports, channel, finding)) found.disabled.push({ id, name });
  return true;
}

async function updated(
  ports: ApiPorts,
  ask: ApiPorts['askUpstream'],
  channel: Parameters<typeof askBalance>[1] & Pick<ChannelRow, 'id'>,
): Promise<BalanceAnswer> {
  const answer = await askBalance(ask, channel, ports.clock.nowMs());
  if (answer.ok) await noteBalance(ports.db, channel.id, answer.balance, Math.floor(ports.clock.nowMs() / 1_000));
  return answer;
}
