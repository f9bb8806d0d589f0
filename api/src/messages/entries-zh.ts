import { LAST_LIMIT_VERSION } from '@ledgate/domain/account/deleted-tokens';
import type { EntryTexts, EntryWords } from './entry-words.ts';

const GRANTS: Readonly<Record<string, string>> = {
  new_user: '新用户赠送',
  invitee: '使用邀请码赠送',
  first_user: '初始余额',
};

const because = (reason: string): string => (reason === '' ? '' : `（${reason}）`);

function charge(words: EntryWords): string {
  const { fact } = words;
  const price =
    fact('method') === 'call' ? `按次价格 ${fact('modelPrice')}，分组倍率 ${fact('groupRatio')}` : byTokens(words);
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
  InviteRewardAccrued: ({ quota, fact }) => `邀请用户 ${fact('inviteeId')} 奖励 ${quota('earned')}`,
  InviteEarningsTransferred: ({ amount }) => `邀请收益 ${amount} 划转到余额`,
  QuotaAdjusted: ({ before, after, reason }) => `余额由 ${before} 改为 ${after}${because(reason)}`,
  TokenLimitSet: ({ fact, quota }) => {
    if (fact('version') === String(LAST_LIMIT_VERSION)) return `令牌 ${fact('tokenId')} 已删除`;
    return fact('limit') === ''
      ? `令牌 ${fact('tokenId')} 取消额度限制`
      : `令牌 ${fact('tokenId')} 额度设为 ${quota('limit')}`;
  },
  LeaseGranted: ({ quota }) => `向中继发放租约 ${quota('leased')}`,
  LeaseResized: ({ quota }) => `租约调整为 ${quota('leased')}，已用 ${quota('consumed')}`,
  LeaseSettled: ({ quota }) => `租约结清，已用 ${quota('consumed')}`,
  ConsumptionRecorded: charge,
  ConsumptionRefunded: ({ amount }) => `退还 ${amount}`,
  ConsumptionCorrected: (words) => `中断计费更正：${charge(words)}`,
  LateConsumptionRecorded: charge,
  AccountClosed: () => '账户已注销',
};
