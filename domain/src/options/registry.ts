import { CREDIT_MAX } from '../account/limits.ts';
import { CALL_LIMIT_MAX } from '../call-limits/call-limits.ts';
import { INTERRUPTED_POLICIES } from '../till/commands.ts';
import { DATA_STEPS } from './data-steps.ts';

/** The sections of the console's settings in their order, and the tab that each stands on. */
export const OPTION_SECTIONS = {
  general: 'operation',
  quota: 'operation',
  logs: 'operation',
  dashboard: 'operation',
  limits: 'operation',
  monitoring: 'operation',
  filter: 'operation',
  seals: 'operation',
  pricing: 'pricing',
  access: 'system',
  payment: 'system',
  mail: 'system',
  github: 'system',
  linuxdo: 'system',
  wechat: 'system',
  telegram: 'system',
  turnstile: 'system',
  appearance: 'other',
} as const;
export type OptionSection = keyof typeof OPTION_SECTIONS;
export type OptionTab = (typeof OPTION_SECTIONS)[OptionSection];

/**
 * Numbers, whole but for `decimal`. `seconds` are stored whole and applied with a fraction too; `tokens` and `quota` (units) are amounts: what is
 * out of bounds is none. Of the others what is stored above the bound counts as the bound.
 */
export type NumberKind = 'whole' | 'decimal' | 'seconds' | 'tokens' | 'quota';

/**
 * `texts`, `ratios` and `limits`: JSON of an object whose values are texts, numbers from zero, or limits of calls; `links`: JSON of a list of such objects
 * of texts.
 */
export type JsonKind = 'texts' | 'ratios' | 'limits' | 'links';

/**
 * `area`: text of several lines; `address`: of the web, kept without a slash at its end; `hook`: an address that is called, without name and password in it;
 * `host`: name or IP address of a server; `email`: of one box; `domains`: between commas; `words`: one a line, no case, for who looks for them; `tags`:
 * names of tags, one a line.
 */
type TextKind = 'area' | 'address' | 'hook' | 'host' | 'email' | 'domains' | 'words' | 'tags';

/** What there is to know of an option. */
export type OptionRow = {
  /** Where the console's settings show it, in the order of the rows; without one it is set by the interface alone, as is what nobody reads yet. */
  readonly section?: OptionSection;
  /** Its name in the answer of GET /api/status, or the path of a call of its own: it is told to everybody. */
  readonly public?: string;
} & (
  | {
      readonly kind: 'switch';
      readonly default: boolean;
      /** What must be set before this one can be switched on, and stays set as long as it is on. */
      readonly needs?: readonly string[];
    }
  | { readonly kind: NumberKind; readonly default: number; readonly low: number; readonly high: number }
  | { readonly kind: 'choice'; readonly default: string; readonly choices: readonly string[] }
  | { readonly kind: TextKind; readonly default: string }
  /** On one line. `maximum` characters, where it is not TEXT_CHARACTERS_MAX. */
  | { readonly kind: 'text'; readonly default: string; readonly maximum?: number }
  /** Sent to nobody, written into no audit, encrypted where it is kept. On one line. */
  | { readonly kind: 'secret'; readonly default: ''; readonly section?: never; readonly public?: never }
  | { readonly kind: JsonKind; readonly default: Readonly<Record<string, unknown>> | readonly unknown[] }
  /** Part of the price book, which keeps and checks it: JSON of prices by name, or one price. Long defaults stand there, too. */
  | { readonly kind: 'prices'; readonly default?: Readonly<Record<string, number>> }
  | { readonly kind: 'price'; readonly default: number }
);

/** Of a text on one line. */
export const TEXT_CHARACTERS_MAX = 2_048;
/** Of an address that may hold the picture itself (`data:`). */
const PICTURE_CHARACTERS_MAX = 200_000;
/** Of an address that is called. */
export const HOOK_CHARACTERS_MAX = 500;
const AMOUNT = { low: 0, high: CREDIT_MAX } as const;
const DOMAINS = 'gmail.com,163.com,126.com,qq.com,outlook.com,hotmail.com,icloud.com,yahoo.com,foxmail.com';

/**
 * Every option (docs/behaviour.md#options): what operators change while the product runs. Keys and defaults are the family's but for
 * UpstreamTimeoutSeconds (the longest silence of an upstream), HangUpReadSeconds (how long an answer is read on for its usage once its caller has
 * hung up, so that its upstream is done within 10 s; 0: not at all), CostInAnswers (each answer tells its cost), TagKeys (which names of a body's
 * metadata are tags), LogKeepDays (for how many days rows of the log are kept; 0: for ever), InterruptedPolicy, ReserveOutput (what is reserved
 * where no maximum is stated: PreConsumedQuota, or the most that the model writes),
 * UnpricedModels (whether a model that nobody has priced is sold), SealWebhook and
 * SealMail (where each head of the ledger goes that is sealed: docs/behaviour.md#seals), and the limits of calls (docs/behaviour.md#limits-of-calls; 0: none):
 * UserConcurrencyMax and TokenRequestsPerMinute of users and tokens that have none of their own, ModelLimits and GroupLimits of each user.
 * `docs/options.md` is this as a table. A new one is a row here, its text in each language where it has a section, and its reader.
 */
export const OPTIONS = {
  TopUpLink: { kind: 'address', default: '', section: 'general', public: 'top_up_link' },
  QuotaPerUnit: { kind: 'price', default: 500_000, section: 'general', public: 'quota_per_unit' },
  RetryTimes: { kind: 'whole', default: 0, low: 0, high: 20, section: 'general' },
  HangUpReadSeconds: { kind: 'seconds', default: 2, low: 0, high: 9, section: 'general' },
  CostInAnswers: { kind: 'switch', default: false, section: 'general' },
  UpstreamTimeoutSeconds: { kind: 'seconds', default: 60, low: 1, high: 3_600, section: 'general' },
  DisplayInCurrencyEnabled: { kind: 'switch', default: true, section: 'general', public: 'display_in_currency' },
  DisplayTokenStatEnabled: { kind: 'switch', default: true, section: 'general' },
  DefaultCollapseSidebar: { kind: 'switch', default: false, section: 'general', public: 'default_collapse_sidebar' },
  ChatLink: { kind: 'text', default: '', public: 'chat_link' },
  ChatLink2: { kind: 'text', default: '', public: 'chat_link2' },
  Chats: { kind: 'links', default: [], public: 'chats' },
  InterruptedPolicy: { kind: 'choice', default: 'prompt', choices: INTERRUPTED_POLICIES, section: 'general' },
  StreamCacheQueueLength: { kind: 'whole', default: 0, low: 0, high: 1e6 },
  DemoSiteEnabled: { kind: 'switch', default: false, section: 'general', public: 'demo_site_enabled' },

  QuotaForNewUser: { kind: 'quota', default: 0, ...AMOUNT, section: 'quota' },
  PreConsumedQuota: { kind: 'tokens', default: 500, ...AMOUNT, section: 'quota' },
  ReserveOutput: { kind: 'choice', default: 'standard', choices: ['standard', 'model'], section: 'quota' },
  QuotaForInviter: { kind: 'quota', default: 0, ...AMOUNT, section: 'quota' },
  QuotaForInvitee: { kind: 'quota', default: 0, ...AMOUNT, section: 'quota' },

  LogConsumeEnabled: { kind: 'switch', default: true, section: 'logs' },
  LogKeepDays: { kind: 'whole', default: 0, low: 0, high: 36_500, section: 'logs' },
  TagKeys: { kind: 'tags', default: '', section: 'logs' },

  DataExportEnabled: { kind: 'switch', default: true, section: 'dashboard', public: 'enable_data_export' },
  DataExportInterval: { kind: 'whole', default: 5, low: 1, high: 1e6 },
  DataExportDefaultTime: {
    kind: 'choice',
    default: 'hour',
    choices: DATA_STEPS,
    section: 'dashboard',
    public: 'data_export_default_time',
  },

  UserConcurrencyMax: { kind: 'whole', default: 0, low: 0, high: CALL_LIMIT_MAX.parallel, section: 'limits' },
  TokenRequestsPerMinute: { kind: 'whole', default: 0, low: 0, high: CALL_LIMIT_MAX.rpm, section: 'limits' },
  ModelLimits: { kind: 'limits', default: {}, section: 'limits' },
  GroupLimits: { kind: 'limits', default: {}, section: 'limits' },

  AutomaticDisableChannelEnabled: { kind: 'switch', default: false, section: 'monitoring' },
  ChannelDisableThreshold: { kind: 'decimal', default: 5, low: 0, high: 86_400, section: 'monitoring' },
  AutomaticEnableChannelEnabled: { kind: 'switch', default: false, section: 'monitoring' },
  QuotaRemindThreshold: { kind: 'quota', default: 1_000, ...AMOUNT, section: 'monitoring' },

  CheckSensitiveEnabled: { kind: 'switch', default: true, section: 'filter' },
  CheckSensitiveOnPromptEnabled: { kind: 'switch', default: true, section: 'filter' },
  StopOnSensitiveEnabled: { kind: 'switch', default: true },
  SensitiveWords: { kind: 'words', default: 'test_sensitive', section: 'filter' },

  SealWebhook: { kind: 'hook', default: '', section: 'seals' },
  SealMail: { kind: 'email', default: '', section: 'seals' },

  ModelRatio: { kind: 'prices', section: 'pricing' },
  CompletionRatio: { kind: 'prices', section: 'pricing' },
  ModelPrice: { kind: 'prices', section: 'pricing' },
  UnpricedModels: { kind: 'choice', default: 'ratio', choices: ['ratio', 'refuse'], section: 'pricing' },
  GroupRatio: { kind: 'prices', default: { default: 1, vip: 1, svip: 1 }, section: 'pricing' },
  UserUsableGroups: { kind: 'texts', default: { default: 'default group', vip: 'vip group' }, section: 'pricing' },

  ServerAddress: { kind: 'address', default: '', section: 'access', public: 'server_address' },
  RegisterEnabled: { kind: 'switch', default: true, section: 'access', public: 'register_enabled' },
  PasswordRegisterEnabled: { kind: 'switch', default: true, section: 'access', public: 'password_register_enabled' },
  PasswordLoginEnabled: { kind: 'switch', default: true, section: 'access', public: 'password_login_enabled' },
  EmailVerificationEnabled: { kind: 'switch', default: false, section: 'access', public: 'email_verification' },
  EmailDomainRestrictionEnabled: { kind: 'switch', default: false, needs: ['EmailDomainWhitelist'], section: 'access' },
  EmailAliasRestrictionEnabled: { kind: 'switch', default: false, section: 'access' },
  EmailDomainWhitelist: { kind: 'domains', default: DOMAINS, section: 'access' },
  GitHubOAuthEnabled: {
    kind: 'switch',
    default: false,
    needs: ['GitHubClientId', 'GitHubClientSecret'],
    section: 'github',
    public: 'github_oauth',
  },
  GitHubClientId: { kind: 'text', default: '', section: 'github', public: 'github_client_id' },
  GitHubClientSecret: { kind: 'secret', default: '' },
  LinuxDOOAuthEnabled: {
    kind: 'switch',
    default: false,
    needs: ['LinuxDOClientId', 'LinuxDOClientSecret'],
    section: 'linuxdo',
    public: 'linuxdo_oauth',
  },
  LinuxDOClientId: { kind: 'text', default: '', section: 'linuxdo', public: 'linuxdo_client_id' },
  LinuxDOClientSecret: { kind: 'secret', default: '' },
  TelegramOAuthEnabled: {
    kind: 'switch',
    default: false,
    needs: ['TelegramBotName', 'TelegramBotToken'],
    section: 'telegram',
    public: 'telegram_oauth',
  },
  TelegramBotName: { kind: 'text', default: '', section: 'telegram', public: 'telegram_bot_name' },
  TelegramBotToken: { kind: 'secret', default: '' },
  WeChatAuthEnabled: {
    kind: 'switch',
    default: false,
    needs: ['WeChatServerAddress'],
    section: 'wechat',
    public: 'wechat_login',
  },
  WeChatServerAddress: { kind: 'address', default: '', section: 'wechat' },
  WeChatServerToken: { kind: 'secret', default: '' },
  WeChatAccountQRCodeImageURL: {
    kind: 'text',
    default: '',
    maximum: PICTURE_CHARACTERS_MAX,
    section: 'wechat',
    public: 'wechat_qrcode',
  },
  TurnstileCheckEnabled: {
    kind: 'switch',
    default: false,
    needs: ['TurnstileSiteKey', 'TurnstileSecretKey'],
    section: 'turnstile',
    public: 'turnstile_check',
  },
  TurnstileSiteKey: { kind: 'text', default: '', section: 'turnstile', public: 'turnstile_site_key' },
  TurnstileSecretKey: { kind: 'secret', default: '' },
  SMTPServer: { kind: 'host', default: '', section: 'mail' },
  SMTPPort: { kind: 'whole', default: 587, low: 1, high: 65_535, section: 'mail' },
  SMTPSSLEnabled: { kind: 'switch', default: false, section: 'mail' },
  SMTPAccount: { kind: 'text', default: '', section: 'mail' },
  SMTPFrom: { kind: 'email', default: '', section: 'mail' },
  SMTPToken: { kind: 'secret', default: '' },
  WorkerUrl: { kind: 'address', default: '', section: 'access' },
  WorkerValidKey: { kind: 'secret', default: '' },

  Price: { kind: 'decimal', default: 7.3, low: 0, high: 1e9, section: 'payment', public: 'price' },
  MinTopUp: { kind: 'whole', default: 1, low: 1, high: 1e9, section: 'payment', public: 'min_topup' },
  TopupGroupRatio: { kind: 'ratios', default: { default: 1, vip: 1, svip: 1 }, section: 'payment' },
  PayAddress: { kind: 'address', default: '', section: 'payment' },
  CustomCallbackAddress: { kind: 'address', default: '', section: 'payment' },
  EpayId: { kind: 'text', default: '', section: 'payment' },
  EpayKey: { kind: 'secret', default: '' },

  DrawingEnabled: { kind: 'switch', default: true, public: 'enable_drawing' },
  TaskEnabled: { kind: 'switch', default: true, public: 'enable_task' },
  MjNotifyEnabled: { kind: 'switch', default: false, public: 'mj_notify_enabled' },
  MjAccountFilterEnabled: { kind: 'switch', default: false },
  MjModeClearEnabled: { kind: 'switch', default: false },
  MjForwardUrlEnabled: { kind: 'switch', default: true },
  MjActionCheckSuccessEnabled: { kind: 'switch', default: true },

  SystemName: { kind: 'text', default: 'Ledgate', section: 'appearance', public: 'system_name' },
  Logo: { kind: 'text', default: '', maximum: PICTURE_CHARACTERS_MAX, section: 'appearance', public: 'logo' },
  HomePageContent: { kind: 'area', default: '', section: 'appearance', public: '/api/home_page_content' },
  Notice: { kind: 'area', default: '', section: 'appearance', public: '/api/notice' },
  About: { kind: 'area', default: '', section: 'appearance', public: '/api/about' },
  Footer: { kind: 'area', default: '', section: 'appearance', public: 'footer_html' },

  FileUploadPermission: { kind: 'text', default: '0' },
  FileDownloadPermission: { kind: 'text', default: '0' },
  ImageUploadPermission: { kind: 'text', default: '0' },
  ImageDownloadPermission: { kind: 'text', default: '0' },
} as const satisfies Readonly<Record<string, OptionRow>>;

type Rows = typeof OPTIONS;
export type OptionKey = keyof Rows;
/** Keys of the rows that are like `Like`. */
export type OptionKeyOf<Like> = { [Key in OptionKey]: Rows[Key] extends Like ? Key : never }[OptionKey];
/** Those that are the price book's; the others stand in the directory, as text. */
export type PriceOptionKey = OptionKeyOf<{ readonly kind: 'prices' | 'price' }>;
export type StoredOptionKey = Exclude<OptionKey, PriceOptionKey>;

/** Those that the console's settings show. */
export type ShownOptionKey = OptionKeyOf<{ readonly section: OptionSection }>;
/** What may be chosen, of those that are a choice and shown. */
export type ShownChoices = {
  readonly [Key in ShownOptionKey & OptionKeyOf<{ readonly kind: 'choice' }>]: Rows[Key]['choices'][number];
};

/** The rows in their order. */
export const optionRows = (): readonly (readonly [OptionKey, OptionRow])[] =>
  Object.entries(OPTIONS) as [OptionKey, OptionRow][];

/** Keys come from callers: `constructor` is no option. */
export const optionRow = (key: string): OptionRow | undefined =>
  Object.hasOwn(OPTIONS, key) ? OPTIONS[key as OptionKey] : undefined;

/** The switches that rest on an option. */
export const switchesOn = (key: string): readonly OptionKey[] =>
  optionRows().flatMap(([name, row]) => (row.kind === 'switch' && row.needs?.includes(key) === true ? [name] : []));

/** Whether the list of options leaves it out (docs/behaviour.md#options), by its name: secrets, and a key that is public. */
export const isUnlistedOption = (key: string): boolean => /(Token|Secret|Key)$/.test(key);
