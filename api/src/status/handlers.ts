import { anyUser } from '@ledgate/projections/directory/users/list';
import type { Status, statusRoutes } from '../contract/status.ts';
import { done, DONE, refused } from '../http/answer.ts';
import type { Handlers } from '../http/call.ts';
import type { ApiPorts } from '../ports.ts';

export const statusHandlers = (ports: ApiPorts): Handlers<typeof statusRoutes> => ({
  status: async () => done(statusAnswer(ports)),
  test: async () =>
    (await anyUser(ports.db).then(
      () => true,
      () => false,
    ))
      ? DONE
      : refused({ code: 'database_unavailable' }),
  notice: async () => done(ports.view.option('Notice')),
  about: async () => done(ports.view.option('About')),
  homePage: async () => done(ports.view.option('HomePageContent')),
});

/** In the running process the address has a default, though the option reads '' (contract A.10). */
const DEFAULT_SERVER_ADDRESS = 'http://localhost:3000';

function statusAnswer({ view, settings }: Pick<ApiPorts, 'view' | 'settings'>): Status {
  const text = (key: string): string => view.option(key);
  const on = (key: string): boolean => view.option(key) === 'true';
  return {
    version: settings.version,
    start_time: Math.floor(settings.startedAtMs / 1_000),
    email_verification: on('EmailVerificationEnabled'),
    github_oauth: on('GitHubOAuthEnabled'),
    github_client_id: text('GitHubClientId'),
    linuxdo_oauth: on('LinuxDOOAuthEnabled'),
    linuxdo_client_id: text('LinuxDOClientId'),
    telegram_oauth: on('TelegramOAuthEnabled'),
    telegram_bot_name: text('TelegramBotName'),
    system_name: text('SystemName'),
    logo: text('Logo'),
    footer_html: text('Footer'),
    wechat_qrcode: text('WeChatAccountQRCodeImageURL'),
    wechat_login: on('WeChatAuthEnabled'),
    server_address: text('ServerAddress') === '' ? DEFAULT_SERVER_ADDRESS : text('ServerAddress'),
    price: Number(text('Price')),
    min_topup: Number(text('MinTopUp')),
    turnstile_check: on('TurnstileCheckEnabled'),
    turnstile_site_key: text('TurnstileSiteKey'),
    top_up_link: text('TopUpLink'),
    chat_link: text('ChatLink'),
    chat_link2: text('ChatLink2'),
    quota_per_unit: Number(view.priceBook().quotaPerUnit),
    display_in_currency: on('DisplayInCurrencyEnabled'),
    enable_batch_update: false,
    enable_drawing: on('DrawingEnabled'),
    enable_task: on('TaskEnabled'),
    enable_data_export: on('DataExportEnabled'),
    data_export_default_time: text('DataExportDefaultTime'),
    default_collapse_sidebar: on('DefaultCollapseSidebar'),
    enable_online_topup: [text('PayAddress'), text('EpayId'), text('EpayKey')].every((value) => value !== ''),
    mj_notify_enabled: on('MjNotifyEnabled'),
    chats: chatsOf(text('Chats')),
    demo_site_enabled: on('DemoSiteEnabled'),
    register_enabled: on('RegisterEnabled'),
    password_login_enabled: on('PasswordLoginEnabled'),
    password_register_enabled: on('PasswordRegisterEnabled'),
  };
}

/** The option is checked when it is saved; what an older release left there must not break the page. */
function chatsOf(text: string): Status['chats'] {
  try {
    const chats: unknown = JSON.parse(text);
    return Array.isArray(chats) ? (chats as Status['chats']) : [];
  } catch {
    return [];
  }
}
