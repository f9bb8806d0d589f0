import type { Binding } from '@ledgate/api/contract/outside-account';
import { useStatus } from '../status/status-api.ts';

/** By whose accounts people sign in. */
export type Provider = Exclude<Binding, 'email'>;

/** In the order in which they are offered, with the field of a user that says who he is there. */
export const PROVIDERS = [
  ['github', 'github_id'],
  ['linuxdo', 'linux_do_id'],
  ['wechat', 'wechat_id'],
  ['telegram', 'telegram_id'],
] as const satisfies readonly (readonly [Provider, string])[];

/** Those that the operator has switched on and that can be asked. */
export function useProvidersOn(): ReadonlySet<Provider> {
  const status = useStatus();
  const on: Readonly<Record<Provider, boolean>> = {
    github: status.github_oauth && status.github_client_id !== '',
    linuxdo: status.linuxdo_oauth && status.linuxdo_client_id !== '',
    wechat: status.wechat_login,
    telegram: status.telegram_oauth && status.telegram_bot_name !== '',
  };
  return new Set(PROVIDERS.flatMap(([provider]) => (on[provider] ? [provider] : [])));
}
