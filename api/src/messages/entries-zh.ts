import { LAST_LIMIT_VERSION } from '@ledgate/domain/account/deleted-tokens';
import type { EntryTexts, EntryWords } from './entry-words.ts';

const GRANTS: Readonly<Record<string, string>> = {
  new_user: '新用户赠送',
  invitee: '使用邀请码赠送',
  first_user: '初始余额',
  opening: '期初转入',
};

const REVERSALS: Readonly<Record<string, string>> = {
  refund: '退款',
  refund_failed: '退款失败、已恢复',
  chargeback: '银行拒付',
  dispute_won: '争议胜诉、已恢复',
};
const MONEY: Readonly<Record<string, string>> = { paid: '充值', promotional: '赠送', adjustment: '管理员设定' };
const WINDOWS: Readonly<Record<string, string>> = { '5h': '5 小时', day: '每天', week: '每周', month: '每月' };

/** With the spaces that a number has in a sentence. */
const tokenOf = ({ token, fact }: EntryWords): string => (token === '' ? `令牌 ${fact('tokenId')} ` : `令牌“${token}”`);
const whose = (words: EntryWords): string => (words.fact('tokenId') === '' ? '账户' : tokenOf(words));
const inviteeOf = ({ invitee, fact }: EntryWords): string => `用户 ${invitee === '' ? fact('inviteeId') : invitee}`;

function because({ reason, fact }: EntryWords): string {
  const said = [reason, fact('reference')].filter((text) => text !== '');
  return said.length === 0 ? '' : `（${said.join('；')}）`;
}

function charge(words: EntryWords): string {
  const { fact } = words;
  const price =
    fact('method') === 'call'
      ? `按次价格 ${fact('modelPrice')}，分组倍率 ${fact('groupRatio')}`
      : fact('method') === 'parts'
        ? `价目表 v${fact('priceBookVersion')}，分组倍率 ${fact('groupRatio')}`
        : byTokens(words);
  return fact('interrupted') === 'true' ? `${price}；请求中断，按策略计费` : price;
}

function byTokens({ fact }: EntryWords): string {
  const audio = fact('audioRatio') === '' ? '' : `音频倍率 ${fact('audioRatio')}、${fact('audioCompletionRatio')}，`;
  return `模型倍率 ${fact('modelRatio')}，补全倍率 ${fact('completionRatio')}，${audio}分组倍率 ${fact('groupRatio')}`;
}

export const entriesZh: EntryTexts = {
  AccountOpened: () => '账户已开立',
  QuotaGranted: ({ fact, amount }) => `${GRANTS[fact('grant')] ?? '赠送'} ${amount}`,
  QuotaToppedUp: ({ amount, fact }) => `充值 ${amount}（订单 ${fact('tradeNo')}）`,
  RedemptionCredited: ({ amount, fact }) => `兑换码 ${fact('codeId')} 充值 ${amount}`,
  QuotaReversed: ({ amount, fact }) => `订单 ${fact('tradeNo')} ${REVERSALS[fact('kind')] ?? '冲销'}：${amount}`,
  CreditExpired: ({ amount, fact }) => `${MONEY[fact('kind')] ?? ''}额度过期 ${amount}`,
  InviteRewardAccrued: (words) => `邀请${inviteeOf(words)} 奖励 ${words.quota('earned')}`,
  CommissionAccrued: (words) => `${inviteeOf(words)} 付款的 ${words.fact('percent')}% 佣金 ${words.quota('earned')}`,
  CommissionReversed: ({ size, fact }) =>
    fact('takenBack').startsWith('-') ? `恢复佣金 ${size('takenBack')}` : `收回佣金 ${size('takenBack')}`,
  InviteEarningsTransferred: ({ amount, quota, fact }) =>
    fact('commission') === ''
      ? `邀请收益 ${amount} 划转到余额`
      : `收益 ${amount} 划转到余额，其中佣金 ${quota('commission')}`,
  QuotaAdjusted: (words) =>
    `${words.fact('reverses') === '' ? '' : '撤销调整：'}余额由 ${words.before} 改为 ${words.after}${because(words)}`,
  TokenLimitSet: (words) => {
    const { fact, quota } = words;
    if (fact('version') === String(LAST_LIMIT_VERSION)) return `${tokenOf(words)}已删除`;
    return fact('limit') === '' ? `${tokenOf(words)}取消额度限制` : `${tokenOf(words)}额度设为 ${quota('limit')}`;
  },
  BudgetSet: (words) => {
    const { fact, quota } = words;
    return fact('limit') === ''
      ? `${whose(words)}的预算已结束`
      : `${whose(words)}的预算设为 ${WINDOWS[fact('window')] ?? fact('window')} ${quota('limit')}`;
  },
  LeaseGranted: ({ quota }) => `向中继发放租约 ${quota('leased')}`,
  LeaseResized: ({ quota }) => `租约调整为 ${quota('leased')}，已用 ${quota('consumed')}`,
  LeaseSettled: ({ quota }) => `租约结清，已用 ${quota('consumed')}`,
  ConsumptionRecorded: charge,
  ConsumptionRefunded: ({ amount, fact }) =>
    fact('requestId') === '' ? `退还 ${amount}` : `退还请求 ${fact('requestId')} 的 ${amount}`,
  ConsumptionCorrected: (words) => `中断计费更正：${charge(words)}`,
  LateConsumptionRecorded: charge,
  SuspenseSettled: ({ quota, fact }) =>
    fact('billId') === ''
      ? `估算计费 ${quota('before')} 按原额确认`
      : `计费 ${quota('before')} 按上游账单改为 ${quota('after')}`,
  ConsumptionRerated: ({ quota }) => `计费 ${quota('before')} 重新计价为 ${quota('after')}`,
  AccountClosed: () => '账户已注销',
};
