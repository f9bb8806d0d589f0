/** What a statement says beside what every page has, by language: one that lacks a text does not compile. */
const en = {
  late: 'After its period was closed',
  reopened: (period: string, at: string, reason: string) => `Period ${period} was opened again on ${at}: ${reason}`,
  position: (position: string) => `Up to ledger position ${position}`,
};

const zh: typeof en = {
  late: '账期关闭后入账',
  reopened: (period, at, reason) => `账期 ${period} 于 ${at} 重新打开：${reason}`,
  position: (position) => `截至账本位置 ${position}`,
};

export const statementTexts = { en, zh } as const;
