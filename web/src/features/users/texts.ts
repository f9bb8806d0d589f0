import { ownNamesTitle } from './own-names-title.ts';

/** What this feature says, by language: one that lacks a text does not compile. */
const en = {
  tabs: { facts: 'Overview', statement: 'Statement', ledger: 'Ledger' },
  tabsLabel: 'Parts of this page',
  person: (id: string) => `User #${id}`,
  nobody: 'There is no such user',
  nobodyAbout: 'Check the address in your browser.',
  email: 'E-mail',
  registered: 'Registered',
  invitedBy: 'Invited by',
  earnings: 'Invite earnings',
  pending: 'to be moved',
  limits: 'Limits of his own',
  noLimits: 'None; the settings’ limits hold',
  boundTo: 'Signs in with',
  unbind: 'Unbind',
  unbindOf: (method: string) => `Unbind ${method}`,
  unbindTitle: (method: string, user: string) => `Unbind ${method} from ${user}?`,
  unbindAbout: (provider: string) =>
    `He no longer gets into his account by ${provider}, and can bind it again himself.`,
  unbindEmailAbout: 'He no longer signs in by this e-mail and gets no mails, and can bind it again himself.',
  isUnbound: (method: string, user: string) => `${method} of ${user} is not bound any more`,
  endSessions: 'End all sessions',
  endSessionsTitle: (user: string) => `End all sessions of ${user}?`,
  endSessionsAbout:
    'He is signed out everywhere, at his next call, and can sign in again. His access token stays good.',
  sessionsEnded: (count: number, user: string) =>
    count === 1 ? `1 session of ${user} ended` : `${count} sessions of ${user} ended`,
  none: '–',
  ownTitle: ownNamesTitle.en,
  ownAbout: 'You sign in with your username; the display name is what others are shown.',
  saved: 'Names saved',
};

const zh: typeof en = {
  tabs: { facts: '概览', statement: '对账单', ledger: '账本' },
  tabsLabel: '页面内容',
  person: (id) => `用户 #${id}`,
  nobody: '没有此用户',
  nobodyAbout: '请检查浏览器中的地址。',
  email: '邮箱',
  registered: '注册时间',
  invitedBy: '邀请人',
  earnings: '邀请奖励',
  pending: '待划转',
  limits: '单独的调用限制',
  noLimits: '无，以系统设置为准',
  boundTo: '绑定的登录方式',
  unbind: '解绑',
  unbindOf: (method) => `解绑 ${method}`,
  unbindTitle: (method, user) => `解绑 ${user} 的 ${method}？`,
  unbindAbout: (provider) => `该用户将无法再通过 ${provider} 登录，但可自行重新绑定。`,
  unbindEmailAbout: '该用户将无法再通过此邮箱登录，也不会再收到邮件，但可自行重新绑定。',
  isUnbound: (method, user) => `${user} 的 ${method} 已解绑`,
  endSessions: '结束所有会话',
  endSessionsTitle: (user) => `结束 ${user} 的所有会话？`,
  endSessionsAbout: '该用户将在下一次请求时从所有位置退出登录，之后可重新登录。其访问令牌仍然有效。',
  sessionsEnded: (count, user) => `已结束 ${user} 的 ${count} 个会话`,
  none: '–',
  ownTitle: ownNamesTitle.zh,
  ownAbout: '用户名用于登录，显示名称会展示给他人。',
  saved: '名称已保存',
};

export const usersTexts = { en, zh } as const;
