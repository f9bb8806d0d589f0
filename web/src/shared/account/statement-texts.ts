/** What a statement says beside what every page has, by language: one that lacks a text does not compile. */
const en = {
  late: 'After its period was closed',
  reopened: (period: string, at: string, reason: string) => `Period ${period} was opened again on ${at}: ${reason}`,
  reopenedOld: (at: string, reason: string) => `A period was opened again on ${at}: ${reason}`,
  position: (position: string) => `Up to ledger position ${position}`,
  before: 'Before anything was posted',
  zoneUnknown: (asked: string, shown: string) => `There is no time zone ${asked}: days are those of ${shown}`,
  more: (shown: string) => `${shown} entries are shown: show the next ones`,
};

const zh: typeof en = {
  late: '账期关闭后入账',
  reopened: (period, at, reason) => `账期 ${period} 于 ${at} 重新打开：${reason}`,
  reopenedOld: (at, reason) => `有账期于 ${at} 重新打开：${reason}`,
  position: (position) => `截至账本位置 ${position}`,
  before: '首笔记账之前',
  zoneUnknown: (asked, shown) => `时区 ${asked} 不存在，按 ${shown} 划分日期`,
  more: (shown) => `已显示 ${shown} 个条目：显示后续条目`,
};

export const statementTexts = { en, zh } as const;
