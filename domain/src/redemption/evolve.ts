import { unknownEvent } from '../events/written-by-later-release.ts';
import type { RedemptionEvent } from './events.ts';
import { initialRedemption, type Redemption } from './state.ts';

/** Throws when the stream cannot be one that the decider wrote. */
export function evolve(code: Redemption, event: RedemptionEvent): Redemption {
  if (event.type === 'CodeIssued') return { status: 'unused', codeId: event.data.codeId, amount: event.data.amount };
  if (code.status !== 'unused' && code.status !== 'disabled')
    throw new Error(`${event.type} of a code that is ${code.status}`);
  switch (event.type) {
    case 'CodeEdited':
      return { ...code, amount: event.data.amount };
    case 'CodeDisabled':
      return { ...code, status: 'disabled' };
    case 'CodeEnabled':
      return { ...code, status: 'unused' };
    case 'CodeWithdrawn':
      return { ...code, status: 'withdrawn' };
    case 'CodeExpired':
      return { ...code, status: 'expired', amount: event.data.amount };
    case 'CodeRedeemed':
      return { status: 'used', codeId: code.codeId, amount: event.data.amount, accountId: event.data.accountId };
    default:
      return unknownEvent(event);
  }
}

export const fold = (events: readonly RedemptionEvent[], before: Redemption = initialRedemption): Redemption =>
  events.reduce(evolve, before);
