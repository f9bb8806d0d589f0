/** What the card of the ways says by which somebody signs in, by language. */
const en = {
  what: 'Sign-in methods',
  password: 'Password',
  isSet: 'Set',
  noPassword: 'Not set: you get in by what is bound below.',
  change: 'Change',
  set: 'Set',
  email: 'E-mail',
  unbound: 'Not bound',
  bind: 'Bind',
  unbind: 'Unbind',
  bindOf: (method: string) => `Bind ${method}`,
  unbindOf: (method: string) => `Unbind ${method}`,
  bindTitle: (provider: string) => `Bind ${provider}`,
  bound: (provider: string) => `${provider} is bound to your account`,
  unbindTitle: (method: string) => `Unbind ${method}?`,
  unbindAbout: (provider: string) =>
    `You no longer get into this account by ${provider}. Nothing else of the account changes.`,
  unbindEmailAbout: 'You no longer sign in by this e-mail, and get no mails: no new password, no notices.',
  isUnbound: (method: string) => `${method} is not bound any more`,
};

const zh: typeof en = {
  what: '登录方式',
  password: '密码',
  isSet: '已设置',
  noPassword: '未设置，仅能通过下列绑定方式登录。',
  change: '修改',
  set: '设置',
  email: '邮箱',
  unbound: '未绑定',
  bind: '绑定',
  unbind: '解绑',
  bindOf: (method) => `绑定 ${method}`,
  unbindOf: (method) => `解绑 ${method}`,
  bindTitle: (provider) => `绑定 ${provider}`,
  bound: (provider) => `${provider} 已绑定到您的账户`,
  unbindTitle: (method) => `解绑 ${method}？`,
  unbindAbout: (provider) => `您将无法再通过 ${provider} 登录此账户，账户的其他内容不变。`,
  unbindEmailAbout: '您将无法再通过此邮箱登录，也不会再收到邮件，包括新密码和通知。',
  isUnbound: (method) => `${method} 已解绑`,
};

export const methodsTexts = { en, zh } as const;
