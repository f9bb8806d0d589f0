import type { Language } from '@ledgate/domain/catalogue/language';
import type { DueNotice, NoticeFacts, NoticeKind } from '@ledgate/projections/directory/notices/notices';
import type { AmountText } from './amount-text.ts';

/** What the words of a notice are made with. `serverAddress`: without a slash at its end, '' where the operator has set none. */
type Around = { readonly systemName: string; readonly serverAddress: string; readonly amount: AmountText };

type Words = { readonly subject: string; readonly paragraphs: readonly string[] };
type Texts = { readonly [Kind in NoticeKind]: (facts: NoticeFacts[Kind], around: Around) => Words };

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    low_balance: ({ balance }, { serverAddress, amount }) => ({
      subject: 'Your balance is low',
      paragraphs: [
        `Your balance is ${amount(balance)}. Calls are refused once it does not cover them.`,
        ...linked('Top up here:', serverAddress, '/topup'),
      ],
    }),
    channel_disabled: ({ channelId, channel, reason }, { serverAddress }) => ({
      subject: `Channel ${channel} was disabled`,
      paragraphs: [
        `Channel ${channel} (#${channelId}) was disabled by itself: ${reason}`,
        'It is asked no more until somebody enables it, or a test of it succeeds where the settings say so.',
        ...linked('Channels:', serverAddress, '/channel'),
      ],
    }),
    channels_tested: ({ total, failed, disabled, enabled }, { serverAddress }) => ({
      subject: failed === 0 ? 'All channels passed their test' : `${failed} of ${total} channel tests failed`,
      paragraphs: [
        `The test of all channels is over: ${total} tests, ${failed} failed. Disabled by it: ${disabled}. Enabled again: ${enabled}.`,
        ...linked('Channels:', serverAddress, '/channel'),
      ],
    }),
  },
  zh: {
    low_balance: ({ balance }, { serverAddress, amount }) => ({
      subject: '余额不足',
      paragraphs: [
        `您的余额为 ${amount(balance)}。余额不足以支付时，请求将被拒绝。`,
        ...linked('充值：', serverAddress, '/topup'),
      ],
    }),
    channel_disabled: ({ channelId, channel, reason }, { serverAddress }) => ({
      subject: `渠道 ${channel} 已被禁用`,
      paragraphs: [
        `渠道 ${channel}（#${channelId}）已自动禁用：${reason}`,
        '在重新启用之前，或设置允许且测试成功之前，不再向其发送请求。',
        ...linked('渠道：', serverAddress, '/channel'),
      ],
    }),
    channels_tested: ({ total, failed, disabled, enabled }, { serverAddress }) => ({
      subject: failed === 0 ? '全部渠道均已通过测试' : `${total} 项渠道测试中有 ${failed} 项失败`,
      paragraphs: [
        `全部渠道的测试已结束：共 ${total} 项，失败 ${failed} 项。因此禁用 ${disabled} 个，重新启用 ${enabled} 个。`,
        ...linked('渠道：', serverAddress, '/channel'),
      ],
    }),
  },
};

const LANGUAGES = ['en', 'zh'] as const;

/** Nobody has asked for it, so nobody has said in which language: it is told in both. */
export function noticeMail(notice: DueNotice, around: Around): { readonly subject: string; readonly text: string } {
  const told = LANGUAGES.map((language) => wordsOf(TEXTS[language], notice, around));
  const subject = told.map((words) => words.subject).join(' · ');
  return {
    subject: `${around.systemName}: ${subject}`,
    text: told.map(({ paragraphs }) => paragraphs.join('\n\n')).join('\n\n---\n\n'),
  };
}

function wordsOf(texts: Texts, notice: DueNotice, around: Around): Words {
  switch (notice.kind) {
    case 'low_balance':
      return texts.low_balance(notice.facts, around);
    case 'channel_disabled':
      return texts.channel_disabled(notice.facts, around);
    case 'channels_tested':
      return texts.channels_tested(notice.facts, around);
  }
}

const linked = (words: string, serverAddress: string, path: string): readonly string[] =>
  serverAddress === '' ? [] : [`${words} ${serverAddress}${path}`];
