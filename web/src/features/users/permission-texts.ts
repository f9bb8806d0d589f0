const en = {
  permissions: 'Permissions',
  none: '–',
  finance: 'Finance',
  financeAbout: 'Reads users, logs, dashboards, statements and books of everybody; changes nothing.',
  bookkeeping: 'Bookkeeping',
  bookkeepingAbout: 'Reads all that Finance does, and seals the ledger and closes periods too.',
  saved: (name: string) => `Permissions of ${name} saved`,
};

const zh: typeof en = {
  permissions: '权限',
  none: '–',
  finance: '财务',
  financeAbout: '可查看所有人的用户信息、日志、数据看板、对账单和账本；不能作任何更改。',
  bookkeeping: '记账',
  bookkeepingAbout: '可查看“财务”权限的全部内容，并可封存账本和关闭账期。',
  saved: (name) => `已保存 ${name} 的权限`,
};

export const permissionTexts = { en, zh } as const;
