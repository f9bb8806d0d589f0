import type { Provider } from './providers.ts';

/** What is said of accounts with providers, by language. */
const en = {
  names: {
    github: 'GitHub',
    linuxdo: 'LinuxDO',
    wechat: 'WeChat',
    telegram: 'Telegram',
  } satisfies Readonly<Record<Provider, string>>,
  qrCode: 'QR code of the WeChat account',
  noQrCode: 'The QR code could not be loaded. Ask the operator of this site for the WeChat account.',
  scan: 'Scan it with WeChat, follow the account and write “验证码” to it: it answers with a code, which is good for 3 minutes.',
  code: 'Code',
  codeMissing: 'No code yet: please retry in a few seconds.',
  telegramAbout: 'Press the button of Telegram. It opens a window in which Telegram asks who you are.',
  telegramWait: 'The button of Telegram is being loaded.',
  telegramBlocked: 'The button of Telegram could not be loaded: something in your browser or network may block it.',
};

const zh: typeof en = {
  names: { github: 'GitHub', linuxdo: 'LinuxDO', wechat: '微信', telegram: 'Telegram' },
  qrCode: '公众号二维码',
  noQrCode: '二维码加载失败，请向本站管理者索取公众号。',
  scan: '使用微信扫码关注公众号，发送“验证码”获取验证码（3 分钟内有效）。',
  code: '验证码',
  codeMissing: '尚未填写验证码，请稍后几秒重试。',
  telegramAbout: '请点击 Telegram 按钮，在打开的窗口中确认身份。',
  telegramWait: '正在加载 Telegram 按钮。',
  telegramBlocked: '无法加载 Telegram 按钮，可能被您的浏览器或网络拦截。',
};

export const outsideTexts = { en, zh } as const;
