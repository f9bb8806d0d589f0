const s = (count: number): string => (count === 1 ? '' : 's');

/** What the list says of balances, and of what is done to all channels, by language: one that lacks a text does not compile. */
const en = {
  all: 'all channels',
  testAll: 'Test all',
  updateAll: 'Update balances',
  updated: (count: number) => `${count} balance${s(count)} updated`,
  notUpdated: (count: number, first: string) => `${count} failed: ${first}`,
  disabled: (names: string) => `disabled, since nothing is left: ${names}`,
  noneHasBalance: 'No enabled channel tells a balance.',
  balance: 'Balance',
  ask: 'Ask',
  askOf: (name: string) => `Ask for the balance of ${name}`,
  balanceOf: (name: string, amount: string) => `Balance of ${name}: ${amount}. Ask again`,
  askedAt: (when: string) => `Asked ${when}`,
  balanceIs: (name: string, amount: string) => `${name}: ${amount} left`,
  notAsked: (name: string, message: string) => `${name}: ${message}`,
};

const zh: typeof en = {
  all: '全部渠道',
  testAll: '测试全部',
  updateAll: '更新余额',
  updated: (count) => `已更新 ${count} 个余额`,
  notUpdated: (count, first) => `${count} 个失败：${first}`,
  disabled: (names) => `余额已用尽而禁用：${names}`,
  noneHasBalance: '没有已启用的渠道提供余额。',
  balance: '余额',
  ask: '查询',
  askOf: (name) => `查询 ${name} 的余额`,
  balanceOf: (name, amount) => `${name} 的余额：${amount}。重新查询`,
  askedAt: (when) => `查询于 ${when}`,
  balanceIs: (name, amount) => `${name}：剩余 ${amount}`,
  notAsked: (name, message) => `${name}：${message}`,
};

export const channelTexts = { en, zh } as const;
export type ChannelTexts = typeof en;
