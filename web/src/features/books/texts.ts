import type { Finding } from '@ledgate/api/contract/ledger';
import { formatCount } from '../../shared/money/quota-format.ts';

type What = { readonly finding: Finding; readonly account: string };

const at = (position: number | null): string => (position === null ? '' : formatCount(position));

/** What a difference in the books is of, by what was compared; `account` is the account's name in words. */
type Whats = Readonly<Record<Finding['scope'], (what: What) => string>>;

/** By name; by number who is not known any more. */
const userOf = ({ username, user_id: user }: Finding): string => username || String(user ?? '');

const whatEn: Whats = {
  event: ({ finding: { id, position } }) => (position === null ? `Event ${id}` : `Event at position ${at(position)}`),
  stream: ({ finding: { id } }) => `Stream ${id}`,
  account: ({ finding }) => (finding.user_id === null ? `Account ${finding.id}` : `Account of user ${userOf(finding)}`),
  till: ({ finding: { id } }) => `Till ${id}`,
  lease: ({ finding: { id } }) => `Lease ${id}`,
  balance: ({ finding }) => (finding.user_id === null ? 'All that was used' : `Balance of user ${userOf(finding)}`),
  token: ({ finding }) => `Use of token ${finding.token_name || (finding.token_id ?? '')}`,
  channel: ({ finding }) => `Use of channel ${finding.channel_name || (finding.channel_id ?? '')}`,
  log_row: ({ finding }) =>
    finding.position === null
      ? finding.user_id === null
        ? 'All rows of the log'
        : `Counted rows of the log of user ${userOf(finding)}`
      : `Row of the log at position ${at(finding.position)}${finding.user_id === null ? '' : ` of user ${userOf(finding)}`}`,
  bucket: ({ finding }) =>
    finding.user_id === null ? 'Dashboard figures of all users' : `Dashboard figures of user ${userOf(finding)}`,
  time: () => 'Where in the ledger a time begins',
  ledger_entry: ({ finding }) =>
    finding.position === null
      ? `Charges of request ${finding.request_id}`
      : `Ledger entry at position ${at(finding.position)}${finding.user_id === null ? '' : ` of user ${userOf(finding)}`}`,
  journal_entry: ({ finding: { position }, account }) => `Posting at position ${at(position)}: ${account}`,
  journal_account: ({ finding: { id }, account }) => `Sum of the account: ${account === '' ? id : account}`,
  trial_balance: ({ finding: { position } }) =>
    position === null ? 'Trial balance' : `Postings of the event at position ${at(position)}`,
  claim: ({ finding: { id } }) => `Credit ${id}`,
  code: ({ finding: { code_id: code } }) => `Redemption code ${code ?? ''}`,
  order: ({ finding: { id } }) => `Payment order ${id}`,
  task: ({ finding: { id } }) => `Task ${id}`,
  price_book: ({ finding: { id } }) => `Price book, ${id}`,
  audit_record: ({ finding: { id } }) => `Audit record, ${id}`,
  cleaning: () => 'Up to when the log was cleaned',
  seal: ({ finding: { id } }) => `Seal of the ledger, ${id}`,
  period: ({ finding: { id } }) => `Close of period ${id}`,
  checkpoint: ({ finding: { id } }) => `How far read models are, ${id}`,
};

const whatZh: Whats = {
  event: ({ finding: { id, position } }) => (position === null ? `事件 ${id}` : `位置 ${at(position)} 的事件`),
  stream: ({ finding: { id } }) => `事件流 ${id}`,
  account: ({ finding }) => (finding.user_id === null ? `账户 ${finding.id}` : `用户 ${userOf(finding)} 的账户`),
  till: ({ finding: { id } }) => `收银台 ${id}`,
  lease: ({ finding: { id } }) => `租约 ${id}`,
  balance: ({ finding }) => (finding.user_id === null ? '全部已用额度' : `用户 ${userOf(finding)} 的余额`),
  token: ({ finding }) => `令牌 ${finding.token_name || (finding.token_id ?? '')} 的用量`,
  channel: ({ finding }) => `渠道 ${finding.channel_name || (finding.channel_id ?? '')} 的用量`,
  log_row: ({ finding }) =>
    finding.position === null
      ? finding.user_id === null
        ? '全部日志行'
        : `用户 ${userOf(finding)} 的日志行计数`
      : `${finding.user_id === null ? '' : `用户 ${userOf(finding)} `}位置 ${at(finding.position)} 的日志行`,
  bucket: ({ finding }) => (finding.user_id === null ? '全部用户的数据看板' : `用户 ${userOf(finding)} 的数据看板`),
  time: () => '时间在账本中的起点',
  ledger_entry: ({ finding }) =>
    finding.position === null
      ? `请求 ${finding.request_id} 的消费`
      : `${finding.user_id === null ? '' : `用户 ${userOf(finding)} `}位置 ${at(finding.position)} 的账本条目`,
  journal_entry: ({ finding: { position }, account }) => `位置 ${at(position)} 的分录：${account}`,
  journal_account: ({ finding: { id }, account }) => `科目合计：${account === '' ? id : account}`,
  trial_balance: ({ finding: { position } }) => (position === null ? '试算平衡' : `位置 ${at(position)} 的事件的分录`),
  claim: ({ finding: { id } }) => `入账 ${id}`,
  code: ({ finding: { code_id: code } }) => `兑换码 ${code ?? ''}`,
  order: ({ finding: { id } }) => `充值订单 ${id}`,
  task: ({ finding: { id } }) => `任务 ${id}`,
  price_book: ({ finding: { id } }) => `价目表（${id}）`,
  audit_record: ({ finding: { id } }) => `审计记录（${id}）`,
  cleaning: () => '日志清理的截止时间',
  seal: ({ finding: { id } }) => `账本封印 ${id}`,
  period: ({ finding: { id } }) => `账期 ${id} 的关账`,
  checkpoint: ({ finding: { id } }) => `读模型的进度（${id}）`,
};

/** Words that stand where no figure does. What is none of them is shown as the verification wrote it. */
const wordsEn: Readonly<Record<string, string>> = {
  'a row': 'a row',
  'no row': 'no row',
  none: 'none',
  'none: no event says so, or it stands there twice': 'none, or one alone',
  'an event': 'an event',
  'one charge': 'one charge',
  'no difference': 'no difference',
};

const wordsZh: Readonly<Record<string, string>> = {
  'a row': '一行',
  'no row': '没有',
  none: '没有',
  'none: no event says so, or it stands there twice': '没有，或只有一行',
  'an event': '一个事件',
  'one charge': '一笔消费',
  'no difference': '没有差异',
};

/** What this feature says, by language: one that lacks a text does not compile. */
const en = {
  what: whatEn,
  words: wordsEn,
  field: (what: string, field: string) => `${what} (${field})`,
  said: (expected: string, seen: string) => `: ${expected} expected, ${seen} found`,
  more: (amount: string) => `, ${amount} too much.`,
  less: (amount: string) => `, ${amount} too little.`,
  end: '.',
  cureTables: 'The ledger is the truth: npm run rebuild brings the read models back to it.',
  cureLedger:
    'The ledger contradicts itself, which nothing mends by itself: keep a copy, compare it with the last backup, and find out who wrote to it.',
};

const zh: typeof en = {
  what: whatZh,
  words: wordsZh,
  field: (what, field) => `${what}（${field}）`,
  said: (expected, seen) => `：应为 ${expected}，实为 ${seen}`,
  more: (amount) => `，多 ${amount}。`,
  less: (amount) => `，少 ${amount}。`,
  end: '。',
  cureTables: '以账本为准：运行 npm run rebuild 可按账本重建读模型。',
  cureLedger: '账本自相矛盾，不会自行恢复：请保留副本，与最近的备份比对，并查明写入者。',
};

export const booksTexts = { en, zh } as const;
export type BooksTexts = typeof en;
