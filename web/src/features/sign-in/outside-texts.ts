/** What sign-in by an account with a provider says, by language; it comes where the operator has one. */
const en = {
  or: 'or',
  by: (provider: string) => `Sign in with ${provider}`,
  submit: 'Sign in',
  working: (provider: string) => `One moment: ${provider} is asked who you are.`,
  bound: (provider: string) => `${provider} is bound to your account`,
  failedTitle: (provider: string) => `This did not work with ${provider}`,
  nothingTitle: 'Nothing to do here',
  nothing: (provider: string) =>
    `Here ${provider} leads back to once it knows you. What it handed on is good once: begin anew.`,
  toSignIn: 'Back to sign-in',
  toSettings: 'Back to the settings',
};

/** Latin letters stand apart from Chinese ones. */
const spaced = (name: string): string => (/^\w/u.test(name) ? ` ${name} ` : name);

const zh: typeof en = {
  or: '或',
  by: (provider) => `使用${spaced(provider)}登录`,
  submit: '登录',
  working: (provider) => `请稍候，正在向 ${provider} 确认您的身份。`,
  bound: (provider) => `${provider} 已绑定到您的账户`,
  failedTitle: (provider) => `${provider} 未能完成`,
  nothingTitle: '此处无需操作',
  nothing: (provider) => `${provider} 确认身份后会返回此页，所带信息仅可使用一次，请重新开始。`,
  toSignIn: '返回登录',
  toSettings: '返回设置',
};

export const outsideSignInTexts = { en, zh } as const;
