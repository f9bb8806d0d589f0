import type { Access } from '@ledgate/api/contract/access';
import type { Permission } from '@ledgate/domain/catalogue/permissions';
import type { ComponentType } from 'react';
import {
  LuBadgeDollarSign,
  LuBookOpenCheck,
  LuChartColumn,
  LuGift,
  LuHouse,
  LuInfo,
  LuKeyRound,
  LuMessagesSquare,
  LuReceiptText,
  LuRoute,
  LuSettings,
  LuTags,
  LuUsers,
  LuWallet,
  LuScrollText,
} from 'react-icons/lu';
import type { IconType } from 'react-icons';
import { auditTitle } from '../features/audit/title.ts';
import { exportsTitle } from '../features/finance/exports-title.ts';
import { periodsTitle } from '../features/finance/periods-title.ts';
import { sealsTitle } from '../features/finance/seals-title.ts';
import { statementsTitle } from '../features/finance/statements-title.ts';
import { pricingTitle } from '../features/pricing/title.ts';
import { ownNamesTitle } from '../features/users/own-names-title.ts';
import type { Language } from '../shared/i18n/language.ts';
import type { Texts } from '../shared/i18n/text.tsx';
import { PASSWORD_PLACE } from '../shared/session/password-place.ts';
import { TOP_UP_PLACE, topUpTitles } from '../shared/topup/titles.ts';

export type PageRole = 'user' | 'admin' | 'root';
/** `menu`: the side menu; `top`: the top bar, for everybody; `wallet`: the wallet's tabs. The palette has the pages of all three. */
export type Place = 'menu' | 'top' | 'wallet';

/** Something to do on a page, which the palette offers to whoever may open that page. */
export type PageAction = {
  readonly id: string;
  readonly name: (t: Texts, language: Language) => string;
  /** Where it is done: `?open=new` opens what a page makes things with. */
  readonly path: string;
  /** Who may, where it is not everybody who may open the page. */
  readonly role?: PageRole;
};

export type PageEntry = {
  readonly id: string;
  /** What menu and palette call it, of everybody's texts or of the feature's own. */
  readonly name: (t: Texts, language: Language) => string;
  readonly path: string;
  /** Paths of the same page with something open on it: the drawer over its list. */
  readonly opened?: readonly string[];
  /** Who may open it, at least; `public`: somebody who is not signed in, too. */
  readonly role: PageRole | 'public';
  /** Who else may open it: who holds one of these permissions. */
  readonly opens?: readonly Permission[];
  /** The operator's switch, of the status, without which it is offered nowhere. */
  readonly option?: 'enable_data_export';
  readonly icon: IconType;
  /** Where it is found; nowhere what is reached by a link alone, and its icon is not seen. */
  readonly places: readonly Place[];
  readonly actions?: readonly PageAction[];
  /** It has the whole window below the top bar: no side menu, no footer. */
  readonly isBare?: boolean;
  /** Loads the page's chunk: by the router, and before that when the pointer rests on its link. */
  readonly load: () => Promise<ComponentType>;
};

const MONEY: readonly Permission[] = ['finance', 'bookkeeping'];
const OF_FINANCE = { role: 'root', opens: MONEY, icon: LuReceiptText, places: ['menu'] } as const;

/** Every page, in the order of menu and top bar: router, menus and palette are made of these rows; paths as in docs/console.md#pages. */
export const pages: readonly PageEntry[] = [
  {
    id: 'home',
    name: (t) => t.nav.home,
    path: '/',
    role: 'public',
    icon: LuHouse,
    places: ['top'],
    load: async () => (await import('../features/home/pages/home-page.tsx')).HomePage,
  },
  {
    id: 'login',
    name: (t) => t.signIn.title,
    path: '/login',
    role: 'public',
    icon: LuKeyRound,
    places: [],
    load: async () => (await import('../features/sign-in/pages/login-page.tsx')).LoginPage,
  },
  {
    id: 'register',
    name: (t) => t.register.title,
    path: '/register',
    role: 'public',
    icon: LuUsers,
    places: [],
    load: async () => (await import('../features/sign-in/pages/register-page.tsx')).RegisterPage,
  },
  {
    id: 'reset',
    name: (t) => t.signIn.forgot,
    path: '/reset',
    role: 'public',
    icon: LuKeyRound,
    places: [],
    load: async () => (await import('../features/sign-in/pages/reset-page.tsx')).ResetPage,
  },
  {
    id: 'new-password',
    name: (t) => t.signIn.forgot,
    path: '/user/reset',
    role: 'public',
    icon: LuKeyRound,
    places: [],
    load: async () => (await import('../features/sign-in/pages/new-password-page.tsx')).NewPasswordPage,
  },
  {
    id: 'outside-github',
    name: (t) => t.signIn.title,
    path: '/oauth/github',
    role: 'public',
    icon: LuKeyRound,
    places: [],
    load: async () => (await import('../features/sign-in/pages/outside-page.tsx')).GitHubPage,
  },
  {
    id: 'outside-linuxdo',
    name: (t) => t.signIn.title,
    path: '/oauth/linuxdo',
    role: 'public',
    icon: LuKeyRound,
    places: [],
    load: async () => (await import('../features/sign-in/pages/outside-page.tsx')).LinuxDoPage,
  },
  {
    id: 'playground',
    name: (t) => t.nav.playground,
    path: '/playground',
    role: 'user',
    icon: LuMessagesSquare,
    places: ['menu'],
    load: async () => (await import('../features/playground/pages/playground-page.tsx')).PlaygroundPage,
  },
  {
    id: 'channel',
    name: (t) => t.nav.channel,
    path: '/channel',
    opened: ['/channel/add', '/channel/edit/:id'],
    role: 'admin',
    icon: LuRoute,
    places: ['menu'],
    actions: [{ id: 'new-channel', name: (t) => t.channels.create, path: '/channel/add' }],
    load: async () => (await import('../features/channels/pages/channels-page.tsx')).ChannelsPage,
  },
  {
    id: 'chat',
    name: (t) => t.nav.chat,
    path: '/chat/:id?',
    role: 'user',
    icon: LuMessagesSquare,
    places: ['menu'],
    isBare: true,
    load: async () => (await import('../features/chat/pages/chat-page.tsx')).ChatPage,
  },
  {
    id: 'chat2link',
    name: (t) => t.nav.chat,
    path: '/chat2link',
    role: 'user',
    icon: LuMessagesSquare,
    places: [],
    isBare: true,
    load: async () => (await import('../features/chat/pages/chat-link-page.tsx')).ChatLinkPage,
  },
  {
    id: 'token',
    name: (t) => t.nav.token,
    path: '/token',
    role: 'user',
    icon: LuKeyRound,
    places: ['menu'],
    actions: [{ id: 'new-token', name: (t) => t.tokens.create, path: '/token?open=new' }],
    load: async () => (await import('../features/tokens/pages/tokens-page.tsx')).TokensPage,
  },
  {
    id: 'detail',
    name: (t) => t.nav.detail,
    path: '/detail',
    role: 'user',
    option: 'enable_data_export',
    icon: LuChartColumn,
    places: ['menu'],
    load: async () => (await import('../features/dashboard/pages/dashboard-page.tsx')).DashboardPage,
  },
  {
    id: 'redemption',
    name: (t) => t.nav.redemption,
    path: '/redemption',
    role: 'admin',
    icon: LuGift,
    places: ['menu'],
    actions: [{ id: 'new-codes', name: (t) => t.codes.create, path: '/redemption?open=new' }],
    load: async () => (await import('../features/redemptions/pages/redemptions-page.tsx')).RedemptionsPage,
  },
  {
    id: 'topup',
    name: (t) => t.nav.topup,
    path: '/topup',
    role: 'user',
    icon: LuWallet,
    places: ['menu'],
    actions: [{ id: 'top-up', name: (_t, language) => topUpTitles[language].topUp, path: TOP_UP_PLACE }],
    load: async () => (await import('../features/wallet/pages/wallet-page.tsx')).WalletPage,
  },
  {
    id: 'own-orders',
    name: (_t, language) => topUpTitles[language].ownOrders,
    path: '/topup/orders',
    role: 'user',
    icon: LuReceiptText,
    places: ['wallet'],
    load: async () => (await import('../features/wallet/pages/orders-page.tsx')).OwnOrdersPage,
  },
  {
    id: 'statement',
    name: (t) => t.nav.statement,
    path: '/topup/statement',
    role: 'user',
    icon: LuReceiptText,
    places: ['wallet'],
    load: async () => (await import('../features/wallet/pages/statement-page.tsx')).StatementPage,
  },
  {
    id: 'ledger',
    name: (t) => t.nav.ledger,
    path: '/topup/ledger',
    role: 'user',
    icon: LuScrollText,
    places: ['wallet'],
    load: async () => (await import('../features/wallet/pages/ledger-page.tsx')).LedgerPage,
  },
  {
    id: 'user',
    name: (t) => t.nav.user,
    path: '/user',
    opened: ['/user/add', '/user/edit/:id'],
    role: 'admin',
    opens: MONEY,
    icon: LuUsers,
    places: ['menu'],
    actions: [{ id: 'new-user', name: (t) => t.users.create, path: '/user/add', role: 'admin' }],
    load: async () => (await import('../features/users/pages/users-page.tsx')).UsersPage,
  },
  {
    id: 'person',
    name: (t) => t.nav.user,
    path: '/user/:id',
    role: 'admin',
    opens: MONEY,
    icon: LuUsers,
    places: [],
    load: async () => (await import('../features/users/pages/user-page.tsx')).UserPage,
  },
  {
    id: 'own-names',
    name: (_t, language) => ownNamesTitle[language],
    path: '/user/edit',
    role: 'user',
    icon: LuUsers,
    places: [],
    load: async () => (await import('../features/users/pages/own-names-page.tsx')).OwnNamesPage,
  },
  {
    id: 'log',
    name: (t) => t.nav.log,
    path: '/log',
    role: 'user',
    icon: LuScrollText,
    places: ['menu'],
    load: async () => (await import('../features/logs/pages/logs-page.tsx')).LogsPage,
  },
  {
    id: 'receipt',
    name: (t) => t.receipt.title,
    path: '/receipt/:requestId',
    role: 'user',
    icon: LuReceiptText,
    places: [],
    load: async () => (await import('../features/receipt/pages/receipt-page.tsx')).ReceiptPage,
  },
  {
    id: 'setting',
    name: (t) => t.nav.setting,
    path: '/setting',
    role: 'user',
    icon: LuSettings,
    places: ['menu'],
    actions: [{ id: 'change-password', name: (t) => t.personal.changePassword, path: PASSWORD_PLACE }],
    load: async () => (await import('../features/settings/pages/settings-page.tsx')).SettingsPage,
  },
  {
    id: 'pricing',
    name: (_t, language) => pricingTitle[language],
    path: '/pricing',
    role: 'public',
    icon: LuTags,
    places: ['menu', 'top'],
    load: async () => (await import('../features/pricing/pages/pricing-page.tsx')).PricingPage,
  },
  {
    id: 'orders',
    name: (_t, language) => topUpTitles[language].allOrders,
    path: '/orders',
    role: 'admin',
    opens: MONEY,
    icon: LuReceiptText,
    places: ['menu'],
    load: async () => (await import('../features/orders/pages/orders-page.tsx')).OrdersPage,
  },
  {
    id: 'books',
    name: (t) => t.nav.books,
    path: '/books',
    role: 'admin',
    opens: MONEY,
    icon: LuBookOpenCheck,
    places: ['menu'],
    load: async () => (await import('../features/books/pages/books-page.tsx')).BooksPage,
  },
  {
    id: 'statements',
    name: (_t, language) => statementsTitle[language],
    path: '/statements',
    ...OF_FINANCE,
    load: async () => (await import('../features/finance/pages/statements-page.tsx')).StatementsPage,
  },
  {
    id: 'exports',
    name: (_t, language) => exportsTitle[language],
    path: '/exports',
    ...OF_FINANCE,
    load: async () => (await import('../features/finance/pages/exports-page.tsx')).ExportsPage,
  },
  {
    id: 'seals',
    name: (_t, language) => sealsTitle[language],
    path: '/seals',
    ...OF_FINANCE,
    load: async () => (await import('../features/finance/pages/seals-page.tsx')).SealsPage,
  },
  {
    id: 'periods',
    name: (_t, language) => periodsTitle[language],
    path: '/periods',
    ...OF_FINANCE,
    load: async () => (await import('../features/finance/pages/periods-page.tsx')).PeriodsPage,
  },
  {
    id: 'pricebook',
    name: (t) => t.nav.pricebook,
    path: '/pricebook',
    role: 'root',
    icon: LuBadgeDollarSign,
    places: ['menu'],
    load: async () => (await import('../features/pricebook/pages/pricebook-page.tsx')).PriceBookPage,
  },
  {
    id: 'audit',
    name: (_t, language) => auditTitle[language],
    path: '/audit',
    role: 'root',
    icon: LuScrollText,
    places: ['menu'],
    load: async () => (await import('../features/audit/pages/audit-page.tsx')).AuditPage,
  },
  {
    id: 'about',
    name: (t) => t.nav.about,
    path: '/about',
    role: 'public',
    icon: LuInfo,
    places: ['top'],
    load: async () => (await import('../features/about/pages/about-page.tsx')).AboutPage,
  },
];

export const accessOf = ({ role, opens = [] }: PageEntry): Access => ({ level: role, opens });

/** Starts loading a page that is likely to be opened next. */
export const prefetch = (page: Pick<PageEntry, 'load'>): void => void page.load().catch(() => undefined);
