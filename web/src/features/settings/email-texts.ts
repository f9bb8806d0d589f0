/** What the card of one's own e-mail says, by language; apart from the feature's other texts, which are the operator's. */
const en = {
  none: 'You have no e-mail yet.',
  inForce: (email: string) => `In force: ${email}`,
  about: 'A new one holds once you have typed the code that is mailed to it.',
  saved: 'E-mail saved',
};

const zh: typeof en = {
  none: '您尚未设置邮箱。',
  inForce: (email) => `当前邮箱：${email}`,
  about: '输入发送到新邮箱的验证码后，新邮箱即生效。',
  saved: '邮箱已保存',
};

export const emailTexts = { en, zh } as const;
