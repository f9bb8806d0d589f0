/** Around a receipt, by language: what stands on the receipt itself is of everybody's texts. */
const en = {
  missing: 'There is no such receipt',
  missingAbout: (id: string) => `Nothing was charged under the request id ${id}, or it is not yours to see.`,
  toLogs: 'To the logs',
  asPage: 'Open as a page',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  ofSession: 'This is a session: each of its answers has a receipt of its own.',
};

const zh: typeof en = {
  missing: '没有这张收据',
  missingAbout: (id) => `请求编号 ${id} 下没有扣费，或您无权查看。`,
  toLogs: '前往日志',
  asPage: '单独打开',
  copyLink: '复制链接',
  linkCopied: '链接已复制',
  ofSession: '这是一个会话：其中每个应答各有收据。',
};

export const receiptTexts = { en, zh } as const;
