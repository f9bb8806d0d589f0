/** What the making of a file says, by language: one that lacks a text does not compile. */
const en = {
  title: (list: string) => `Export: ${list}`,
  saved: (rows: string) => `Saved ${rows} rows as a file`,
  savedOne: 'Saved one row as a file',
  stopped: (list: string) => `The export of ${list} was stopped; no file was saved`,
  broken: 'The file broke off before its end, and was not saved. Try again.',
};

const zh: typeof en = {
  title: (list) => `导出：${list}`,
  saved: (rows) => `已将 ${rows} 行保存为文件`,
  savedOne: '已将 1 行保存为文件',
  stopped: (list) => `“${list}”的导出已停止，未保存文件`,
  broken: '文件在结束前中断，未保存。请重试。',
};

export const fileTexts = { en, zh } as const;
