import { z } from 'zod';
import { nothing, route } from './route.ts';

/** What the console must know before anybody signs in (contract A.10). */
export const statusSchema = z.object({
  version: z.string(), start_time: z.number().int(),
  email_verification: z.boolean(),
  github_oauth: z.boolean(), github_client_id: z.string(),
  linuxdo_oauth: z.boolean(), linuxdo_client_id: z.string(),
  telegram_oauth: z.boolean(), telegram_bot_name: z.string(),
  system_name: z.string(), logo: z.string(), footer_html: z.string(),
  wechat_qrcode: z.string(), wechat_login: z.boolean(),
  server_address: z.string(), price: z.number(), min_topup: z.number(),
  turnstile_check: z.boolean(), turnstile_site_key: z.string(),
  top_up_link: z.string(), chat_link: z.string(), chat_link2: z.string(),
  quota_per_unit: z.number(), display_in_currency: z.boolean(), enable_batch_update: z.boolean(),
  enable_drawing: z.boolean(), enable_task: z.boolean(), enable_data_export: z.boolean(), data_export_default_time: z.string(),
  default_collapse_sidebar: z.boolean(), enable_online_topup: z.boolean(), mj_notify_enabled: z.boolean(),
  chats: z.array(z.record(z.string(), z.string())),
  demo_site_enabled: z.boolean(),
  register_enabled: z.boolean(), password_login_enabled: z.boolean(), password_register_enabled: z.boolean(),
});
export type Status = z.output<typeof statusSchema>;

export const statusRoutes = {
  status: route({ method: 'GET', path: '/api/status', level: 'public', summary: 'What the console must know before anybody signs in', data: statusSchema }),
  test: route({ method: 'GET', path: '/api/status/test', level: 'admin', summary: 'Whether the database answers; HTTP 503 when not', data: nothing }),
  notice: route({ method: 'GET', path: '/api/notice', level: 'public', summary: 'The notice', data: z.string() }),
  about: route({ method: 'GET', path: '/api/about', level: 'public', summary: 'The text about this service, or an https address of it', data: z.string() }),
  homePage: route({ method: 'GET', path: '/api/home_page_content', level: 'public', summary: 'The home page\'s text, or an https address of it', data: z.string() }),
} as const;
