/** What this feature says, by language: one that lacks a text does not compile. */
const en = {
  title: 'About',
  emptyTitle: 'Nothing has been written here yet',
  emptyAbout: 'The operator of this installation can say here who runs it and how to reach them.',
  write: 'Write it in the settings',
  interface: 'The interface for programs',
};

const zh: typeof en = {
  title: '关于',
  emptyTitle: '这里还没有内容',
  emptyAbout: '本站运营者可以在此说明由谁运营以及如何联系。',
  write: '前往设置填写',
  interface: '接口文档',
};

export const aboutTexts = { en, zh } as const;
