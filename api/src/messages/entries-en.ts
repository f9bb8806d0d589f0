import { LAST_LIMIT_VERSION } from '@ledgate/domain/account/deleted-tokens';
import type { EntryTexts, EntryWords } from './entry-words.ts';

const GRANTS: Readonly<Record<string, string>> = {
  new_user: 'Gift for a new user',
  invitee: 'Gift for using an invite code',
  first_user: 'First balance',
  opening: 'Balance brought in',
};

/** Money of a top-up that went back, or did not in the end. */
const REVERSALS: Readonly<Record<string, string>> = {
  refund: 'paid back',
  refund_failed: 'could not be paid back',
  chargeback: 'charged back by the bank',
  dispute_won: 'kept after a dispute',
};
const MONEY: Readonly<Record<string, string>> = { paid: 'paid', promotional: 'given', adjustment: 'set' };
const WINDOWS: Readonly<Record<string, string>> = { '5h': '5 hours', day: 'a day', week: 'a week', month: 'a month' };

const tokenOf = ({ token, fact }: EntryWords): string => (token === '' ? fact('tokenId') : `“${token}”`);
const whose = (words: EntryWords): string => (words.fact('tokenId') === '' ? 'the account' : `token ${tokenOf(words)}`);
const inviteeOf = ({ invitee, fact }: EntryWords): string => (invitee === '' ? `user ${fact('inviteeId')}` : invitee);

/** Why, and under which reference of the bookkeeper's. */
function because({ reason, fact }: EntryWords): string {
  const said = [reason, fact('reference')].filter((text) => text !== '');
  return said.length === 0 ? '' : ` (${said.join('; ')})`;
}

function charge(words: EntryWords): string {
  const { fact } = words;
  const price =
    fact('method') === 'call'
      ? `price a call ${fact('modelPrice')}, group ratio ${fact('groupRatio')}`
      : fact('method') === 'parts'
        ? `prices of book ${fact('priceBookVersion')}, group ratio ${fact('groupRatio')}`
        : byTokens(words);
  return fact('interrupted') === 'true' ? `${price}; charged by policy, since the request was interrupted` : price;
}

function byTokens({ fact }: EntryWords): string {
  const audio =
    fact('audioRatio') === '' ? '' : `audio ratios ${fact('audioRatio')} and ${fact('audioCompletionRatio')}, `;
  return `model ratio ${fact('modelRatio')}, completion ratio ${fact('completionRatio')}, ${audio}group ratio ${fact('groupRatio')}`;
}

export const entriesEn: EntryTexts = {
  AccountOpened: () => 'Account opened',
  QuotaGranted: ({ fact, amount }) => `${GRANTS[fact('grant')] ?? 'Gift'}: ${amount}`,
  QuotaToppedUp: ({ amount, fact }) => `Topped up ${amount} (order ${fact('tradeNo')})`,
  RedemptionCredited: ({ amount, fact }) => `Redeemed code ${fact('codeId')} for ${amount}`,
  QuotaReversed: ({ amount, fact }) =>
    `Top-up of order ${fact('tradeNo')} ${REVERSALS[fact('kind')] ?? 'reversed'}: ${amount}`,
  CreditExpired: ({ amount, fact }) => `Expired: ${amount} of what was ${MONEY[fact('kind')] ?? 'credited'}`,
  InviteRewardAccrued: (words) => `Reward for inviting ${inviteeOf(words)}: ${words.quota('earned')}`,
  CommissionAccrued: (words) =>
    `Commission of ${words.fact('percent')} % on what ${inviteeOf(words)} has paid: ${words.quota('earned')}`,
  CommissionReversed: ({ size, fact }) =>
    fact('takenBack').startsWith('-')
      ? `Commission given again: ${size('takenBack')}`
      : `Commission taken back: ${size('takenBack')}`,
  InviteEarningsTransferred: ({ amount, quota, fact }) =>
    fact('commission') === ''
      ? `Moved invite earnings of ${amount} to the balance`
      : `Moved earnings of ${amount} to the balance, ${quota('commission')} of it commission`,
  QuotaAdjusted: (words) =>
    `${words.fact('reverses') === '' ? 'Balance' : 'Adjustment taken back: balance'} changed from ${words.before} to ${words.after}${because(words)}`,
  TokenLimitSet: (words) => {
    const { fact, quota } = words;
    if (fact('version') === String(LAST_LIMIT_VERSION)) return `Token ${tokenOf(words)} deleted`;
    return fact('limit') === ''
      ? `Limit of ${whose(words)} removed`
      : `Limit of ${whose(words)} set to ${quota('limit')}`;
  },
  BudgetSet: (words) => {
    const { fact, quota } = words;
    return fact('limit') === ''
      ? `Budget of ${whose(words)} ended`
      : `Budget of ${whose(words)} set to ${quota('limit')} in ${WINDOWS[fact('window')] ?? fact('window')}`;
  },
  LeaseGranted: ({ quota }) => `Lease of ${quota('leased')} granted to a relay`,
  LeaseResized: ({ quota }) => `Lease resized to ${quota('leased')}, ${quota('consumed')} of it used`,
  LeaseSettled: ({ quota }) => `Lease settled, ${quota('consumed')} used`,
  ConsumptionRecorded: charge,
  ConsumptionRefunded: ({ amount, fact }) =>
    fact('requestId') === '' ? `Refund of ${amount}` : `Refund of ${amount} for request ${fact('requestId')}`,
  ConsumptionCorrected: (words) => `Correction of an interrupted charge: ${charge(words)}`,
  LateConsumptionRecorded: charge,
  SuspenseSettled: ({ quota, fact }) =>
    fact('billId') === ''
      ? `Estimated charge of ${quota('before')} accepted as it stands`
      : `Charge of ${quota('before')} set to ${quota('after')} by the provider's bill`,
  ConsumptionRerated: ({ quota }) => `Charge of ${quota('before')} re-rated to ${quota('after')}`,
  AccountClosed: () => 'Account closed',
};
