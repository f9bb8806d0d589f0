/** What is said of runs on the server, by language: one that lacks a text does not compile. */
const en = {
  tests: 'Test all channels',
  balances: 'Update balances',
  testsPassed: (done: string) => `All channels tested, ${done} passed`,
  testsFailed: (failed: string, total: string) => `All channels tested, ${failed} of ${total} failed`,
  balancesUpdated: (done: string) => `All balances updated: ${done}`,
  balancesFailed: (failed: string, total: string) => `All balances asked for, ${failed} of ${total} failed`,
  failed: (count: string) => `${count} failed`,
  stopped: 'Stopped before its end',
  broken: 'Broke off: its server process ended',
  and: '; ',
  channels: 'Show channels',
};

const zh: typeof en = {
  tests: '测试全部渠道',
  balances: '更新余额',
  testsPassed: (done) => `全部渠道已测试，${done} 个通过`,
  testsFailed: (failed, total) => `全部渠道已测试，${total} 个中有 ${failed} 个失败`,
  balancesUpdated: (done) => `全部余额已更新：${done} 个`,
  balancesFailed: (failed, total) => `已查询全部余额，${total} 个中有 ${failed} 个失败`,
  failed: (count) => `${count} 项失败`,
  stopped: '已提前停止',
  broken: '已中断：服务进程已结束',
  and: '；',
  channels: '查看渠道',
};

export const runTexts = { en, zh } as const;
