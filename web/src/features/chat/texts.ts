/** What this feature says, by language: one that lacks a text does not compile. */
const en = {
  title: 'Chat',
  noneTitle: 'No chat is configured',
  noneAbout: 'Please contact the administrator to configure a chat link.',
  noneAboutOfAdmins: 'Chats are offered by the option Chats of this installation.',
  configure: 'Configure one in the settings',
  wrongTitle: 'The chat link is wrong',
  wrongAbout: 'Please contact the administrator: the link is not a web address.',
  wrongAboutOfAdmins: 'It is not a web address. It stands in the option Chats of this installation.',
  noTokenTitle: 'No enabled token available',
  noTokenAbout: 'A chat needs one of your tokens. You are being led to them.',
  toTokens: 'To the tokens',
  tokens: 'Tokens',
};

const zh: typeof en = {
  title: '聊天',
  noneTitle: '未配置聊天链接',
  noneAbout: '请联系管理员配置聊天链接。',
  noneAboutOfAdmins: '聊天由本站的选项 Chats 提供。',
  configure: '前往设置配置',
  wrongTitle: '聊天链接配置错误',
  wrongAbout: '请联系管理员：该链接不是有效的网址。',
  wrongAboutOfAdmins: '不是有效的网址。请在本站的选项 Chats 中修改。',
  noTokenTitle: '没有可用的令牌',
  noTokenAbout: '聊天需要一个已启用的令牌，正在前往令牌页。',
  toTokens: '前往令牌页',
  tokens: '令牌',
};

export const chatTexts = { en, zh } as const;
