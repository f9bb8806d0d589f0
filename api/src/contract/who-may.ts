import type { Access } from './access.ts';

const PUBLIC = { level: 'public' } as const;
const TRY_USER = { level: 'try_user' } as const;
const USER = { level: 'user' } as const;
const ADMIN = { level: 'admin' } as const;
const ROOT = { level: 'root' } as const;
/** Reads of money. */
const FINANCE = { level: 'admin', opens: ['finance', 'bookkeeping'] } as const;
/** The same where a role alone opens nothing: administrators need the permission too. */
const FINANCE_ALONE = { level: 'root', opens: ['finance', 'bookkeeping'] } as const;
/** Writes of money. */
const BOOKKEEPING = { level: 'root', opens: ['bookkeeping'] } as const;

// What a demo site does not tell by the method (docs/behaviour.md#demo).
const REFUSED = { inDemo: 'refused' } as const;
const GOES_ON = { inDemo: 'goes_on' } as const;
const VISITORS = { inDemo: 'visitors' } as const;
const DECIDES = { inDemo: 'decides' } as const;

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
  login: { ...PUBLIC, ...GOES_ON },
  logout: PUBLIC,
  self: USER,
  editSelf: USER,
  closeSelf: USER,
  models: USER,
  groups: USER,
  publicGroups: TRY_USER,
  accessToken: { ...USER, ...REFUSED },
  inviteCode: { ...USER, ...DECIDES },
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
  amount: { ...USER, ...GOES_ON },
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
  createMany: USER,
} as const satisfies Calls;

/** Lists as files: as their lists, but for who reads money alone. */
export const exported = {
  log: ADMIN,
  logSelf: USER,
  user: ADMIN,
  channel: ADMIN,
  token: USER,
  redemption: ADMIN,
  topUp: ADMIN,
  audit: ROOT,
} as const satisfies Calls;

export const task = {
  drawings: ADMIN,
  drawingsSelf: USER,
  tasks: ADMIN,
  tasksSelf: USER,
} as const satisfies Calls;

export const channel = {
  list: ADMIN,
  search: ADMIN,
  allModels: ADMIN,
  fetchModels: { ...ADMIN, ...REFUSED },
  fetchModelsOf: ADMIN,
  unpriced: { ...ADMIN, ...GOES_ON },
  test: { ...ADMIN, ...REFUSED },
  testAll: { ...ADMIN, ...REFUSED },
  testProgress: ADMIN,
  updateBalance: { ...ADMIN, ...REFUSED },
  updateBalances: { ...ADMIN, ...REFUSED },
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
  ofToken: PUBLIC,
  explanationSelf: USER,
  explanation: FINANCE,
  clean: ADMIN,
} as const satisfies Calls;

export const receipt = {
  get: USER,
  file: USER,
} as const satisfies Calls;

/** No call of its own: who is answered the receipts of everybody, with what is private in them. */
export const ALL_RECEIPTS: Access = FINANCE_ALONE;

export const data = {
  all: FINANCE,
  self: USER,
  dashboard: USER,
} as const satisfies Calls;

export const option = {
  list: ROOT,
  secrets: ROOT,
  set: { ...ROOT, inDemo: 'own_switch' },
  resetModelRatio: ROOT,
} as const satisfies Calls;

export const mail = {
  verification: { ...PUBLIC, ...REFUSED },
  resetRequest: { ...PUBLIC, ...REFUSED },
  reset: PUBLIC,
  bindEmail: { ...USER, ...REFUSED },
  test: ROOT,
} as const satisfies Calls;

export const outsideAccount = {
  state: PUBLIC,
  github: { ...TRY_USER, ...VISITORS },
  linuxdo: { ...TRY_USER, ...VISITORS },
  wechat: { ...PUBLIC, ...DECIDES },
  bindWechat: { ...USER, ...REFUSED },
  telegram: PUBLIC,
  bindTelegram: { ...USER, ...REFUSED },
  unbindOwn: USER,
  unbind: ADMIN,
} as const satisfies Calls;

export const statement = {
  self: USER,
  selfFile: USER,
  user: FINANCE,
  userFile: FINANCE_ALONE,
} as const satisfies Calls;

/** Whatever figures of money are asked for beyond one's own. */
export const finance = {
  statement: FINANCE_ALONE,
  statementFile: FINANCE_ALONE,
} as const satisfies Calls;

/** Files of finance: who may order one has all of them listed; whose one is, the handlers see to. */
export const financePeriod = {
  close: BOOKKEEPING,
  list: FINANCE_ALONE,
  get: FINANCE_ALONE,
  file: FINANCE_ALONE,
  reopen: BOOKKEEPING,
} as const satisfies Calls;

export const financeExport = {
  order: FINANCE_ALONE,
  list: FINANCE_ALONE,
  get: FINANCE_ALONE,
  delete: FINANCE_ALONE,
  file: FINANCE_ALONE,
} as const satisfies Calls;

export const ledger = {
  timelineSelf: USER,
  timeline: FINANCE,
  trialBalance: FINANCE,
  books: FINANCE,
  keys: PUBLIC,
  checkpointFile: PUBLIC,
  seals: FINANCE_ALONE,
  seal: BOOKKEEPING,
  proof: FINANCE_ALONE,
} as const satisfies Calls;

export const balance = {
  self: USER,
  user: FINANCE_ALONE,
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
  bigChanges: { ...ROOT, ...GOES_ON },
  refuse: ROOT,
  quote: { ...ROOT, ...GOES_ON },
} as const satisfies Calls;

export const audit = {
  list: ROOT,
} as const satisfies Calls;
