import { unknownEvent } from '../events/written-by-later-release.ts';
import type { RedemptionEvent } from './events.ts';
import { initialRedemption, type Redemption } from './state.ts';

/** Throws when the stream cannot be one that the decider wrote. */
export function evolve(code: Redemption, event: RedemptionEvent): Redemption {
  if (event.type === 'CodeIssued') {
    const { codeId, amount, actorId: _issuedBy, ...terms } = event.data;
    return { status: 'unused', codeId, amount, terms, usedBy: [] };
  }
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
      return { status: 'withdrawn', codeId: code.codeId, amount: event.data.amount };
    case 'CodeExpired':
      return { status: 'expired', codeId: code.codeId, amount: event.data.amount };
    case 'CodeRedeemed': {
      const { amount, accountId } = event.data;
      const usedBy = [...code.usedBy, accountId];
      return usedBy.length < code.terms.usesMax
        ? { ...code, usedBy }
        : { status: 'used', codeId: code.codeId, amount, accountId };
    }
    default:
      return unknownEvent(event);
  }
}

export const fold = (events: readonly RedemptionEvent[], before: Redemption = initialRedemption): Redemption =>
  events.reduce(evolve, before);
