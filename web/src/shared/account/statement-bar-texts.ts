/** What the choices, files and sums of a statement are called, by language: one that lacks a text does not compile. */
const en = {
  period: 'Period',
  periodHelp: 'A period is 2026, 2026-11 or 2026-11-28',
  zoneNow: (zone: string) => `Time zone: ${zone}`,
  zoneHelp: 'There is no such time zone',
  show: 'Show',
  groups: { entries: 'Entries', day: 'By day', model: 'By model', token: 'By token' },
  files: 'Save as a file',
  file: { json: 'JSON', csv: 'CSV', html: 'HTML page' },
  day: 'Day',
  model: 'Model',
  token: 'Token',
  requests: 'Requests',
  tokensIn: 'Tokens in',
  tokensOut: 'Tokens out',
  total: 'Total',
  noModel: 'Model unknown',
  noToken: 'Without a token',
  others: 'All others',
  noCharges: 'No charges in this range',
};
export type StatementBarTexts = typeof en;

const zh: StatementBarTexts = {
  period: '账期',
  periodHelp: '账期应为 2026、2026-11 或 2026-11-28',
  zoneNow: (zone) => `时区：${zone}`,
  zoneHelp: '时区不存在',
  show: '显示',
  groups: { entries: '条目', day: '按日', model: '按模型', token: '按令牌' },
  files: '保存为文件',
  file: { json: 'JSON', csv: 'CSV', html: 'HTML 页面' },
  day: '日期',
  model: '模型',
  token: '令牌',
  requests: '请求数',
  tokensIn: '输入 token',
  tokensOut: '输出 token',
  total: '合计',
  noModel: '模型未知',
  noToken: '未使用令牌',
  others: '其他',
  noCharges: '该时间范围内没有消费',
};

export const statementBarTexts = { en, zh } as const;
