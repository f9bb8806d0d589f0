import type { Access } from './access.ts';

const PUBLIC = { level: 'public' } as const;
const TRY_USER = { level: 'try_user' } as const;
const USER = { level: 'user' } as const;
const ADMIN = { level: 'admin' } as const;
const ROOT = { level: 'root' } as const;
/** Reads of money. */
const FINANCE = { level: 'admin', opens: ['finance'] } as const;

// Who may make each call, by noun: the router asks it, the document says it, and the console shows nothing that it does not allow.

type Calls = Readonly<Record<string, Access>>;

export const status = {
  status: PUBLIC,
  test: ADMIN,
  notice: PUBLIC,
  about: PUBLIC,
  homePage: PUBLIC,
} as const satisfies Calls;

export const session = {
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
} as const satisfies Calls;

export const toldSession = {
  list: USER,
  endOthers: USER,
  end: USER,
  endAccessToken: USER,
  endOf: ADMIN,
} as const satisfies Calls;

export const user = {
  list: FINANCE,
  search: FINANCE,
  get: ADMIN,
  create: ADMIN,
  edit: ADMIN,
  permissions: ROOT,
  manage: ADMIN,
  adjust: ADMIN,
  close: ADMIN,
} as const satisfies Calls;

export const topUp = {
  amount: USER,
  pay: USER,
  query: USER,
  listSelf: USER,
  list: FINANCE,
  settle: ROOT,
  notify: PUBLIC,
} as const satisfies Calls;

export const token = {
  list: USER,
  search: USER,
  get: USER,
  create: USER,
  edit: USER,
  setStatus: USER,
  delete: USER,
} as const satisfies Calls;

export const channel = {
  list: ADMIN,
  search: ADMIN,
  allModels: ADMIN,
  fetchModels: ADMIN,
  fetchModelsOf: ADMIN,
  unpriced: ADMIN,
  test: ADMIN,
  testAll: ADMIN,
  testProgress: ADMIN,
  updateBalance: ADMIN,
  updateBalances: ADMIN,
  runs: ADMIN,
  stopRun: ADMIN,
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
} as const satisfies Calls;

export const redemption = {
  list: ADMIN,
  search: ADMIN,
  get: ADMIN,
  create: ADMIN,
  edit: ADMIN,
  setStatus: ADMIN,
  delete: ADMIN,
} as const satisfies Calls;

export const log = {
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
} as const satisfies Calls;

export const receipt = {
  get: USER,
} as const satisfies Calls;

export const data = {
  all: FINANCE,
  self: USER,
  dashboard: USER,
} as const satisfies Calls;

export const option = {
  list: ROOT,
  set: ROOT,
  resetModelRatio: ROOT,
} as const satisfies Calls;

export const mail = {
  verification: PUBLIC,
  resetRequest: PUBLIC,
  reset: PUBLIC,
  bindEmail: USER,
  test: ROOT,
} as const satisfies Calls;

export const outsideAccount = {
  state: PUBLIC,
  github: TRY_USER,
  linuxdo: TRY_USER,
  wechat: PUBLIC,
  bindWechat: USER,
  telegram: PUBLIC,
  bindTelegram: USER,
  unbindOwn: USER,
  unbind: ADMIN,
} as const satisfies Calls;

export const statement = {
  self: USER,
  user: FINANCE,
} as const satisfies Calls;

export const ledger = {
  timelineSelf: USER,
  timeline: FINANCE,
  trialBalance: FINANCE,
  books: FINANCE,
} as const satisfies Calls;

export const model = {
  byType: USER,
} as const satisfies Calls;

export const group = {
  list: ADMIN,
} as const satisfies Calls;

export const pricing = {
  list: TRY_USER,
} as const satisfies Calls;

export const pricebook = {
  list: ROOT,
  prices: ROOT,
  differences: ROOT,
  get: ROOT,
  change: ROOT,
  bigChanges: ROOT,
  refuse: ROOT,
  quote: ROOT,
} as const satisfies Calls;
