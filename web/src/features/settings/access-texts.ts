/** What the page of the settings says of signing in, by language; what stands in the card comes with it. */
const en = {
  methods: 'Sign-in methods',
  methodsAbout: 'By each of them you get into this account.',
  manage: 'Bind and unbind',
  noPassword: 'No password',
  providers: { github_id: 'GitHub', linux_do_id: 'LinuxDO', wechat_id: 'WeChat', telegram_id: 'Telegram' },
  setPassword: 'Set password',
  passwordSet: 'Password set',
  oldPassword: 'Password so far',
  sessions: 'Sessions',
  sessionsAbout: 'Where you are signed in. What you do not know, end, and change your password.',
  showSessions: 'Show sessions',
};

const zh: typeof en = {
  methods: '登录方式',
  methodsAbout: '以下任一方式均可登录此账户。',
  manage: '绑定与解绑',
  noPassword: '未设置密码',
  providers: { github_id: 'GitHub', linux_do_id: 'LinuxDO', wechat_id: '微信', telegram_id: 'Telegram' },
  setPassword: '设置密码',
  passwordSet: '密码已设置',
  oldPassword: '当前密码',
  sessions: '登录会话',
  sessionsAbout: '您已登录的位置。如有陌生会话，请结束它并修改密码。',
  showSessions: '查看会话',
};

export const accessTexts = { en, zh } as const;
