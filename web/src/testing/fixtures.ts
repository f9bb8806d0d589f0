import type { AuditRecord } from '@ledgate/api/contract/audit';
import type { ToldSession } from '@ledgate/api/contract/told-session';
import type { Channel, ChannelRunAnswer } from '@ledgate/api/contract/channel';
import type { Bucket } from '@ledgate/api/contract/data';
import type { Finding, TimelineEntry, TrialBalance } from '@ledgate/api/contract/ledger';
import type { Log, logRoutes } from '@ledgate/api/contract/log';
import type { LedgerKey, LedgerSeal } from '@ledgate/api/contract/ledger';
import type { Receipt, ReceiptAnswer } from '@ledgate/api/contract/receipt';
import type { DataOf } from '@ledgate/api/contract/route';
import type { Code } from '@ledgate/api/contract/redemption';
import type { BalanceAt } from '@ledgate/api/contract/balance';
import type { ExportJobAnswer } from '@ledgate/api/contract/finance-export';
import type { PeriodAnswer } from '@ledgate/api/contract/finance-period';
import type { StatementEntry } from '@ledgate/api/contract/statement';
import type { Status } from '@ledgate/api/contract/status';
import type { Order, topUpRoutes } from '@ledgate/api/contract/topup';
import type { Token } from '@ledgate/api/contract/token';
import type { User } from '@ledgate/api/contract/user';
import { isUnlistedOption } from '@ledgate/domain/options/registry';
import { publicOptions } from '@ledgate/domain/options/public-options';
import { OPTION_DEFAULTS, optionValues } from '@ledgate/domain/options/values';

// What the fake api begins with: enough for every page to look as it does in use. Times are reckoned back from now.

type Unplaced = DataOf<typeof topUpRoutes.list>['unplaced'][number];

const HOUR_S = 3600;
const DAY_S = 86_400;
let fixedS: number | undefined;
/** From now on it is always then, in Unix seconds; undefined: as late as it is. */
export function fixNow(atS: number | undefined): void {
  fixedS = atS;
}
export const nowS = (): number => fixedS ?? Math.floor(Date.now() / 1000);
const ago = (seconds: number): number => nowS() - seconds;
export const models = [
  'gpt-4o',
  'gpt-4o-mini',
  'claude-3-5-sonnet-20241022',
  'deepseek-chat',
  'o3-mini',
  'text-embedding-3-small',
  'gemini-1.5-pro',
  'mistral-large',
  'whisper-1',
];

export const status: Status = {
  version: '0.1.0',
  start_time: 0,
  ...publicOptions(optionValues(new Map())),
  enable_batch_update: false,
  enable_online_topup: false,
};

export const user = (id: number, username: string, part: Partial<User> = {}): User => ({
  id,
  username,
  password: '',
  display_name: username,
  role: 1,
  status: 1,
  email: '',
  github_id: '',
  wechat_id: '',
  telegram_id: '',
  linux_do_id: '',
  verification_code: '',
  quota: 5_000_000,
  used_quota: 1_274_310,
  request_count: 1843,
  group: 'default',
  aff_code: 'x7Qk',
  aff_count: 0,
  aff_quota: 0,
  aff_history_quota: 0,
  inviter_id: 0,
  inviter_username: '',
  DeletedAt: null,
  created_time: ago(40 * DAY_S),
  limits: { rpm: 0, tpm: 0, parallel: 0 },
  permissions: [],
  ...part,
});

export const users = (): User[] => [
  user(6, 'grace', {
    display_name: 'Grace Hopper',
    quota: 0,
    used_quota: 5_000_000,
    request_count: 12_204,
    group: 'vip',
    status: 2,
  }),
  user(5, 'edsger', {
    quota: 12_500_000,
    used_quota: 3225,
    request_count: 1,
    inviter_id: 2,
    inviter_username: 'ada',
    DeletedAt: '2026-01-05T10:00:00Z',
  }),
  user(4, 'barbara', {
    display_name: 'Barbara',
    quota: 61_200_000,
    used_quota: 38_800_000,
    request_count: 98_120,
    group: 'svip',
    role: 10,
  }),
  user(3, 'alan', { display_name: 'Alan', quota: 940_122, used_quota: 59_878, request_count: 73 }),
  user(2, 'ada', { display_name: 'Ada Lovelace', aff_count: 3, aff_quota: 750_000, aff_history_quota: 1_500_000 }),
  user(1, 'root', { display_name: 'Root User', role: 100, quota: 100_000_000, used_quota: 0, request_count: 0 }),
];

export const token = (id: number, name: string, part: Partial<Token> = {}): Token => ({
  id,
  user_id: 2,
  key: `${name.replaceAll(/\W/gu, '')}9fK2mQ7xPzR4tVbN8wYc3sLd6hJg1aEu5oTiWq0XnZBvFyMk`.slice(0, 48),
  status: 1,
  name,
  created_time: ago(id * DAY_S),
  accessed_time: ago(600),
  expired_time: -1,
  remain_quota: 500_000,
  unlimited_quota: false,
  model_limits_enabled: false,
  model_limits: '',
  allow_ips: '',
  limits: { rpm: 0, tpm: 0, parallel: 0 },
  used_quota: 0,
  group: '',
  DeletedAt: null,
  ...part,
});

export const tokens = (): Token[] => [
  token(1, 'production', { unlimited_quota: true, used_quota: 1_203_441, remain_quota: -1_203_441 }),
  token(2, 'staging', {
    used_quota: 61_644,
    remain_quota: 438_356,
    model_limits_enabled: true,
    model_limits: 'gpt-4o-mini,deepseek-chat',
    group: 'vip',
  }),
  token(3, 'batch-embeddings', { used_quota: 9225, remain_quota: 0, status: 4 }),
  token(4, 'intern laptop', { expired_time: ago(3 * DAY_S), status: 3, used_quota: 0 }),
  token(5, 'old-service', { status: 2, remain_quota: 250_000, used_quota: 250_000, expired_time: nowS() + 30 * DAY_S }),
];

/** What the other fields say of a channel's last test. */
const lastTestOf = ({ test_time, test_passed, response_time }: Omit<Channel, 'last_test'>): Channel['last_test'] =>
  test_passed === null
    ? null
    : {
        at: test_time,
        ok: test_passed,
        model: 'gpt-4o',
        ms: response_time,
        error: test_passed ? '' : 'Incorrect API key provided',
      };

export const channel = (id: number, name: string, part: Partial<Channel> = {}): Channel => {
  const made = { ...usualChannel(id, name), ...part };
  return { ...made, last_test: part.last_test === undefined ? lastTestOf(made) : part.last_test };
};

const usualChannel = (id: number, name: string): Omit<Channel, 'last_test'> => ({
  id,
  type: 1,
  key: '',
  keys: [{ number: id, state: 1, reason: '', time: 0 }],
  openai_organization: '',
  test_model: '',
  status: 1,
  name,
  weight: 0,
  created_time: ago(60 * DAY_S),
  test_time: ago(HOUR_S),
  response_time: 640,
  test_passed: true,
  base_url: '',
  other: '',
  balance: 0,
  balance_updated_time: 0,
  models: 'gpt-4o,gpt-4o-mini,o3-mini',
  unpriced_models: [],
  group: 'default',
  used_quota: 824_311,
  model_mapping: '',
  status_code_mapping: '',
  priority: 0,
  auto_ban: 1,
  other_info: '',
  tag: '',
  setting: '',
  limits: { rpm: 0, tpm: 0, parallel: 0 },
});

/** A test of all channels under way. */
export const channelRun = (part: Partial<ChannelRunAnswer> = {}): ChannelRunAnswer => ({
  kind: 'tests',
  number: 1,
  state: 'running',
  asked_by: 1,
  total: 5,
  done: 0,
  failed: 0,
  begun_at: nowS(),
  age: 0,
  ...part,
});

export const channels = (): Channel[] => [
  channel(1, 'OpenAI primary', {
    priority: 10,
    weight: 5,
    tag: 'west',
    balance: 84.2,
    balance_updated_time: ago(HOUR_S),
  }),
  channel(2, 'OpenAI spare', { priority: 5, response_time: 3420, group: 'default,vip' }),
  channel(3, 'Local inference cluster', {
    type: 8,
    base_url: 'https://llm.example.org/v1/{model}',
    models: 'deepseek-chat,mistral-large',
    response_time: 7820,
    used_quota: 0,
  }),
  channel(4, 'Trial account', {
    status: 3,
    other_info: JSON.stringify({ status_reason: 'invalid_api_key', status_time: ago(2 * HOUR_S) }),
    response_time: 0,
  }),
  channel(5, 'Old gateway', { status: 2, group: 'svip', response_time: 0 }),
];

export const code = (id: number, part: Partial<Code> = {}): Code => ({
  id,
  user_id: 1,
  key: `${id}`.padStart(4, '0') + 'c0ffee5eed0ddba11ab1e5ca1ab1e0'.slice(0, 28),
  status: 1,
  name: 'spring',
  quota: 5_000_000,
  created_time: ago(id * HOUR_S),
  redeemed_time: 0,
  count: 0,
  used_user_id: 0,
  used_username: '',
  DeletedAt: null,
  ...part,
});

export const order = (tradeNo: string, part: Partial<Order> = {}): Order => ({
  trade_no: tradeNo,
  user_id: 2,
  username: 'ada',
  status: 'pending',
  amount: 10,
  quota: 5_000_000,
  money: 73,
  currency: 'CNY',
  provider: 'alipay',
  provider_ref: '',
  price: '7.3',
  ratio: '1',
  create_time: ago(HOUR_S / 2),
  pay_time: 0,
  credited: false,
  stuck: false,
  problem: null,
  asked_time: 0,
  next_ask_time: ago(-300),
  ...part,
});

/** Of each state and of each reason to look at one; newest first. */
/** A charges export in CSV, done. */
export const exportJob = (id: number, part: Partial<ExportJobAnswer> = {}): ExportJobAnswer => ({
  id,
  layout: 'charges',
  format: 'csv',
  status: 'done',
  actor_id: 1,
  actor_name: 'root',
  start: 0,
  end: 0,
  zone: 'UTC',
  position: 1_204_332,
  user_id: null,
  token_id: null,
  channel_id: null,
  group: null,
  model: null,
  type: null,
  names: true,
  raw_text: false,
  detail: null,
  rows_done: 0,
  rows_total: null,
  bytes: 0,
  sha256: null,
  error: null,
  error_code: null,
  created_at: nowS() - 3_600,
  finished_at: null,
  expires_at: null,
  may_delete: true,
  may_download: true,
  ...part,
});

const DIGEST = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** A month of 2026, closed by root. */
export function period(id: number, part: Partial<PeriodAnswer> = {}): PeriodAnswer {
  const [start, end] = [Date.UTC(2026, id - 1, 1) / 1_000, Date.UTC(2026, id, 1) / 1_000];
  return {
    id,
    revision: 1,
    status: 'closed',
    start: id === 1 ? 0 : start,
    end,
    zone: 'UTC',
    first_index: (id - 1) * 84_117,
    size: id * 84_117,
    position: id * 84_300,
    totals: { events: 84_117, charges: 41_202, charge_units: 6_204_332_117, credit_units: 7_000_000_000 },
    manifest_sha256: DIGEST,
    late: [],
    closed_at: end + 90_000,
    begun_at: end + 89_990,
    actor_id: 1,
    actor_name: 'root',
    reopen_reason: null,
    reopened_at: null,
    bundle_bytes: 96_400_000,
    ...part,
  };
}

const NOT_CLOSED = { first_index: null, size: null, position: null, totals: null, manifest_sha256: null } as const;

export const periods = (): PeriodAnswer[] => [
  period(10, { ...NOT_CLOSED, status: 'closing', closed_at: null, bundle_bytes: null }),
  period(9, { bundle_bytes: null, actor_id: 2, actor_name: 'grace' }),
  period(8, { revision: 2, late: [720_411, 720_412, 731_006], reopen_reason: 'A bill of the provider came late' }),
  period(7, { zone: 'Asia/Kathmandu' }),
  ...[6, 5, 4, 3, 2, 1].map((id) => period(id)),
];

export function exportJobs(): ExportJobAnswer[] {
  const done = { sha256: DIGEST, finished_at: nowS() - 3_000, expires_at: nowS() + 83_400 };
  return [
    exportJob(17, { status: 'queued', layout: 'journal', format: 'parquet', created_at: nowS() - 4 }),
    exportJob(16, { status: 'running', rows_done: 412_000, rows_total: 1_204_332, bytes: 96_400_000, model: 'gpt-4o' }),
    exportJob(15, { ...done, layout: 'focus', rows_done: 84_117, rows_total: 84_117, bytes: 31_200_000 }),
    exportJob(14, {
      ...done,
      layout: 'trial_balance',
      format: 'jsonl',
      rows_done: 412,
      rows_total: 412,
      bytes: 61_800,
      start: nowS() - 30 * 86_400,
      end: nowS() - 86_400,
      zone: 'Europe/Berlin',
      names: false,
    }),
    exportJob(13, {
      status: 'failed',
      layout: 'charges',
      rows_done: 88_000,
      actor_id: 2,
      actor_name: 'grace',
      may_delete: false,
      error: 'The disk of the export folder is full. Make room there, and order it again.',
      error_code: 'disk_full',
    }),
    exportJob(12, { status: 'cancelled', layout: 'credits', rows_done: 120 }),
    exportJob(11, {
      ...done,
      layout: 'events',
      format: 'jsonl',
      rows_done: 2_204,
      bytes: 1_900_000,
      expires_at: nowS() - 60,
    }),
  ];
}

export const orders = (): Order[] => [
  order('USR2NOk3Xv9Q1795000000'),
  order('USR2NOp8Lm2A1794990000', {
    create_time: ago(2 * HOUR_S),
    stuck: true,
    provider: 'wxpay',
    asked_time: ago(HOUR_S),
  }),
  order('USR3NOa1Bc4D1794980000', {
    user_id: 3,
    username: 'alan',
    quota: 50_000_000,
    amount: 100,
    money: 730,
    create_time: ago(4 * HOUR_S),
    stuck: true,
    problem: { reason: 'other_money', money: '0.01', provider_ref: '2026111822001', time: ago(3 * HOUR_S) },
  }),
  order('USR2NOh7Yt5E1794970000', {
    status: 'success',
    create_time: ago(5 * HOUR_S),
    pay_time: ago(5 * HOUR_S - 60),
    provider_ref: '2026111822002',
    stuck: true,
    next_ask_time: 0,
  }),
  order('USR2NOz6Wq3F1794960000', {
    status: 'success',
    credited: true,
    create_time: ago(30 * HOUR_S),
    pay_time: ago(30 * HOUR_S - 45),
    provider_ref: '2026111722003',
    price: '7.3',
    ratio: '0.9',
    money: 65.7,
    next_ask_time: 0,
  }),
  order('USR3NOr4Nn8G1794950000', {
    user_id: 3,
    username: 'alan',
    status: 'failed',
    create_time: ago(60 * HOUR_S),
    next_ask_time: 0,
  }),
];

/** A payment that is signed and belongs to no order. */
export const unplaced = (): Unplaced[] => [
  {
    trade_no: 'USR9NOu2Hh6J1794940000',
    provider: 'alipay',
    provider_ref: '2026111622009',
    reason: 'unknown_order',
    money: '73.00',
    times: 3,
    first_time: ago(50 * HOUR_S),
    last_time: ago(48 * HOUR_S),
  },
];

const auditRecord = (id: number, part: Partial<AuditRecord>): AuditRecord => ({
  id: 1_204_330 - id,
  created_at: ago(id * 2_711 + 60),
  actor_id: 1,
  actor_name: 'root',
  action: 'option.set',
  target_type: 'option',
  target_id: 'RetryTimes',
  target_name: '',
  target_user_id: 0,
  before: {},
  after: {},
  reason: '',
  request_id: `2026111819${30_000 + id * 17}`,
  address: '192.0.2.17',
  ...part,
});

const NOTICE =
  'From Monday, calls to the image models are limited to 60 a minute for each account; write to us before that if you need more. ';

/** Acts of every kind of target, by people and by processes. */
export const auditRecords = (): AuditRecord[] => [
  auditRecord(0, {
    target_id: 'Notice',
    before: { Notice: 'Welcome.', Length: 8 },
    after: { Notice: `${NOTICE.repeat(4)}...`, Length: NOTICE.length * 4 },
  }),
  auditRecord(1, {
    action: 'user.adjust',
    target_type: 'user',
    target_id: '2',
    target_name: 'ada',
    target_user_id: 2,
    before: { balance: 2_000_000 },
    after: { balance: 2_500_000, delta: 500_000 },
    reason: 'Goodwill after the outage of Tuesday',
  }),
  auditRecord(2, {
    actor_id: 0,
    actor_name: 'relay',
    action: 'channel.disable',
    target_type: 'channel',
    target_id: '3',
    target_name: 'OpenAI fallback',
    before: { status: 1 },
    after: { status: 3 },
    reason: 'HTTP 401: Incorrect API key provided',
    request_id: '',
    address: '',
  }),
  auditRecord(3, {
    actor_id: 3,
    actor_name: 'alan',
    action: 'channel.edit',
    target_type: 'channel',
    target_id: '1',
    target_name: 'OpenAI primary',
    before: { key: '(hidden)', priority: 0, models: 'gpt-4o' },
    after: { key: '(hidden)', priority: 17, models: 'gpt-4o,gpt-4o-mini' },
    address: '2001:db8::5a:1f',
  }),
  auditRecord(4, {
    action: 'option.set',
    target_id: 'EpayKey',
    before: { EpayKey: '(hidden)' },
    after: { EpayKey: '(hidden)' },
  }),
  auditRecord(5, {
    action: 'pricebook.put',
    target_type: 'pricebook',
    target_id: '7',
    before: { 'modelRatio.gpt-4o': '1.25' },
    after: { 'modelRatio.gpt-4o': '1.5', 'modelRatio.o3-mini': '0.55' },
    reason: 'New prices of the provider',
  }),
  auditRecord(6, {
    action: 'user.permissions',
    target_type: 'user',
    target_id: '3',
    target_name: 'alan',
    target_user_id: 3,
    before: { permissions: '' },
    after: { permissions: 'finance' },
  }),
  auditRecord(7, {
    action: 'redemption.delete',
    target_type: 'redemption',
    target_id: '4',
    target_name: 'welcome',
    before: { quota: 500_000 },
  }),
  auditRecord(8, {
    action: 'log.clean',
    target_type: 'log',
    target_id: '1790000000',
    after: { before: 1_790_000_000 },
  }),
  auditRecord(9, {
    action: 'topup.settle',
    target_type: 'finance',
    target_id: 'USR9NOu2Hh6J1794940000',
    before: { problems: 'unknown_order 73.00' },
    after: { problems: '' },
    reason: 'paid back by hand',
  }),
  auditRecord(10, {
    actor_id: 0,
    actor_name: 'relay',
    action: 'token.mark',
    target_type: 'token',
    target_id: '12',
    target_name: 'production',
    target_user_id: 2,
    before: { status: 1 },
    after: { status: 3 },
    reason: 'expired',
    request_id: '',
    address: '',
  }),
  auditRecord(11, {
    action: 'channel.run_start',
    target_id: 'channel_tests',
    after: { total: 41 },
  }),
];

export const codes = (): Code[] => [
  code(4),
  code(3),
  code(2, { status: 3, used_user_id: 2, used_username: 'ada', redeemed_time: ago(HOUR_S), name: 'welcome' }),
  code(1, { status: 2, name: '$1.00', quota: 500_000 }),
];

const log = (id: number, part: Partial<Log>): Log => ({
  duration_ms: (part.use_time ?? 4) * 1000 + ((id * 137) % 1000),
  id,
  user_id: 2,
  created_at: ago(id * 540),
  type: 2,
  content: '',
  username: 'ada',
  token_name: 'production',
  model_name: 'gpt-4o',
  quota: 3225,
  prompt_tokens: 1200,
  completion_tokens: 345,
  cached_tokens: 0,
  use_time: 4,
  is_stream: true,
  channel: 1,
  channel_name: 'OpenAI primary',
  token_id: 1,
  group: 'default',
  other:
    '{"model_ratio":1.25,"group_ratio":1,"completion_ratio":4,"model_price":-1,"frt":420,"usage_source":"provider"}',
  amount: -3225,
  request_id: `req-${id}`,
  position: 1_204_332 - id,
  ...part,
});

/** `other` of a call with tags. */
const TAGGED =
  '{"model_ratio":1.25,"group_ratio":1,"completion_ratio":4,"model_price":-1,"frt":420,"usage_source":"provider",' +
  '"tags":{"project":"atlas"},"end_user":"ZW5kdXNlcjEyMzQ1"}';

export const logs = (): Log[] =>
  [
    log(900, {
      created_at: ago(200),
      type: 1,
      content: 'Redeemed code 2 for $10.00',
      quota: 0,
      amount: 5_000_000,
      request_id: '',
      model_name: '',
      token_name: '',
      other: '',
    }),
    log(901, {
      created_at: ago(4000),
      type: 3,
      content: 'Balance adjusted by root: credit for the outage',
      quota: 0,
      amount: -250_000,
      request_id: '',
      model_name: '',
      token_name: '',
      other: '',
    }),
    ...Array.from({ length: 34 }, (_, index) =>
      log(index + 1, {
        model_name: models[index % models.length] ?? 'gpt-4o',
        quota: 12 + ((index * 7919) % 9000),
        prompt_tokens: 80 + ((index * 331) % 2400),
        completion_tokens: (index * 97) % 900,
        cached_tokens: index % 3 === 1 ? 64 : 0,
        use_time: index === 3 ? 140 : (index * 5) % 20,
        token_name: index % 4 === 0 ? 'staging' : 'production',
        is_stream: index % 2 === 0,
        ...(index % 5 === 1 ? { other: TAGGED } : {}),
      }),
    ),
  ].toSorted((one, other) => other.created_at - one.created_at);

/** Nothing was charged under it. */
export const MISSING_REQUEST = 'req-missing';

const ORIGIN = 'ledgate/2f1c2b0e-7a52-4f0e-9d0b-3a8f4f6d1c11';
const hash = (seed: number): string => Buffer.alloc(32, seed).toString('base64');
const vkeyOf = (id: string, seed: number): string =>
  `${ORIGIN}+${id}+${Buffer.concat([Buffer.of(1), Buffer.alloc(32, seed)]).toString('base64')}`;
/** A head that nobody has signed: a browser looks at no signature. */
export const checkpoint = (size: number, root = hash(size % 251)): string =>
  `${ORIGIN}\n${size}\n${root}\n\n\u2014 ${ORIGIN} ${Buffer.alloc(68, 7).toString('base64')}\n`;

/** The present one first. */
export const ledgerKeys = (): readonly LedgerKey[] =>
  [
    { id: '33d7b496', seed: 21, from: 1_104_200, retired: null },
    { id: '0b2e71fa', seed: 11, from: 0, retired: 86_400 * 40 },
  ].map(({ id, seed, from, retired }) => ({
    name: ORIGIN,
    key_id: id,
    algorithm: 'ed25519',
    public_key: hash(seed),
    vkey: vkeyOf(id, seed),
    from_size: from,
    retired_at: retired === null ? null : ago(retired),
  }));

/** The newest first. */
export const ledgerSeals = (): LedgerSeal[] =>
  Array.from({ length: 34 }, (_, index) => {
    const size = 1_204_331 - index * 1_789;
    return {
      size,
      root: hash(size % 251),
      note: checkpoint(size),
      key_id: '33d7b496',
      position: size + 900,
      at: ago(42 + index * 60),
    };
  });

const leaf = (type: string, data: object): string =>
  JSON.stringify({ data, recordedAt: '2026-11-20T09:30:00.001Z', type });

/** A receipt with its proof. */
export const receiptAnswer = (requestId: string, isOfAll = true): ReceiptAnswer => {
  const proved = (text: string, index: number) => ({
    leaf: text,
    index,
    sealed: true,
    proof: { index, size: 1_204_331, at: ago(40), hashes: [hash(1), hash(2)], checkpoint: checkpoint(1_204_331) },
  });
  const whole = receipt(requestId);
  return {
    receipt: isOfAll ? whole : { ...whole, attempts: null, postings: null, channel_id: null },
    ...proved(leaf('ConsumptionRecorded', { amount: whole.total, requestId }), 1_203_432),
    vkey: ledgerKeys()[0]?.vkey ?? null,
    stands_at: 2_412,
    later: [proved(leaf('ConsumptionRerated', { requestId, before: 2_741, after: 2_412 }), 1_203_990)],
    ...(isOfAll
      ? { private: { attempts: [{ channelId: 2, status: 200 }], channelId: 2, privateSalt: 'AAECAwQ' } }
      : {}),
  };
};

export const receipt = (requestId: string): Receipt => ({
  request_id: requestId,
  log_id: 7,
  user_id: 2,
  username: 'ada',
  token_id: 1,
  token_name: 'production',
  group: 'vip',
  model_asked: 'gpt-4o',
  model_billed: 'gpt-4o-2024-11-20',
  stream: true,
  interrupted: false,
  arrived_at_ms: ago(3000) * 1000,
  first_token_ms: 420,
  duration_ms: 4180,
  tags: { project: 'atlas', 'cost-centre': 'emea/4711' },
  end_user: 'ZW5kdXNlcjEyMzQ1',
  usage: {
    source: 'provider',
    prompt: 1200,
    completion: 345,
    cached_read: 512,
    cached_audio: 0,
    cached_write: 0,
    cached_write_1h: 0,
    audio_input: 0,
    audio_output: 0,
    image: 0,
    video_input: 0,
    image_output: 0,
    reasoning: 128,
    measured: [],
  },
  method: 'tokens',
  price_book_version: 14,
  rule_id: null,
  tier: null,
  service_tier: null,
  ratios: {
    model_ratio: '1.25',
    completion_ratio: '4',
    audio_ratio: null,
    audio_completion_ratio: null,
    model_price: null,
    group_ratio: '0.85',
    quota_per_unit: null,
  },
  lines: [
    { what: 'prompt', quantity: '1200', factor: '1', subtotal: '1200' },
    { what: 'completion', quantity: '345', factor: '4', subtotal: '1380' },
    { what: 'model_ratio', quantity: '2580', factor: '1.25', subtotal: '3225' },
    { what: 'group_ratio', quantity: '3225', factor: '0.85', subtotal: '2741.25' },
  ],
  per_million_tokens: [
    { what: 'prompt', tokens: 1200, price: '2.125' },
    { what: 'completion', tokens: 345, price: '8.5' },
  ],
  exact: '2741.25',
  rounding: 'half_up_minimum_1',
  rounding_difference: '-0.25',
  total: 2741,
  balance_before: 5_002_741,
  balance_after: 5_000_000,
  ledger: { type: 'ConsumptionRecorded', position: 1_204_332, stream: 'till-5c1b', revision: 88 },
  corrections: [],
  channel_id: 2,
  attempts: [
    {
      channel_id: 1,
      channel_name: 'OpenAI primary',
      status: 429,
      upstream_request_id: '',
      latency_ms: 212,
      outcome: 'failed',
      error: 'upstream_error',
      provider: 'openAi',
      model_sent: 'gpt-4o-2024-11-20',
      model_answered: null,
      key_id: 1,
      upstream_answer_id: '',
      cost: null,
      start_ms: 4,
      affinity: 'kept',
    },
    {
      channel_id: 2,
      channel_name: 'OpenAI spare',
      status: 200,
      upstream_request_id: 'chatcmpl-9fk2',
      latency_ms: 3968,
      outcome: 'answered',
      error: null,
      provider: 'openAi',
      model_sent: 'gpt-4o-2024-11-20',
      model_answered: 'gpt-4o-2024-11-20-spare',
      key_id: 2,
      upstream_answer_id: 'chatcmpl-9fk2Gq',
      cost: { amount: '0.00481', currency: 'USD' },
      start_ms: 216,
      affinity: 'moved',
    },
  ],
  postings: [
    { account: 'user:2:wallet', amount: -2741 },
    { account: 'revenue', amount: 2741 },
  ],
});

export const buckets = (start: number, end: number): Bucket[] => {
  const found: Bucket[] = [];
  for (let at = Math.max(start - (start % HOUR_S), ago(29 * DAY_S)); at <= Math.min(end, nowS()); at += HOUR_S) {
    const hour = Math.floor(at / HOUR_S);
    for (const [index, model] of models.entries()) {
      if ((hour * (index + 3)) % 5 > 2) continue;
      const count = 3 + ((hour * (index + 7)) % 23);
      found.push({
        id: found.length,
        user_id: 2,
        username: 'ada',
        model_name: model,
        created_at: at,
        token_used: count * (640 + index * 90),
        count,
        quota: Math.round((count * 9000) / (index + 1.6)),
      });
    }
  }
  return found;
};

/** What stood on an account at an instant; before 2024 nothing. */
export function balanceAt(userId: number, url: URL): BalanceAt {
  const atMs = Number(url.searchParams.get('at_ms'));
  const isKnown = atMs >= Date.UTC(2024, 0, 1);
  const tokenId = Number(url.searchParams.get('token_id') ?? 0);
  const isRecorded = url.searchParams.get('basis') === 'recorded';
  const [credits, used] = isKnown ? [12_500_000, isRecorded ? 7_300_000 : 7_312_345] : [0, 0];
  return {
    user_id: userId || 2,
    username: 'ada',
    basis: isRecorded ? 'recorded' : 'event',
    at_ms: atMs,
    position: isKnown ? 1_203_977 : 0,
    index: isKnown ? 1_203_976 : -1,
    balance: credits - used,
    credits,
    used,
    earnings: isKnown ? 250_000 : 0,
    token: tokenId === 0 ? null : { token_id: tokenId, limit: 5_000_000, used: 1_250_000, remain: 3_750_000 },
  };
}

/** What a statement says beside its amounts, of entries of which none changed a charge. */
export function statementFigures(entries: readonly StatementEntry[], zone = 'UTC') {
  const charges = entries.filter(({ kind }) => kind === 'charge');
  const grouped = (keyOf: (entry: StatementEntry) => string) => {
    const groups = new Map<string, { requests: number; amount: number }>();
    for (const entry of charges) {
      const group = groups.get(keyOf(entry)) ?? { requests: 0, amount: 0 };
      groups.set(keyOf(entry), { requests: group.requests + 1, amount: group.amount + entry.amount });
    }
    return [...groups];
  };
  const days = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  const none = '0.000000';
  return {
    zone,
    position: 1_204_332,
    index: 1_204_331,
    money: {
      currency: 'USD' as const,
      quota_per_unit: '500000',
      opening: none,
      credits: none,
      charges: none,
      refunds: none,
      adjustments: none,
      closing: none,
    },
    credits_by_kind: [],
    charges_by_model: grouped(({ facts }) => String(facts['model'] ?? '')).map(([model, group]) => ({
      model,
      prompt_tokens: 1_200 * group.requests,
      completion_tokens: 345 * group.requests,
      ...group,
    })),
    charges_by_token: grouped(() => 'laptop').map(([name, group]) => ({ token_id: 11, name, ...group })),
    charges_by_day: grouped(({ at }) => days.format(at * 1_000)).map(([day, group]) => ({ day, ...group })),
    late: [],
    reopened: [],
  };
}

export const statementEntries = (start: number, end: number): StatementEntry[] => {
  const entries: StatementEntry[] = [];
  let balance = 2_000_000;
  const add = (
    at: number,
    kind: StatementEntry['kind'],
    amount: number,
    text: string,
    type: string,
    facts: StatementEntry['facts'] = {},
  ): void => {
    if (at < start || at >= end) return;
    balance += amount;
    entries.push({
      position: 1000 + entries.length,
      at,
      day: new Date(at * 1_000).toISOString().slice(0, 10),
      kind,
      type,
      amount,
      balance,
      text,
      facts,
      request_id: kind === 'charge' ? `req-${entries.length}` : '',
    });
  };
  for (let day = 6; day >= 0; day -= 1) {
    // Of the day itself, so that what belongs to one day does so at any time of the day.
    const noon = (Math.floor(nowS() / DAY_S) - day) * DAY_S + 12 * HOUR_S;
    if (day === 5) add(noon - 9000, 'credit', 5_000_000, 'Redeemed code 2 for $10.00', 'RedemptionCredited');
    for (let call = 0; call < 9 + day; call += 1)
      add(
        noon - 8000 + call * 300,
        'charge',
        -(2000 + call * 431),
        'model ratio 1.25, completion ratio 4, group ratio 1',
        'ConsumptionRecorded',
        { model: models[call % 4] ?? 'gpt-4o' },
      );
    if (day === 3) add(noon - 2000, 'adjustment', -250_000, 'Adjusted by root: credit for the outage', 'QuotaAdjusted');
    if (day === 2) add(noon - 1000, 'refund', 50_000, 'Refund of a failed task', 'ConsumptionRefunded');
  }
  return entries;
};

export const refusedCalls = (forAdministrator: boolean): DataOf<typeof logRoutes.refused> => {
  const hour = Math.floor(nowS() / 3_600) * 3_600;
  const items: DataOf<typeof logRoutes.refused>['items'] = [
    { hour, username: 'grace', token_name: 'staging', reason: 'balance', count: 1_204 },
    { hour: hour - 3_600, username: 'grace', token_name: 'laptop', reason: 'model', count: 3 },
  ];
  const unknown = { hour, username: '', token_name: '', reason: 'unknown_key', count: 17 } as const;
  const shown = forAdministrator ? [...items, unknown] : items;
  return { total: shown.reduce((sum, { count }) => sum + count, 0), items: shown, complete: !forAdministrator };
};

const charged = (model: string, prompt: number, completion: number) => ({
  model,
  prompt,
  completion,
  method: 'tokens',
  interrupted: false,
});

export const timeline = (withPostings: boolean, withLeases: boolean): TimelineEntry[] =>
  (
    [
      [
        'ConsumptionRecorded',
        'model ratio 1.25, completion ratio 4, group ratio 0.85',
        -2741,
        400,
        charged('gpt-4o-2024-11-20', 1200, 345),
      ],
      ['LeaseSettled', 'Lease settled: $0.013342 consumed', 0, 600],
      ['LeaseGranted', 'Lease of $1.00 granted to a till', 0, 3600],
      ['RedemptionCredited', 'Redeemed code 2 (welcome) for $10.00', 5_000_000, 3700],
      ['QuotaAdjusted', 'Balance changed from $2.00 to $1.50 (credit for the outage)', -250_000, 9000],
      ['TokenLimitSet', 'Token staging may use $1.00 in all', 0, 90_000],
      ['InviteEarningsTransferred', 'Moved $1.50 of invite earnings to the balance', 750_000, 180_000],
      ['QuotaGranted', 'Welcome gift of $2.00', 1_000_000, 300_000],
      ['AccountOpened', 'Account opened', 0, 300_001],
    ] as const
  )
    .map(([type, text, amount, before, facts = {}], index) => ({
      position: 1_204_332 - index * 17,
      stream: 'account-2',
      revision: 40 - index,
      type,
      at: ago(before),
      actor: type === 'QuotaAdjusted' ? 'user-1' : '',
      actor_name: type === 'QuotaAdjusted' ? 'root' : '',
      reason: type === 'QuotaAdjusted' ? 'credit for the outage' : '',
      amount,
      text,
      facts,
      request_id: type === 'ConsumptionRecorded' ? 'req-7' : '',
      postings: withPostings
        ? amount === 0
          ? []
          : [
              { account: 'user:2:wallet', amount },
              { account: CONTRA[type] ?? 'promotion', amount: -amount },
            ]
        : null,
    }))
    .filter(({ type }) => withLeases || !type.startsWith('Lease'));

/** The account of the chart that gets what a wallet gives. */
const CONTRA: Readonly<Record<string, string>> = {
  ConsumptionRecorded: 'revenue',
  RedemptionCredited: 'codes:outstanding',
  QuotaAdjusted: 'adjustment',
};

export const options: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(OPTION_DEFAULTS).filter(([key]) => !isUnlistedOption(key))),
  QuotaPerUnit: '500000',
  ModelRatio: '{\n  "gpt-4o": 1.25,\n  "gpt-4o-mini": 0.075\n}',
  CompletionRatio: '{}',
  ModelPrice: '{"dall-e-3": 0.04}',
  GroupRatio: '{"default": 1, "vip": 1, "svip": 1}',
  UserUsableGroups: '{"default": "Default", "vip": "VIP"}',
};

/** The end of the range does not matter: nothing has happened since. */
export const trialBalance = (start: number, end: number): TrialBalance => ({
  position: 1_204_332,
  index: 1_204_331,
  start,
  end,
  total: 0,
  accounts: [
    { account: 'adjustment', opening: -100_000_000, debits: -62_500_000, credits: 250_000, balance: -162_250_000 },
    { account: 'cash:epay', opening: 0, debits: -9_000_000, credits: 0, balance: -9_000_000 },
    { account: 'codes:outstanding', opening: 20_000_000, debits: -5_000_000, credits: 0, balance: 15_000_000 },
    { account: 'promotion', opening: -25_000_000, debits: -3_000_000, credits: 0, balance: -28_000_000 },
    { account: 'revenue', opening: 3225, debits: 0, credits: 1_271_085, balance: 1_274_310 },
    { account: 'user:*:wallet', opening: 104_996_775, debits: -1_521_085, credits: 79_500_000, balance: 182_975_690 },
  ],
});

const finding = (change: Partial<Finding>): Finding => ({
  scope: 'balance',
  id: '',
  field: '',
  expected: '',
  seen: '',
  amount: null,
  in_ledger: false,
  user_id: null,
  token_id: null,
  channel_id: null,
  code_id: null,
  username: '',
  token_name: '',
  channel_name: '',
  request_id: '',
  position: null,
  account: '',
  ...change,
});

/** The last verification has found three differences: two of read models, one in the ledger itself. */
export const booksThatDiffer = () => ({
  position: 1_204_332,
  head: 1_204_332,
  lag_events: 0,
  verified: {
    at: nowS() - 12,
    ok: false,
    position: 1_204_332,
    differences: [
      'balance of account 2, credits: expected 5000000, seen 5000007',
      'log row position 1204001 (request req-7) of account 2: expected a row, seen none',
      'event position 1203999: expected an event, seen none',
    ],
    findings: [
      finding({
        id: 'of account 2, credits',
        field: 'credits',
        expected: '5000000',
        seen: '5000007',
        amount: 7,
        user_id: 2,
      }),
      finding({
        scope: 'log_row',
        id: 'position 1204001 (request req-7) of account 2',
        expected: 'a row',
        seen: 'none',
        user_id: 2,
        position: 1_204_001,
        request_id: 'req-7',
      }),
      finding({
        scope: 'event',
        id: 'position 1203999',
        expected: 'an event',
        seen: 'none',
        position: 1_203_999,
        in_ledger: true,
      }),
    ],
  },
});

/** Of one person: this one, one somewhere else, and one of which nobody knows whence. */
export const sessions = (): readonly ToldSession[] => [
  {
    id: '0b8f5a52-6c1d-4f0e-9a37-5d2c41e8b601',
    created_at: nowS() - 86_400,
    seen_at: nowS() - 20,
    address: '198.51.100.24',
    agent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    current: true,
  },
  {
    id: '3d6e1c9a-27b4-4c58-8f10-a94b7e03d2f7',
    created_at: nowS() - 7_200,
    seen_at: nowS() - 3_600,
    address: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
    agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0',
    current: false,
  },
  {
    id: '9c4a7f10-e5d2-47b3-b6c8-1f20d9a3574e',
    created_at: nowS() - 20 * 86_400,
    seen_at: nowS() - 9 * 86_400,
    address: '',
    agent: '',
    current: false,
  },
];
