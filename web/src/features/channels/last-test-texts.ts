/** What the form says of a channel's last test, by language: one that lacks a text does not compile. */
const en = {
  lastTest: 'Last test',
  passed: 'Passed',
  failed: 'Failed',
  took: 'Took',
  model: 'Model',
  when: 'When',
  why: 'Why',
};

const zh: typeof en = {
  lastTest: '上次测试',
  passed: '通过',
  failed: '失败',
  took: '用时',
  model: '模型',
  when: '时间',
  why: '原因',
};

export const lastTestTexts = { en, zh } as const;
