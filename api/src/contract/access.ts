import { ROLE } from '@ledgate/domain/catalogue/roles';
import type { Permission } from '@ledgate/domain/catalogue/permissions';

/** Who may call (docs/behaviour.md#who-may-call): everybody; everybody, the identity being used if there is one; who has the role, or a higher one. */
export type Level = 'public' | 'try_user' | 'user' | 'admin' | 'root';

/** Who may make a call. `opens`: it is open to who holds one of these, whatever his role. */
export type Access = { readonly level: Level; readonly opens?: readonly Permission[] };

const PUBLIC = { level: 'public' } as const;
const TRY_USER = { level: 'try_user' } as const;
const USER = { level: 'user' } as const;
const ADMIN = { level: 'admin' } as const;
const ROOT = { level: 'root' } as const;
/** Reads of money. */
const FINANCE = { level: 'admin', opens: ['finance'] } as const;

/** Who may make each call: the router asks it, the document says it, and the console shows nothing that it does not allow. */
export const ACCESS = {
  status: {
    status: PUBLIC,
    test: ADMIN,
    notice: PUBLIC,
    about: PUBLIC,
    homePage: PUBLIC,
  },
  session: {
    register: PUBLIC,
    login: PUBLIC,
    logout: PUBLIC,
    self: USER,
    editSelf: USER,
    closeSelf: USER,
    models: USER,
    groups: USER,
    publicGroups: TRY_USER,
    accessToken: USER,
    inviteCode: USER,
    transferEarnings: USER,
    redeem: USER,
  },
  user: {
    list: FINANCE,
    search: FINANCE,
    get: ADMIN,
    create: ADMIN,
    edit: ADMIN,
    permissions: ROOT,
    manage: ADMIN,
    adjust: ADMIN,
    close: ADMIN,
  },
  token: {
    list: USER,
    search: USER,
    get: USER,
    create: USER,
    edit: USER,
    setStatus: USER,
    delete: USER,
  },
  channel: {
    list: ADMIN,
    search: ADMIN,
    allModels: ADMIN,
    fetchModels: ADMIN,
    fetchModelsOf: ADMIN,
    unpriced: ADMIN,
    test: ADMIN,
    testAll: ADMIN,
    get: ADMIN,
    create: ADMIN,
    edit: ADMIN,
    deleteDisabled: ADMIN,
    delete: ADMIN,
    deleteMany: ADMIN,
    tagMany: ADMIN,
    editTag: ADMIN,
    enableKey: ADMIN,
    enableTag: ADMIN,
    disableTag: ADMIN,
    fix: ADMIN,
  },
  redemption: {
    list: ADMIN,
    search: ADMIN,
    get: ADMIN,
    create: ADMIN,
    edit: ADMIN,
    setStatus: ADMIN,
    delete: ADMIN,
  },
  log: {
    list: FINANCE,
    listSelf: USER,
    stat: FINANCE,
    statSelf: USER,
    refused: ADMIN,
    refusedSelf: USER,
    search: ADMIN,
    searchSelf: USER,
    explanationSelf: USER,
    explanation: FINANCE,
    clean: ADMIN,
  },
  receipt: {
    get: USER,
  },
  data: {
    all: FINANCE,
    self: USER,
    dashboard: USER,
  },
  option: {
    list: ROOT,
    set: ROOT,
    resetModelRatio: ROOT,
  },
  mail: {
    verification: PUBLIC,
    resetRequest: PUBLIC,
    reset: PUBLIC,
    bindEmail: USER,
    test: ROOT,
  },
  outsideAccount: {
    state: PUBLIC,
    github: TRY_USER,
    linuxdo: TRY_USER,
    wechat: PUBLIC,
    bindWechat: USER,
    telegram: PUBLIC,
    bindTelegram: USER,
    unbindOwn: USER,
    unbind: ADMIN,
  },
  statement: {
    self: USER,
    user: FINANCE,
  },
  ledger: {
    timelineSelf: USER,
    timeline: FINANCE,
    trialBalance: FINANCE,
    books: FINANCE,
  },
  model: {
    byType: USER,
  },
  group: {
    list: ADMIN,
  },
  pricing: {
    list: TRY_USER,
  },
  pricebook: {
    list: ROOT,
    prices: ROOT,
    differences: ROOT,
    get: ROOT,
    change: ROOT,
    bigChanges: ROOT,
    refuse: ROOT,
    quote: ROOT,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Access>>>>;

const ROLE_NEEDED: Readonly<Record<Level, number>> = { public: 0, try_user: 0, ...ROLE };

/** Whether somebody who is signed in may make a call. */
export const mayCall = (
  { level, opens = [] }: Access,
  { role, permissions }: { readonly role: number; readonly permissions: readonly string[] },
): boolean => role >= ROLE_NEEDED[level] || opens.some((permission) => permissions.includes(permission));
