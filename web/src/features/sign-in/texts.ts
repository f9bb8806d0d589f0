/** What the two pages say by which a new password is made, by language. */
const en = {
  title: 'Reset password',
  about: 'Type the e-mail of your account: a link is mailed to it, by which you make a new password.',
  send: 'Send link',
  sent: (email: string) => `A link was mailed to ${email}. The mail says for how long it is good.`,
  again: (seconds: number) => `Again in ${seconds} s`,
  remembered: 'You know your password?',
  newTitle: 'New password',
  newAbout: (email: string) => `For the account with the e-mail ${email}.`,
  newEffect: 'The password so far is good no more, and all sessions of the account end.',
  make: 'Make a new password',
  made: 'This is your new password. It is shown only here: copy it before you leave the page.',
  copied: 'Password copied',
  badTitle: 'This link is not good any more',
  badAbout: 'A link is good once, for a short time, and only the newest one that was mailed.',
  partTitle: 'This link is not complete',
  partAbout: 'Open the whole link as it stands in the mail, or have a new one sent.',
  newLink: 'Get a new link',
};

const zh: typeof en = {
  title: '重置密码',
  about: '请输入账户的邮箱，我们会发送一个用于设置新密码的链接。',
  send: '发送链接',
  sent: (email) => `链接已发送至 ${email}，有效时间见邮件。`,
  again: (seconds) => `${seconds} 秒后可重发`,
  remembered: '想起密码了？',
  newTitle: '新密码',
  newAbout: (email) => `用于邮箱为 ${email} 的账户。`,
  newEffect: '原密码将失效，该账户的所有登录都会退出。',
  make: '生成新密码',
  made: '这是您的新密码，仅在此处显示，请在离开本页前复制。',
  copied: '密码已复制',
  badTitle: '此链接已失效',
  badAbout: '链接仅可使用一次，短时间内有效，且只有最近发送的链接有效。',
  partTitle: '此链接不完整',
  partAbout: '请打开邮件中的完整链接，或重新获取链接。',
  newLink: '重新获取链接',
};

export const resetTexts = { en, zh } as const;
