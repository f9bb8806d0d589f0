/** What a tab says that does not go on, by language: one that lacks a text does not compile. */
const en = {
  signedInElsewhere: (name: string, own: string) =>
    `${name} has signed in in another tab. This page is still ${own}'s; nothing more is sent from it.`,
  signedOutElsewhere: 'You signed out in another tab. Nothing more is sent from this page.',
  reload: 'Load again',
  look: 'Stay on this page',
  over: 'Your session has ended',
  overAbout: (name: string) => `Sign in as ${name}, and what you were doing goes on. What you typed is still here.`,
  overOther: (name: string, own: string) =>
    `${name} is signed in now, not ${own}. Nothing that was typed here has been sent. Sign in as ${own} to go on.`,
  overLeave: 'Discard it and leave',
  overReload: (name: string) => `Discard it and go on as ${name}`,
  banned: 'This account is banned',
  bannedAbout: 'It cannot be used until an administrator enables it again. Its balance and its records stay.',
  closed: 'This account is closed',
  closedAbout: 'It cannot be used any more. Its records stay.',
  paused: (left: string) => `Too many calls for now. It goes on by itself in ${left}.`,
  seconds: (count: number) => `${count} s`,
  minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
};

const zh: typeof en = {
  signedInElsewhere: (name, own) => `${name} 已在另一个标签页登录。此页面仍属于 ${own}，不会再发送任何内容。`,
  signedOutElsewhere: '您已在另一个标签页退出登录。此页面不会再发送任何内容。',
  reload: '重新加载',
  look: '留在此页面',
  over: '登录已过期',
  overAbout: (name) => `请以 ${name} 的身份重新登录，之后将继续刚才的操作。已输入的内容仍然保留。`,
  overOther: (name, own) => `现在登录的是 ${name}，不是 ${own}。此处输入的内容均未发送。请以 ${own} 的身份登录后继续。`,
  overLeave: '放弃内容并离开',
  overReload: (name) => `放弃内容并以 ${name} 继续`,
  banned: '此账户已被封禁',
  bannedAbout: '在管理员重新启用之前，此账户无法使用。余额和记录均会保留。',
  closed: '此账户已注销',
  closedAbout: '此账户无法再使用，记录会保留。',
  paused: (left) => `请求过于频繁，${left}后将自动继续。`,
  seconds: (count) => `${count} 秒`,
  minutes: (minutes, seconds) => `${minutes} 分 ${seconds} 秒`,
};

export const haltTexts = { en, zh } as const;
