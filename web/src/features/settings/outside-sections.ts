/** The secret of each section. */
export const SECRETS = {
  github: 'GitHubClientSecret',
  linuxdo: 'LinuxDOClientSecret',
  wechat: 'WeChatServerToken',
  telegram: 'TelegramBotToken',
  turnstile: 'TurnstileSecretKey',
  payment: 'EpayKey',
} as const;

/** The sections of what other sites vouch for: accounts with providers, the bot check, and payments. */
export type OutsideSection = keyof typeof SECRETS;

export const isOutsideSection = (section: string): section is OutsideSection => section in SECRETS;
