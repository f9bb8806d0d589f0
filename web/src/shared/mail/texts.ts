/** What forms say that prove an e-mail, by language. */
const en = {
  code: 'Verification code',
  codeAbout: '6 characters, from the mail, which says for how long it is good.',
  sendCode: 'Send code',
  codeSent: 'Code sent. Look into your mailbox.',
  again: (seconds: number) => `Again in ${seconds} s`,
};

const zh: typeof en = {
  code: '验证码',
  codeAbout: '邮件中的 6 个字符，有效时间见邮件。',
  sendCode: '发送验证码',
  codeSent: '验证码已发送，请查看邮箱。',
  again: (seconds) => `${seconds} 秒后可重发`,
};

export const mailTexts = { en, zh } as const;
