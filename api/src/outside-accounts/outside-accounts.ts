import type { OptionValues } from '@ledgate/domain/options/values';
import type { OutsideProvider } from '@ledgate/projections/directory/users/find';

type Options = Pick<
  OptionValues,
  'GitHubOAuthEnabled' | 'LinuxDOOAuthEnabled' | 'WeChatAuthEnabled' | 'TelegramOAuthEnabled' | 'TelegramBotToken'
>;

/** The providers by whose accounts people sign in. `name`: as people know it. */
export const OUTSIDE: Readonly<
  Record<OutsideProvider, { readonly name: string; readonly isOn: (options: Options) => boolean }>
> = {
  github: { name: 'GitHub', isOn: (options) => options.GitHubOAuthEnabled },
  linuxdo: { name: 'LinuxDO', isOn: (options) => options.LinuxDOOAuthEnabled },
  wechat: { name: 'WeChat', isOn: (options) => options.WeChatAuthEnabled },
  telegram: { name: 'Telegram', isOn: (options) => options.TelegramOAuthEnabled && options.TelegramBotToken !== '' },
};

export const OUTSIDE_PROVIDERS = Object.keys(OUTSIDE) as readonly OutsideProvider[];

/** Who somebody is with a provider. `name` and `email` as they stand there, '' where nothing does. */
export type Profile = {
  readonly provider: OutsideProvider;
  /** As it is kept: of GitHub and LinuxDO the number, which nobody else ever gets. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
};
