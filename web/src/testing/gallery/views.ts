import { answered, type FakeApi, refused, RESET_EMAIL, RESET_TOKEN } from '../fake-api.ts';
import { ledgerSeals, nowS, receiptAnswer, statementFigures } from '../fixtures.ts';
import { OTHER_SITE } from '../console-page.ts';
import { QR_CODE_ADDRESS } from '../provider-doubles.ts';
import { type Variant, variantName } from '../variants.ts';

const nothing = { items: [], total: 0, page: 1, page_size: 10 };
const noStatement = {
  user_id: 2,
  username: 'ada',
  start: 0,
  end: 1,
  opening: 0,
  credits: 0,
  charges: 0,
  refunds: 0,
  adjustments: 0,
  closing: 0,
  ...statementFigures([]),
  entries: [],
  next: null,
};
const { user_id: _userId, username: _username, ...noFigures } = noStatement;
const noScopedStatement = { ...noFigures, scope: 'all', id: null, name: '' };
const noTrial = { position: 0, index: 0, start: 0, end: 1, accounts: [], total: 0 };
const noLedger = { position: 4_711, entries: [], next: null };
const BALANCE_AT_S = Date.UTC(2026, 10, 1) / 1_000;
const noBalanceYet = {
  user_id: 2,
  username: 'ada',
  basis: 'event',
  at_ms: BALANCE_AT_S * 1_000 - 1,
  position: 0,
  index: -1,
  balance: 0,
  credits: 0,
  used: 0,
  earnings: 0,
  token: null,
};
const noDifferences = { ...nothing, open: {}, catalogue: { digest: '', in_force: true, change: {} } };
const noPricing = { group_ratio: { default: 1 }, usable_group: { default: 'Default' } };

const sealsWith = ({ since }: { readonly since: number }, trouble: 'key_differs' | null) =>
  answered({
    ...nothing,
    items: ledgerSeals().slice(0, 10),
    total: 34,
    unsealed: { events: 9_341, since },
    at: nowS(),
    trouble,
  });

/** As long as they are. */
const WECHAT_ID = 'oWx7Yk2mQ9fTzR4vN8cLb3sHd6Jg';
const CHAT = 'First chat';
const ABOUT = [
  '## What we sell',
  'One key for every model, at the prices of our [list](/pricing).',
  '- Metered to the token',
];

/** All accounts with providers, and the bot check. */
export const allWays = (api: FakeApi): void => {
  api.status = {
    ...api.status,
    github_oauth: true,
    github_client_id: 'github-client',
    linuxdo_oauth: true,
    linuxdo_client_id: 'linuxdo-client',
    wechat_login: true,
    wechat_qrcode: QR_CODE_ADDRESS,
    telegram_oauth: true,
    telegram_bot_name: 'suite_bot',
    turnstile_check: true,
    turnstile_site_key: 'site-key',
  };
};

/** What the list of channels asks. */
const CHANNEL_CALLS = ['GET /api/channel', 'GET /api/channel/runs'] as const;
/** Why a channel's test has failed, as an upstream words it. */
const TEST_FAILED =
  'HTTP 401: Incorrect API key provided: sk-proj-****9fQA. You can find your API key in your account.';
const failedTest = (api: FakeApi): void => {
  api.channels = api.channels.map((channel) => {
    const { test_time: at, response_time: ms } = channel;
    if (channel.id !== 1 && channel.id !== 4) return channel;
    return { ...channel, test_passed: false, last_test: { at, ok: false, model: 'gpt-4o', ms, error: TEST_FAILED } };
  });
};

/** As it is mailed. */
export const RESET_LINK = `/user/reset?email=${encodeURIComponent(RESET_EMAIL)}&token=${RESET_TOKEN}`;

/** An answer with nothing in it: its data, or what stands beside it. */
export type Empty = { readonly data: unknown; readonly beside?: Readonly<Record<string, unknown>> };
/** It has no empty state: what it answers is always there. */
const ALWAYS = undefined;
const OPTION_CALLS = { 'GET /api/option': ALWAYS, 'GET /api/option/secrets': ALWAYS };

/** A page as it opens, of the row in pages.ts with that id; '' of none. */
export type View = {
  readonly page: string;
  /** What its pictures are called. */
  readonly name: string;
  readonly path: string;
  /** Seen by nobody signed in. */
  readonly isPublic?: boolean;
  /** Every call that it makes beside the shell's, `METHOD path` as the fake api names it, and how each is empty. */
  readonly calls: Readonly<Record<string, Empty | undefined>>;
  /** Calls that only add to the page, which is whole without them. */
  readonly adds?: readonly string[];
  /** Its address with filters that leave nothing. */
  readonly filtered?: string;
  /** Gives the fake api what it lacks until somebody has set it. */
  readonly fill?: (api: FakeApi) => void;
  /** Texts of what is filled in that stand in no answer as they are shown. */
  readonly filledTexts?: readonly string[];
};

/** In which each page is looked at: `skeleton` while nothing has answered yet. */
export type State = 'full' | 'empty' | 'filtered' | 'failed' | 'skeleton';

/** What a page can look like, by the calls that it makes. */
export function statesOf({ calls, filtered }: Pick<View, 'calls' | 'filtered'>): ReadonlySet<State> {
  const answers = Object.values(calls);
  const states: State[] = ['full'];
  if (answers.some((empty) => empty !== undefined)) states.push('empty');
  if (filtered !== undefined) states.push('filtered');
  if (answers.length > 0) states.push('failed', 'skeleton');
  return new Set(states);
}

const empty = (data: unknown, beside?: Readonly<Record<string, unknown>>): Empty =>
  beside === undefined ? { data } : { data, beside };

export const VIEWS: readonly View[] = [
  { page: 'home', name: 'home', path: '/', isPublic: true, calls: {}, adds: ['GET /api/home_page_content'] },
  { page: 'login', name: 'login', path: '/login', isPublic: true, calls: {} },
  { page: 'register', name: 'register', path: '/register', isPublic: true, calls: {} },
  {
    page: 'register',
    name: 'register-by-mail',
    path: '/register',
    isPublic: true,
    calls: {},
    fill: (api) => {
      api.status = { ...api.status, email_verification: true };
    },
  },
  { page: 'login', name: 'login-ways', path: '/login', isPublic: true, calls: {}, fill: allWays },
  { page: 'register', name: 'register-ways', path: '/register', isPublic: true, calls: {}, fill: allWays },
  {
    page: 'outside-github',
    name: 'outside-refused',
    path: '/oauth/github?code=a-code&state=a-state',
    isPublic: true,
    calls: {},
    adds: ['GET /api/oauth/github'],
    fill: (api) => api.when(/oauth\/github$/u, () => refused('GitHub did not confirm who you are. Begin anew.')),
    filledTexts: ['GitHub did not confirm who you are. Begin anew.'],
  },
  { page: 'outside-linuxdo', name: 'outside-nothing', path: '/oauth/linuxdo', isPublic: true, calls: {} },
  { page: 'reset', name: 'reset', path: '/reset', isPublic: true, calls: {} },
  {
    page: 'new-password',
    name: 'new-password',
    path: RESET_LINK,
    isPublic: true,
    calls: {},
    filledTexts: [RESET_EMAIL],
  },
  {
    page: 'new-password',
    name: 'new-password-part',
    path: '/user/reset',
    isPublic: true,
    calls: {},
  },
  {
    page: 'playground',
    name: 'playground',
    path: '/playground',
    calls: { 'GET /api/user/models': empty([]), 'GET /api/user/self/groups': ALWAYS },
  },
  {
    page: 'detail',
    name: 'dashboard',
    path: '/detail',
    calls: { 'GET /api/dashboard/self': ALWAYS, 'GET /api/data/self': empty([]) },
  },
  { page: 'token', name: 'tokens', path: '/token', filtered: '/token?q=zzz', calls: { 'GET /api/token': empty([]) } },
  {
    page: 'log',
    name: 'logs',
    path: '/log',
    filtered: '/log?token=zzz',
    calls: {
      'GET /api/log': empty(nothing),
      'GET /api/log/stat': ALWAYS,
    },
  },
  { page: 'receipt', name: 'receipt', path: '/receipt/req-7', calls: { 'GET /api/receipt/{charge}': ALWAYS } },
  {
    page: 'pricing',
    name: 'pricing',
    path: '/pricing',
    isPublic: true,
    filtered: '/pricing?q=zzz',
    calls: { 'GET /api/pricing': empty([], noPricing) },
  },
  {
    page: 'about',
    name: 'about',
    path: '/about',
    isPublic: true,
    calls: { 'GET /api/about': empty('') },
    fill: (api) => {
      api.about = ABOUT.join('\n\n');
    },
    filledTexts: ['What we sell', 'One key for every model, at the prices of our', 'list', 'Metered to the token'],
  },
  {
    page: 'topup',
    name: 'wallet',
    path: '/topup',
    calls: { 'GET /api/user/self': ALWAYS, 'GET /api/statement/self': empty(noStatement) },
  },
  {
    page: 'topup',
    name: 'wallet-top-up',
    path: '/topup',
    calls: { 'GET /api/user/self': ALWAYS, 'GET /api/statement/self': empty(noStatement) },
    fill: (api) => {
      api.status = { ...api.status, enable_online_topup: true, top_up_link: `${OTHER_SITE}/codes` };
    },
  },
  {
    page: 'own-orders',
    name: 'own-orders',
    path: '/topup/orders',
    filtered: '/topup/orders?status=failed',
    calls: { 'GET /api/user/topups/self': empty(nothing) },
  },
  {
    page: 'statement',
    name: 'statement',
    path: '/topup/statement',
    calls: { 'GET /api/statement/self': empty(noStatement) },
  },
  { page: 'ledger', name: 'ledger', path: '/topup/ledger', calls: { 'GET /api/ledger/account/self': empty(noLedger) } },
  {
    page: 'ledger',
    name: 'ledger-balance-at',
    path: `/topup/ledger?at=${BALANCE_AT_S}`,
    calls: {
      'GET /api/ledger/account/self': empty(noLedger),
      'GET /api/ledger/balance/self': empty(noBalanceYet),
    },
  },
  {
    page: 'channel',
    name: 'channels',
    path: '/channel',
    filtered: '/channel?q=zzz',
    calls: { 'GET /api/channel': empty([]), 'GET /api/channel/runs': ALWAYS },
  },
  {
    page: 'redemption',
    name: 'codes',
    path: '/redemption',
    filtered: '/redemption?q=zzz',
    calls: { 'GET /api/redemption': empty(nothing) },
  },
  {
    page: 'orders',
    name: 'orders',
    path: '/orders',
    filtered: '/orders?user=zzz',
    calls: { 'GET /api/user/topups': empty({ ...nothing, unplaced: [], unplaced_total: 0 }) },
  },
  {
    page: 'audit',
    name: 'audit',
    path: '/audit',
    filtered: '/audit?actor=zzz',
    calls: { 'GET /api/audit': empty(nothing) },
  },
  {
    page: 'user',
    name: 'users',
    path: '/user',
    filtered: '/user?q=zzz',
    calls: { 'GET /api/user': empty(nothing), 'GET /api/group': ALWAYS },
  },
  { page: 'person', name: 'person', path: '/user/3', calls: { 'GET /api/user/{id}': ALWAYS } },
  {
    page: 'person',
    name: 'person-bound',
    path: '/user/3',
    calls: { 'GET /api/user/{id}': ALWAYS },
    fill: (api) => {
      api.users = api.users.map((user) =>
        user.id === 3
          ? {
              ...user,
              email: 'alan.turing@example.com',
              github_id: '583231',
              wechat_id: WECHAT_ID,
              telegram_id: '70011',
            }
          : user,
      );
    },
  },
  { page: 'own-names', name: 'own-names', path: '/user/edit', calls: {} },
  {
    page: 'books',
    name: 'books',
    path: '/books',
    calls: { 'GET /api/ledger/trial_balance': empty(noTrial), 'GET /api/health/books': ALWAYS },
  },
  {
    page: 'statements',
    name: 'statements',
    path: '/statements',
    calls: { 'GET /api/finance/statement': empty(noScopedStatement) },
  },
  {
    page: 'statements',
    name: 'statements-by-model',
    path: '/statements?by=model',
    calls: { 'GET /api/finance/statement': empty(noScopedStatement) },
  },
  {
    page: 'exports',
    name: 'exports',
    path: '/exports',
    calls: { 'GET /api/finance/exports': empty(nothing) },
  },
  {
    page: 'seals',
    name: 'seals',
    path: '/seals',
    calls: {
      'GET /api/ledger/seals': empty({ ...nothing, unsealed: { events: 0, since: null }, at: nowS(), trouble: null }),
      'GET /api/ledger/keys': empty([]),
    },
  },
  {
    page: 'seals',
    name: 'seals-late',
    path: '/seals',
    calls: {},
    adds: ['GET /api/ledger/seals', 'GET /api/ledger/keys'],
    fill: (api) => api.when(/ledger\/seals$/u, () => sealsWith({ since: nowS() - 640 }, null)),
  },
  {
    page: 'seals',
    name: 'seals-stopped',
    path: '/seals',
    calls: {},
    adds: ['GET /api/ledger/seals', 'GET /api/ledger/keys'],
    fill: (api) => api.when(/ledger\/seals$/u, () => sealsWith({ since: nowS() - 640 }, 'key_differs')),
  },
  {
    page: 'periods',
    name: 'periods',
    path: '/periods',
    calls: { 'GET /api/finance/periods': empty(nothing) },
  },
  {
    page: 'pricebook',
    name: 'prices',
    path: '/pricebook',
    filtered: '/pricebook?q=zzz',
    calls: { 'GET /api/pricebook/prices': empty({ ...nothing, version: 1, quota_per_unit: '500000' }) },
  },
  {
    page: 'pricebook',
    name: 'differences',
    path: '/pricebook?tab=differences',
    filtered: '/pricebook?tab=differences&q=zzz',
    calls: { 'GET /api/pricebook/differences': empty(noDifferences) },
  },
  {
    page: 'pricebook',
    name: 'history',
    path: '/pricebook?tab=history',
    calls: { 'GET /api/pricebook': empty(nothing) },
  },
  {
    page: 'setting',
    name: 'settings',
    path: '/setting',
    calls: { 'GET /api/user/self': ALWAYS, 'GET /api/user/aff': ALWAYS, 'GET /api/user/models': empty([]) },
  },
  {
    page: 'setting',
    name: 'settings-methods',
    path: '/setting',
    calls: { 'GET /api/user/self': ALWAYS, 'GET /api/user/aff': ALWAYS, 'GET /api/user/models': empty([]) },
    fill: (api) => {
      allWays(api);
      api.hasPassword = false;
      api.user = { ...api.user, email: 'ada.lovelace@example.com', github_id: '583231', wechat_id: WECHAT_ID };
    },
  },
  {
    page: 'setting',
    name: 'settings-sessions',
    path: '/setting#sessions',
    calls: {
      'GET /api/user/self': ALWAYS,
      'GET /api/user/aff': ALWAYS,
      'GET /api/user/models': empty([]),
      'GET /api/user/sessions': empty([]),
    },
  },
  { page: 'setting', name: 'operation', path: '/setting?tab=operation', calls: OPTION_CALLS },
  { page: 'setting', name: 'system', path: '/setting?tab=system', calls: OPTION_CALLS },
  {
    page: 'setting',
    name: 'prices-of-options',
    path: '/setting?tab=pricing',
    calls: OPTION_CALLS,
  },
  {
    page: 'person',
    name: 'person-ledger',
    path: '/user/3?tab=ledger',
    calls: { 'GET /api/user/{id}': ALWAYS, 'GET /api/ledger/account/{id}': empty(noLedger) },
  },
  {
    page: 'receipt',
    name: 'receipt-unsealed',
    path: '/receipt/req-7',
    calls: {},
    adds: ['GET /api/receipt/{charge}'],
    fill: (api) =>
      api.when(/^GET \/api\/receipt/u, () =>
        answered({ ...receiptAnswer('req-7', false), sealed: false, proof: null, later: [], stands_at: 2_741 }),
      ),
  },
  {
    page: 'receipt',
    name: 'receipt-missing',
    path: '/receipt/req-missing',
    calls: {},
    adds: ['GET /api/receipt/{charge}'],
  },
  {
    page: 'chat',
    name: 'chat',
    path: '/chat/0',
    calls: {},
    adds: ['GET /api/token'],
    fill: (api) => {
      api.status = { ...api.status, chats: [{ [CHAT]: `${OTHER_SITE}/#k={key}` }] };
    },
    filledTexts: [CHAT],
  },
  {
    page: 'channel',
    name: 'channels-failed-test',
    path: '/channel',
    calls: {},
    adds: CHANNEL_CALLS,
    fill: failedTest,
  },
  {
    page: 'channel',
    name: 'channel-failed-test',
    path: '/channel/edit/1',
    calls: {},
    adds: [
      ...CHANNEL_CALLS,
      'GET /api/channel/{id}',
      'GET /api/channel/models',
      'POST /api/channel/unpriced',
      'GET /api/models',
      'GET /api/group',
    ],
    fill: failedTest,
  },
  {
    page: 'setting',
    name: 'system-secrets',
    path: '/setting?tab=system',
    calls: {},
    adds: Object.keys(OPTION_CALLS),
    fill: (api) => {
      for (const key of ['SMTPToken', 'EpayKey', 'GitHubClientSecret']) api.options[key] = 'set';
      api.secretsSince = Date.UTC(2026, 8, 3, 7, 45) / 1000;
    },
  },
  {
    page: 'token',
    name: 'demo-site',
    path: '/token',
    calls: {},
    adds: ['GET /api/token'],
    fill: (api) => {
      api.status = { ...api.status, demo_site_enabled: true };
    },
  },
  { page: 'chat2link', name: 'chat-link', path: '/chat2link', calls: {}, adds: ['GET /api/token'] },
  { page: '', name: 'not-found', path: '/no-such-page', calls: {} },
];

/** What a picture is called: `channels-empty-zh-dark-390`. */
export const pictureName = ({ name }: Pick<View, 'name'>, state: State, variant: Variant): string =>
  `${name}-${state}-${variantName(variant).replaceAll(' ', '-')}`;

/** Something that is opened on a page, by its address or by a press on it; the pages themselves are above. */
export type Opened = {
  readonly name: string;
  readonly path: string;
  /** What is pressed, by a selector that no language changes; the first that is seen. */
  readonly press?: string;
  /** Where it is not there in both windows. */
  readonly width?: 1440 | 390;
  /** What is open then. */
  readonly opens: string;
};

const dialog = '[role=dialog]:not([data-state=closed])';
const menu = '[role=menu]:not([data-state=closed])';

export const OPENED: readonly Opened[] = [
  { name: 'new-token', path: '/token?open=new', opens: dialog },
  { name: 'new-channel', path: '/channel/add', opens: dialog },
  { name: 'channel', path: '/channel/edit/1', opens: dialog },
  { name: 'new-user', path: '/user/add', opens: dialog },
  { name: 'user', path: '/user/edit/3', opens: dialog },
  { name: 'new-export', path: '/exports?open=new', opens: dialog },
  { name: 'new-period', path: '/periods?open=new', opens: dialog },
  { name: 'new-codes', path: '/redemption?open=new', opens: dialog },
  { name: 'menu-of-account', path: '/detail', press: 'header button[aria-haspopup=menu]:last-of-type', opens: menu },
  { name: 'menu-of-row', path: '/token', press: 'tr[data-row] button[aria-haspopup=menu]', width: 1440, opens: menu },
  {
    name: 'row',
    path: '/token',
    press: 'li[data-row] button[aria-expanded=false]',
    width: 390,
    opens: '[data-row] dl',
  },
  { name: 'new-password-made', path: RESET_LINK, press: 'main button', opens: 'main input[readonly]' },
  {
    name: 'sign-in-methods',
    path: '/setting',
    press: 'main section:nth-of-type(2) button',
    opens: 'main section ul li',
  },
  { name: 'audit-record', path: '/audit?open=1204330', opens: '[data-difference]' },
  { name: 'order', path: '/orders?open=USR3NOa1Bc4D1794980000', opens: '[data-fact=asked]' },
  { name: 'filters', path: '/log', press: 'main button[aria-haspopup=dialog]', opens: dialog },
];
