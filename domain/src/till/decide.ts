import { add, ZERO, type Quota } from '../shared/quota.ts';
import { accept, type Decision, nothing, refuse } from '../shared/result.ts';
import { waivedPrice } from '../pricing/reckon.ts';
import type { Usage } from './charge.ts';
import type { InterruptedPolicy, TillCommand } from './commands.ts';
import type { InterruptedCharge, TillEvent, TillEventOf } from './events.ts';
import type { ExistingTill, Till } from './state.ts';

/** Refuses with till_not_open, till_fenced, request_unknown or request_known (docs/ledger.md#tills). */
export function decide(command: TillCommand, till: Till): Decision<TillEvent> {
  if (command.type === 'OpenTill') {
    const { tillId, relayId, nowMs } = command;
    return till.status === 'missing'
      ? accept({ type: 'TillOpened', data: { tillId, relayId, openedAtMs: nowMs } })
      : refuse({ code: 'till_not_open' });
  }
  if (till.status === 'missing') return refuse({ code: 'till_not_open' });
  switch (command.type) {
    case 'CloseTill':
      if (till.status === 'closed') return nothing;
      return till.started.size > 0
        ? refuse({ code: 'request_known' })
        : accept({ type: 'TillClosed', data: totals(till) });
    case 'FenceTill':
      return till.status === 'open'
        ? accept({ type: 'TillFenced', data: { by: command.by, reason: command.reason } })
        : nothing;
    case 'EndInterrupted': {
      if (till.status !== 'fenced') return refuse({ code: 'till_not_open' });
      const started = till.started.get(command.requestId);
      if (started !== undefined) return accept(interruptedEnd(started, command.policy, command.nowMs));
      return till.ended.has(command.requestId) ? nothing : refuse({ code: 'request_unknown' });
    }
  }
}

function totals(till: ExistingTill): TillEventOf<'TillClosed'>['data'] {
  const amounts = [...till.leases.values()].map(({ consumed }) => consumed);
  return { charges: [...till.ended.values()].filter(({ amount }) => amount > 0).length, amount: add(ZERO, ...amounts) };
}

function interruptedEnd(
  started: TillEventOf<'ConsumptionStarted'>['data'],
  policy: InterruptedPolicy,
  nowMs: number,
): TillEvent {
  const { reserved: _reserved, interrupted, ...facts } = started;
  const charge = policy === 'nothing' ? free(interrupted.prompt) : interrupted[policy];
  const durationMs = Math.max(0, nowMs - started.arrivedAtMs);
  return {
    type: 'ConsumptionRecorded',
    data: { ...facts, ...charge, firstTokenMs: null, durationMs, interrupted: true },
  };
}

const NOTHING_USED: Usage = { source: 'interrupted', prompt: 0, completion: 0 };

/** The record stays, so that the request is ended; it costs nothing. */
const free = (charge: InterruptedCharge): InterruptedCharge => ({
  ...charge,
  amount: ZERO as Quota,
  usage: NOTHING_USED,
  price: waivedPrice(charge.price),
});
