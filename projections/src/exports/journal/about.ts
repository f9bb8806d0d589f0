import { accountOfStream } from '@ledgate/domain/account/events';
import type { Recorded } from '@ledgate/domain/events/codec';
import type { Charge } from '@ledgate/domain/till/charge';
import { storedText } from '../../shared/stored-text.ts';

/** What an event goes back to: a charge by its request, a top-up or a commission by its source. */
export type Origin = {
  readonly kind: 'charge' | 'top_up' | 'commission';
  readonly userId: number;
  /** Request id or source; '' where an earlier release did not name it, and then that of the task is meant. */
  readonly reference: string;
  readonly taskId: string;
};

/** Whom and which request an event that posts is about; what of a request it does not say itself is that of its `origin`. */
export type About = {
  readonly userId: number | null;
  readonly tokenId: number | null;
  readonly requestId: string | null;
  readonly channelId: number | null;
  /** As read models keep it. */
  readonly group: string | null;
  /** The billed one, as read models keep it. */
  readonly model: string | null;
  readonly origin: Origin | null;
};

const NOTHING = {
  userId: null,
  tokenId: null,
  requestId: null,
  channelId: null,
  group: null,
  model: null,
  origin: null,
} as const;

const TOP_UP = 'topup-';
const COMMISSION = 'commission-';
const TASK = 'task-';

/** By the event alone. */
export function aboutOf({ event, stream }: Pick<Recorded, 'event' | 'stream'>): About {
  const userId = accountOfStream(stream) ?? null;
  switch (event.type) {
    case 'ConsumptionRecorded':
      return aboutCharge(event.data);
    case 'LateConsumptionRecorded':
      return aboutCharge(event.data.charge);
    case 'ConsumptionCorrected': {
      const { charge } = event.data;
      return { ...aboutCharge(charge), origin: originOf('charge', charge.accountId, charge.requestId) };
    }
    case 'SuspenseSettled':
    case 'ConsumptionRerated':
      return aboutChange(userId, event.data.tokenId, event.data.requestId, '');
    case 'ConsumptionRefunded': {
      const { tokenId, requestId, source } = event.data;
      return aboutChange(userId, tokenId, requestId, source.startsWith(TASK) ? source.slice(TASK.length) : '');
    }
    case 'TaskFailed': {
      const { accountId, tokenId, requestId, taskId } = event.data;
      return aboutChange(accountId, tokenId, requestId, taskId);
    }
    case 'QuotaReversed':
      return { ...NOTHING, userId, origin: originOf('top_up', userId, `${TOP_UP}${event.data.tradeNo}`) };
    case 'TopUpReversed': {
      const { accountId, tradeNo } = event.data;
      return { ...NOTHING, userId: accountId, origin: originOf('top_up', accountId, `${TOP_UP}${tradeNo}`) };
    }
    case 'CommissionReversed': {
      const source = `${COMMISSION}${event.data.orderSource.slice(TOP_UP.length)}`;
      return { ...NOTHING, userId, origin: originOf('commission', userId, source) };
    }
    case 'TopUpPaid':
    case 'CodeRedeemed':
      return { ...NOTHING, userId: event.data.accountId };
    default:
      return { ...NOTHING, userId };
  }
}

const aboutCharge = ({ accountId, tokenId, requestId, channelId, group, modelBilled }: Charge): About => ({
  ...NOTHING,
  userId: accountId,
  tokenId,
  requestId,
  channelId,
  group: storedText(group),
  model: storedText(modelBilled),
});

const aboutChange = (userId: number | null, tokenId: number, requestId: string | undefined, taskId: string): About => ({
  ...NOTHING,
  userId,
  tokenId,
  requestId: requestId ?? null,
  origin: originOf('charge', userId, requestId ?? '', taskId),
});

const originOf = (kind: Origin['kind'], userId: number | null, reference: string, taskId = ''): Origin | null =>
  userId === null || (reference === '' && taskId === '') ? null : { kind, userId, reference, taskId };
