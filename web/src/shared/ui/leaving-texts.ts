/** What is asked before something typed is lost, by language: one that lacks a text does not compile. */
const en = {
  title: 'Discard what you typed?',
  about: 'It has not been saved, and it cannot be brought back.',
  stay: 'Keep editing',
  discard: 'Discard',
};

const zh: typeof en = {
  title: '放弃已输入的内容？',
  about: '这些内容尚未保存，放弃后无法恢复。',
  stay: '继续编辑',
  discard: '放弃',
};

export const leavingTexts = { en, zh } as const;
