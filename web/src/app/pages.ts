import type { ComponentType } from 'react';
import {
  LuBadgeDollarSign,
  LuBookOpenCheck,
  LuChartColumn,
  LuGift,
  LuKeyRound,
  LuListTree,
  LuReceiptText,
  LuRoute,
  LuSettings,
  LuTags,
  LuUsers,
  LuWallet,
  LuScrollText,
} from 'react-icons/lu';
import type { IconType } from 'react-icons';
import { pricingTexts } from '../features/pricing/texts.ts';
import type { Language } from '../shared/i18n/language.ts';
import type { Texts } from '../shared/i18n/text.tsx';

export type PageRole = 'user' | 'admin' | 'root';

export type PageEntry = {
  readonly id: string;
  /** What menu and palette call it, of everybody's texts or of the feature's own. */
  readonly name: (t: Texts, language: Language) => string;
  readonly path: string;
  readonly role: PageRole;
  readonly icon: IconType;
  /** Reached from the wallet's tabs and the command palette, not from the side menu. */
  readonly inWallet?: boolean;
  /** Reached by a link alone: its path has a parameter, and neither menu nor palette has it. */
  readonly byLink?: boolean;
  /** Loads the page's chunk: by the router, and before that when the pointer rests on its link. */
  readonly load: () => Promise<ComponentType>;
};

/** The console's pages in the order of the side menu; paths as in docs/console.md#pages. */
export const pages: readonly PageEntry[] = [
  {
    id: 'detail',
    name: (t) => t.nav.detail,
    path: '/detail',
    role: 'user',
    icon: LuChartColumn,
    load: async () => (await import('../features/dashboard/pages/dashboard-page.tsx')).DashboardPage,
  },
  {
    id: 'token',
    name: (t) => t.nav.token,
    path: '/token',
    role: 'user',
    icon: LuKeyRound,
    load: async () => (await import('../features/tokens/pages/tokens-page.tsx')).TokensPage,
  },
  {
    id: 'log',
    name: (t) => t.nav.log,
    path: '/log',
    role: 'user',
    icon: LuListTree,
    load: async () => (await import('../features/logs/pages/logs-page.tsx')).LogsPage,
  },
  {
    id: 'receipt',
    name: (t) => t.receipt.title,
    path: '/receipt/:requestId',
    role: 'user',
    byLink: true,
    icon: LuReceiptText,
    load: async () => (await import('../features/receipt/pages/receipt-page.tsx')).ReceiptPage,
  },
  {
    id: 'pricing',
    name: (_t, language) => pricingTexts[language].title,
    path: '/pricing',
    role: 'user',
    icon: LuTags,
    load: async () => (await import('../features/pricing/pages/pricing-page.tsx')).PricingPage,
  },
  {
    id: 'topup',
    name: (t) => t.nav.topup,
    path: '/topup',
    role: 'user',
    icon: LuWallet,
    load: async () => (await import('../features/wallet/pages/wallet-page.tsx')).WalletPage,
  },
  {
    id: 'statement',
    name: (t) => t.nav.statement,
    path: '/topup/statement',
    role: 'user',
    inWallet: true,
    icon: LuReceiptText,
    load: async () => (await import('../features/wallet/pages/statement-page.tsx')).StatementPage,
  },
  {
    id: 'ledger',
    name: (t) => t.nav.ledger,
    path: '/topup/ledger',
    role: 'user',
    inWallet: true,
    icon: LuScrollText,
    load: async () => (await import('../features/wallet/pages/ledger-page.tsx')).LedgerPage,
  },
  {
    id: 'channel',
    name: (t) => t.nav.channel,
    path: '/channel',
    role: 'admin',
    icon: LuRoute,
    load: async () => (await import('../features/channels/pages/channels-page.tsx')).ChannelsPage,
  },
  {
    id: 'redemption',
    name: (t) => t.nav.redemption,
    path: '/redemption',
    role: 'admin',
    icon: LuGift,
    load: async () => (await import('../features/redemptions/pages/redemptions-page.tsx')).RedemptionsPage,
  },
  {
    id: 'user',
    name: (t) => t.nav.user,
    path: '/user',
    role: 'admin',
    icon: LuUsers,
    load: async () => (await import('../features/users/pages/users-page.tsx')).UsersPage,
  },
  {
    id: 'books',
    name: (t) => t.nav.books,
    path: '/books',
    role: 'admin',
    icon: LuBookOpenCheck,
    load: async () => (await import('../features/books/pages/books-page.tsx')).BooksPage,
  },
  {
    id: 'pricebook',
    name: (t) => t.nav.pricebook,
    path: '/pricebook',
    role: 'root',
    icon: LuBadgeDollarSign,
    load: async () => (await import('../features/pricebook/pages/pricebook-page.tsx')).PriceBookPage,
  },
  {
    id: 'setting',
    name: (t) => t.nav.setting,
    path: '/setting',
    role: 'user',
    icon: LuSettings,
    load: async () => (await import('../features/settings/pages/settings-page.tsx')).SettingsPage,
  },
];

/** Starts loading a page that is likely to be opened next. */
export const prefetch = (page: Pick<PageEntry, 'load'>): void => void page.load().catch(() => undefined);
