/** What the page of the settings says of signing in, by language; what stands in the card comes with it. */
const en = {
  methods: 'Sign-in methods',
  methodsAbout: 'By each of them you get into this account.',
  setPassword: 'Set password',
  close: 'Close account',
};

const zh: typeof en = {
  methods: '登录方式',
  methodsAbout: '以下任一方式均可登录此账户。',
  setPassword: '设置密码',
  close: '注销账户',
};

export const accessTexts = { en, zh } as const;
