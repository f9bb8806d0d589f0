import type { ChannelRunAnswer } from '@ledgate/api/contract/channel';
import { type Binding, BINDINGS } from '@ledgate/api/contract/outside-account';
import type { ScopedStatement } from '@ledgate/api/contract/statement';
import type { ToldSession } from '@ledgate/api/contract/told-session';
import type { User } from '@ledgate/api/contract/user';
import { ROLE } from '@ledgate/domain/catalogue/roles';
import { DIFFERENCES } from '@ledgate/domain/pricebook/kinds';
import { isUnlistedOption, optionRows } from '@ledgate/domain/options/registry';
import { accessFault, contractFault } from './contract-fault.ts';
import * as fixtures from './fixtures.ts';
import * as priceBook from './price-book.ts';
import { ProviderDoubles, TELEGRAM_USER } from './provider-doubles.ts';
import { soldModels } from './sold-models.ts';

export type FakeAnswer = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};
export type FakeCall = { readonly method: string; readonly url: URL; readonly body: unknown };
type Handler = (call: FakeCall, id: number) => FakeAnswer | unknown;
type Fields = Readonly<Record<string, unknown>>;

const done = (data: unknown = null): FakeAnswer => ({ status: 200, body: { success: true, message: '', data } });
/** Of the link that is mailed to whoever forgot his password: it is good once. */
export const RESET_EMAIL = 'ada@example.com';
export const RESET_TOKEN = '5f1c9a7e0b3d4c2fa1e8d7b6093c4a5e';
/** What the link makes. */
export const NEW_PASSWORD = 'mT4xQ9vK2rWb';
/** Mailed to every e-mail. */
export const MAILED_CODE = '7f3k9a';
/** Nobody's. */
export const WRONG_PASSWORD = 'wrong-password';

/** Told by the operator's WeChat account. */
export const WECHAT_CODE = '482913';
/** Who somebody is with GitHub and LinuxDO. */
export const PROVIDER_ID = '583231';
const BOUND_FIELDS = {
  email: 'email',
  github: 'github_id',
  linuxdo: 'linux_do_id',
  wechat: 'wechat_id',
  telegram: 'telegram_id',
} as const satisfies Readonly<Record<Binding, string>>;
const isWeChatCode = (url: URL): boolean => url.searchParams.get('code') === WECHAT_CODE;
/** Exactly what the widget has signed. */
const isOfTelegram = ({ searchParams }: URL): boolean =>
  JSON.stringify(Object.fromEntries(searchParams)) ===
  JSON.stringify(Object.fromEntries(Object.entries(TELEGRAM_USER).map(([name, value]) => [name, String(value)])));

export const answered = (data: unknown): FakeAnswer => ({ status: 200, body: { success: true, message: '', data } });
/** A file of rows. */
export const csv = (text: string, total: number): FakeAnswer => ({
  status: 200,
  body: text,
  headers: {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="log-2026-11-28.csv"',
    'x-total-count': String(total),
  },
});
export const refused = (message: string): FakeAnswer => ({ status: 200, body: { success: false, message } });
/** At a field of the call, as it was sent. */
const refusedAt = (field: string, code: string, message: string): FakeAnswer => ({
  status: 200,
  body: { success: false, message, code, field },
});
const codeWrong = (field: string): FakeAnswer => refusedAt(field, 'mail_code_wrong', 'The code is wrong or too old');
/** Where the payment provider takes forms. */
export const PAY_ADDRESS = 'https://other-site.example/submit.php';
const PRICE = 7.3;
/** As calls of payments answer: of 500 nobody may have so many. */
const paymentAnswer = (amount: unknown, data: (money: number) => object): FakeAnswer => ({
  status: 200,
  body:
    amount === TOO_MANY
      ? { message: 'error', data: 'The amount must be at most 400.', code: 'amount_too_large', field: 'amount' }
      : { message: 'success', ...data(Number(amount) * PRICE) },
});
/** Dollars that are refused. */
const TOO_MANY = 500;
/** The session is over. */
export const notSignedIn = (): FakeAnswer => ({ status: 401, body: { success: false, message: 'not signed in' } });
const isAnswer = (value: unknown): value is FakeAnswer =>
  typeof value === 'object' && value !== null && 'status' in value && 'body' in value;

/** `tag`: name=value. */
const hasTag = (other: string, tag: string): boolean => {
  const { tags = {} } = (other === '' ? {} : JSON.parse(other)) as { tags?: Readonly<Record<string, string>> };
  return Object.entries(tags).some(([name, value]) => `${name}=${value}` === tag);
};

const signedIn = ({ id, username, display_name, role, status, group, permissions }: User) => ({
  id,
  username,
  display_name,
  role,
  status,
  group,
  permissions,
});

const withLeases = (url: URL): boolean => url.searchParams.get('leases') !== 'false';

const fields = (body: unknown): Fields => (typeof body === 'object' && body !== null ? (body as Fields) : {});

/** Narrowed by `status` and sorted as the address says. */
function inOrder<Row>(rows: readonly Row[], { searchParams: asked }: URL): readonly Row[] {
  const [status, sort] = [asked.get('status') ?? '', asked.get('sort')];
  const left = rows.filter((row) => status === '' || String((row as Fields)['status']) === status);
  if (sort === null) return left;
  const [one, other] = asked.get('order') === 'desc' ? [1, -1] : [-1, 1];
  const valueOf = (row: Row): number | string => {
    const value = (row as Fields)[sort];
    return typeof value === 'number' ? value : String(value).toLowerCase();
  };
  return left.toSorted((a, b) => (valueOf(a) === valueOf(b) ? 0 : valueOf(a) < valueOf(b) ? one : other));
}

/** A page of a bare array, counted from 0. */
function counted<Row>(rows: readonly Row[], url: URL, sizeName: string): FakeAnswer {
  const found = inOrder(rows, url);
  const size = Number(url.searchParams.get(sizeName) ?? 10);
  const from = Number(url.searchParams.get('p') ?? 0) * size;
  return { ...done(found.slice(from, from + size)), headers: { 'x-total-count': String(found.length) } };
}

/** An api in memory with the shapes of the contract and enough behaviour for the console's tests; whose state is `user`'s. */
export class FakeApi {
  user = fixtures.user(2, 'ada', {
    display_name: 'Ada Lovelace',
    aff_count: 3,
    aff_quota: 750_000,
    aff_history_quota: 1_500_000,
  });
  status = { ...fixtures.status };
  users = fixtures.users();
  tokens = fixtures.tokens();
  channels = fixtures.channels();
  channelRuns: readonly ChannelRunAnswer[] = [];

  /** Another run over the balances of all channels, in place of the one before. */
  runBalances(part: Partial<ChannelRunAnswer>): void {
    const [before, others] = [
      this.channelRuns.filter(({ kind }) => kind === 'balances'),
      this.channelRuns.filter(({ kind }) => kind !== 'balances'),
    ];
    this.channelRuns = [
      ...others,
      fixtures.channelRun({ kind: 'balances', number: (before[0]?.number ?? 0) + 1, ...part }),
    ];
  }
  codes = fixtures.codes();
  orders = fixtures.orders();
  unplaced = fixtures.unplaced();
  audit = fixtures.auditRecords();
  /** Of these orders the payment provider says that they are paid. */
  readonly paidOrders = new Set<unknown>();
  logs = fixtures.logs();
  pricedModels = priceBook.pricedModels();
  soldModels = soldModels();
  differences = priceBook.differences();
  versions = priceBook.versions();
  catalogueInForce = false;
  /** What was charged and has no row. */
  notLogged = { cleaned: 0, unlogged: 0 };
  options: Record<string, string> = { ...fixtures.options };
  /** Unix seconds. */
  secretsSince = 1_760_000_000;
  home = '';
  about = '';
  notice = '';
  /** Tokens of links that have made a password. */
  readonly usedLinks = new Set<unknown>();
  /** root still has it. */
  hasFactoryPassword = false;
  /** Somebody who came by a provider has none. */
  hasPassword = true;
  hasAccessToken = true;
  /** `user`'s. */
  sessions: readonly ToldSession[] = fixtures.sessions();
  /** Whose session a call is of: `user`'s, or nobody's. */
  isSignedIn = false;
  /** The session has passed the bot check. */
  isHuman = false;
  /** The sites of others that pages load from or lead to. */
  readonly providers = new ProviderDoubles();
  /** Nothing else would be left to sign in with. */
  lastWayIn: string | undefined;
  /** Every call but of what is asked again and again, `METHOD path?query`. */
  readonly calls: string[] = [];
  readonly bodies: unknown[] = [];
  /** Answers that the contract would not allow: what the console shows of them it will never see. A suite of browser tests fails where there is one. */
  readonly faults: string[] = [];
  #overrides: { readonly pattern: RegExp; readonly answer: (call: FakeCall) => FakeAnswer | Promise<FakeAnswer> }[] =
    [];
  #held: { readonly patterns: readonly RegExp[]; readonly until: Promise<void> } = {
    patterns: [],
    until: Promise.resolve(),
  };

  /** Answers calls whose `METHOD path` matches in another way: a failure, or never. */
  when(pattern: RegExp, answer: (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>): void {
    this.#overrides = [{ pattern, answer }, ...this.#overrides];
  }

  forget(): void {
    this.#overrides = [];
  }

  /** Calls like `GET /api/user/` are answered as ever, but not before the function that it gives is called. */
  hold(patterns: readonly RegExp[]): () => void {
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#held = { patterns, until };
    return release;
  }

  async handle(call: FakeCall): Promise<FakeAnswer> {
    const answer = await this.#answer(call);
    const fault = accessFault(call, this.user) ?? contractFault(call, answer);
    if (fault !== undefined) this.faults.push(`${call.method} ${call.url.pathname}: ${fault}`);
    return answer;
  }

  async #answer(call: FakeCall): Promise<FakeAnswer> {
    const path = call.url.pathname.replace(/\/$/u, '');
    const name = `${call.method} ${path}`;
    this.calls.push(`${name}${call.url.search}`);
    this.bodies.push(call.body);
    if (this.#held.patterns.some((pattern) => pattern.test(name))) await this.#held.until;
    const override = this.#overrides.find(({ pattern }) => pattern.test(name));
    if (override) return override.answer(call);
    const id = Number(/\/(\d+)(?:\/|$)/u.exec(path)?.[1] ?? 0);
    const key = name
      .replace(/\/(?:req-[^/]*|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/u, '/{charge}')
      .replace(/\/\d+(?=\/|$)/u, '/{id}');
    const settled = /^POST \/api\/user\/topups\/(.+)\/settled$/u.exec(name)?.[1];
    if (settled !== undefined) return done(this.#settled(decodeURIComponent(settled)));
    const handler = this.#handlers[key];
    if (!handler) return { status: 404, body: { success: false, message: `no ${key}` } };
    const answer = handler(call, id);
    return isAnswer(answer) ? answer : done(answer);
  }

  #page<Row>(rows: readonly Row[], { url }: FakeCall) {
    const page = Math.max(1, Number(url.searchParams.get('p') ?? 1));
    const size = Number(url.searchParams.get('page_size') ?? 10);
    const found = inOrder(rows, url);
    return { items: found.slice((page - 1) * size, page * size), total: found.length, page, page_size: size };
  }

  #logs({ url }: FakeCall) {
    const asked = (name: string): string => url.searchParams.get(name) ?? '';
    const model = asked('model_name').replaceAll('%', '');
    return this.logs.filter(
      (log) =>
        (asked('type') === '0' || asked('type') === '' || log.type === Number(asked('type'))) &&
        log.model_name.includes(model) &&
        log.token_name.includes(asked('token_name')) &&
        (asked('tag') === '' || hasTag(log.other, asked('tag'))) &&
        log.created_at >= Number(asked('start_timestamp')) &&
        log.created_at <= Number(asked('end_timestamp')),
    );
  }

  #logStat(call: FakeCall) {
    const quota = this.#logs(call).reduce((sum, row) => sum + row.quota, 0);
    const { cleaned, unlogged } = this.notLogged;
    const charged = quota + cleaned + unlogged;
    const isOfAll = !call.url.pathname.includes('/self/');
    return {
      position: 4_711,
      quota,
      rpm: 3,
      tpm: 2210,
      charged,
      cleaned,
      unlogged,
      complete: charged === quota,
      refused: fixtures.refusedCalls(isOfAll).total,
    };
  }

  #scopedStatement(call: FakeCall) {
    const { user_id: userId, username, entries, ...rest } = this.#statement(call, 0);
    const [scope, id] = [call.url.searchParams.get('scope'), call.url.searchParams.get('id') ?? ''];
    return {
      ...rest,
      scope: scope as ScopedStatement['scope'],
      id: id === '' ? null : id,
      name: '',
      entries: entries.map((entry) => ({ ...entry, user_id: userId, username })),
    };
  }

  #statement({ url }: FakeCall, id: number) {
    const asked = (name: string): number => Number(url.searchParams.get(name) ?? 0);
    const [start, end] = [asked('start'), asked('end') || Number.MAX_SAFE_INTEGER];
    const entries = fixtures.statementEntries(start, end);
    const sum = (kind: string): number =>
      entries.filter((entry) => entry.kind === kind).reduce((total, { amount }) => total + amount, 0);
    return {
      user_id: id || this.user.id,
      username: this.user.username,
      start,
      end,
      ...fixtures.statementFigures(entries, url.searchParams.get('zone') ?? 'UTC'),
      opening: 2_000_000,
      credits: sum('credit'),
      charges: sum('charge'),
      refunds: sum('refund'),
      adjustments: sum('adjustment'),
      closing: entries.at(-1)?.balance ?? 2_000_000,
      entries,
      next: null,
    };
  }

  #differences(call: FakeCall) {
    const { searchParams: asked } = call.url;
    const [kind, keyword, refused] = [asked.get('kind'), asked.get('keyword') ?? '', asked.get('refused')];
    const open = this.differences.filter((each) => !each.refused);
    const found = this.differences.filter(
      (each) =>
        (kind === null || each.kind === kind) &&
        (refused === null || String(each.refused) === refused) &&
        each.model.includes(keyword),
    );
    return {
      ...this.#page(found, call),
      open: Object.fromEntries(DIFFERENCES.map((known) => [known, open.filter((each) => each.kind === known).length])),
      catalogue: { ...priceBook.catalogue, in_force: this.catalogueInForce },
    };
  }

  #entered() {
    this.isSignedIn = true;
    return { ...signedIn(this.user), must_change_password: this.hasFactoryPassword };
  }

  /** As the widget's token is put to Turnstile: once a session. */
  #botRefusal({ searchParams }: URL): FakeAnswer | undefined {
    if (!this.status.turnstile_check || this.isHuman) return undefined;
    const token = searchParams.get('turnstile');
    if (token !== null && this.providers.isGood(token)) {
      this.isHuman = true;
      return undefined;
    }
    const [code, message] =
      token === null ? ['bot_check_missing', 'Show that you are no robot'] : ['bot_check_failed', 'It was not proven'];
    return { status: 200, body: { success: false, message, code } };
  }

  #handedOn({ url }: FakeCall, field: 'github_id' | 'linux_do_id'): FakeAnswer {
    const asked = url.searchParams;
    if (!this.providers.takeState(asked.get('state')))
      return { status: 403, body: { success: false, message: 'This sign-in is over. Begin anew.' } };
    if (asked.has('error')) return refused(`It was not confirmed: ${asked.get('error_description') ?? ''}`);
    if (!this.isSignedIn) return done(this.#entered());
    this.#bound(field, PROVIDER_ID);
    return { status: 200, body: { success: true, message: 'bind', data: null } };
  }

  #keepSessions(stays: (session: ToldSession) => boolean): number {
    const before = this.sessions.length;
    this.sessions = this.sessions.filter(stays);
    return before - this.sessions.length;
  }

  #settled(number: string) {
    this.unplaced = this.unplaced.filter(({ trade_no: tradeNo }) => tradeNo !== number);
    this.orders = this.orders.map((order) =>
      order.trade_no === number ? { ...order, problem: null, stuck: false } : order,
    );
    return null;
  }

  #bound(field: string, id: string) {
    this.user = { ...this.user, [field]: id };
    return null;
  }

  #unbound(binding: string, field: string) {
    if (this.lastWayIn === binding) return refused('Without it you could not sign in any more');
    return this.#bound(field, '');
  }

  /** A new version that holds at once; what it prices otherwise is not worked out. */
  #publish({ body }: FakeCall) {
    const version = (this.versions[0]?.version ?? 0) + 1;
    const { reason, starts_at: start, changes } = fields(body);
    if ('builtIn' in fields(changes)) this.catalogueInForce = true;
    this.differences = this.differences.filter(({ change }) => JSON.stringify(change) !== JSON.stringify(changes));
    this.versions = [
      {
        version,
        actor_id: this.user.id,
        actor_name: this.user.username,
        reason: String(reason),
        published_at: fixtures.nowS(),
        starts_at: Number(start ?? 0),
        in_force: start === undefined,
        replaced: false,
      },
      ...this.versions,
    ];
    return { version };
  }

  readonly #handlers: Readonly<Record<string, Handler>> = {
    'GET /api/status': () => this.status,
    'GET /api/home_page_content': () => this.home,
    'GET /api/about': () => this.about,
    'GET /api/notice': () => this.notice,
    'GET /api/pricing': () => ({
      status: 200,
      body: {
        success: true,
        message: '',
        data: this.soldModels,
        group_ratio: { default: 1, vip: 0.85 },
        usable_group: { default: 'Default', vip: 'VIP' },
      },
    }),
    'POST /api/user/login': ({ url, body }) =>
      this.#botRefusal(url) ??
      (fields(body)['password'] === WRONG_PASSWORD ? refused('Wrong username or password') : this.#entered()),
    'POST /api/user/register': ({ url, body }) => {
      const { username, verification_code: code } = fields(body);
      const unproved = this.#botRefusal(url);
      if (unproved !== undefined) return unproved;
      if (this.users.some((user) => user.username === username))
        return refusedAt('username', 'name_taken', 'Somebody has this name');
      return this.status.email_verification && code !== MAILED_CODE ? codeWrong('verification_code') : null;
    },
    'GET /api/verification': ({ url }) =>
      this.#botRefusal(url) ??
      (this.users.some(({ email }) => email === url.searchParams.get('email'))
        ? refused('This e-mail has an account already')
        : done()),
    'GET /api/reset_password': ({ url }) =>
      this.#botRefusal(url) ??
      (url.searchParams.get('email') === RESET_EMAIL ? done() : refused('No account has this e-mail')),
    'POST /api/user/reset': ({ body }) => {
      const { email, token } = fields(body);
      if (email !== RESET_EMAIL || token !== RESET_TOKEN || this.usedLinks.has(token))
        return refused('The link is wrong or used');
      this.usedLinks.add(token);
      return done(NEW_PASSWORD);
    },
    'GET /api/oauth/email/bind': ({ url }) => {
      if (url.searchParams.get('code') !== MAILED_CODE) return codeWrong('code');
      this.user = { ...this.user, email: url.searchParams.get('email') ?? '' };
      return null;
    },
    'GET /api/oauth/state': () => this.providers.newState(),
    'GET /api/oauth/github': (call) => this.#handedOn(call, 'github_id'),
    'GET /api/oauth/linuxdo': (call) => this.#handedOn(call, 'linux_do_id'),
    'GET /api/oauth/wechat': ({ url }) => (isWeChatCode(url) ? this.#entered() : refused('WeChat did not confirm it')),
    'GET /api/oauth/wechat/bind': ({ url }) =>
      isWeChatCode(url) ? this.#bound('wechat_id', 'oWx-7788') : refused('WeChat did not confirm it'),
    'GET /api/oauth/telegram/login': ({ url }) =>
      isOfTelegram(url) ? this.#entered() : refused('Telegram did not confirm who you are'),
    'GET /api/oauth/telegram/bind': ({ url }) => {
      if (!isOfTelegram(url)) return refused('Telegram did not confirm who you are');
      this.#bound('telegram_id', String(TELEGRAM_USER.id));
      return { status: 302, body: null, headers: { location: '/setting' } };
    },
    ...Object.fromEntries(
      BINDINGS.map((binding) => [binding, BOUND_FIELDS[binding]] as const).flatMap(
        ([binding, field]): [string, Handler][] => [
          [`DELETE /api/user/self/binding/${binding}`, () => this.#unbound(binding, field)],
          [
            `DELETE /api/user/{id}/binding/${binding}`,
            (_call, id) => {
              this.users = this.users.map((user) => (user.id === id ? { ...user, [field]: '' } : user));
              return null;
            },
          ],
        ],
      ),
    ),
    'GET /api/user/logout': () => {
      this.isSignedIn = false;
      return null;
    },
    'GET /api/user/self': () => ({
      ...this.user,
      must_change_password: this.hasFactoryPassword,
      has_password: this.hasPassword,
      has_access_token: this.hasAccessToken,
    }),
    'PUT /api/user/self': ({ body }) => {
      const { old_password: old, ...edit } = fields(body);
      if (old === WRONG_PASSWORD)
        return refusedAt('old_password', 'old_password_wrong', 'The password so far is wrong');
      if ((edit['password'] ?? '') !== '') [this.hasFactoryPassword, this.hasPassword] = [false, true];
      this.user = { ...this.user, ...edit, password: '' };
      return null;
    },
    'DELETE /api/user/self': ({ body }) => {
      if (fields(body)['username'] !== this.user.username)
        return refusedAt('username', 'own_name_wrong', 'This is not your user name');
      this.isSignedIn = false;
      return null;
    },
    'GET /api/user/models': () => fixtures.models,
    'GET /api/user/self/groups': () => ({ default: { ratio: 1, desc: 'Default' }, vip: { ratio: 0.85, desc: 'VIP' } }),
    'GET /api/user/token': () => {
      this.hasAccessToken = true;
      return 'T5nQy8uVb2kXw7ZrLd1sPfGh4jMc9e0A';
    },
    'DELETE /api/user/token': () => {
      this.hasAccessToken = false;
      return null;
    },
    'GET /api/user/sessions': () => this.sessions,
    'DELETE /api/user/sessions': () => this.#keepSessions(({ current }) => current),
    'DELETE /api/user/sessions/{charge}': ({ url }) =>
      this.#keepSessions(({ id }) => !url.pathname.endsWith(id)) > 0 ? null : refused('You have no such session'),
    'DELETE /api/user/{id}/sessions': () => 2,
    'GET /api/user/aff': () => 'x7Qk',
    'POST /api/user/aff_transfer': () => null,
    'POST /api/user/topup': ({ body }) => {
      const code = this.codes.find(({ key, status }) => key === fields(body)['key'] && status === 1);
      if (!code) return refused('Invalid redemption code');
      this.codes = this.codes.map((other) =>
        other === code ? { ...code, status: 3, used_user_id: this.user.id, used_username: this.user.username } : other,
      );
      this.user = { ...this.user, quota: this.user.quota + code.quota };
      return done(code.quota);
    },
    'POST /api/user/amount': ({ body }) =>
      paymentAnswer(fields(body)['amount'], (money) => ({ data: money.toFixed(2) })),
    'POST /api/user/pay': ({ body }) => {
      const { amount, payment_method: way } = fields(body);
      return paymentAnswer(amount, (money) => ({
        data: {
          pid: '1001',
          type: way === 'zfb' ? 'alipay' : 'wxpay',
          out_trade_no: `USR${this.user.id}NOabcdef1795000000`,
          money: money.toFixed(2),
          sign: 'c0ffee',
        },
        url: PAY_ADDRESS,
      }));
    },
    'POST /api/user/pay/query': ({ body }) => {
      const number = fields(body)['trade_no'];
      if (!this.paidOrders.has(number)) return done({ trade_no: number, status: 'pending' });
      this.orders = this.orders.map((order) =>
        order.trade_no === number
          ? { ...order, status: 'success' as const, credited: true, stuck: false, pay_time: fixtures.nowS() }
          : order,
      );
      return done({ trade_no: number, status: 'success' });
    },
    'GET /api/user/topups/self': (call) =>
      this.#page(
        this.orders.filter((order) => order.user_id === this.user.id),
        call,
      ),
    'GET /api/user/topups': (call) => {
      const { searchParams: asked } = call.url;
      const number = asked.get('trade_no') ?? '';
      const ofNumber = ({ trade_no: each }: { readonly trade_no: string }): boolean => ['', each].includes(number);
      const found = this.orders.filter(
        (order) => order.username.includes(asked.get('username') ?? '') && ofNumber(order),
      );
      const unplaced = this.unplaced.filter(ofNumber);
      const inFirst =
        asked.get('first') === 'stuck' ? found.toSorted((a, b) => Number(b.stuck) - Number(a.stuck)) : found;
      const [at, size] = [Number(asked.get('unplaced_p') ?? 1), Number(asked.get('unplaced_page_size') ?? 10)];
      return {
        ...this.#page(inFirst, call),
        unplaced: unplaced.slice((at - 1) * size, at * size),
        unplaced_total: unplaced.length,
      };
    },
    'GET /api/audit': (call) => {
      const { searchParams: asked } = call.url;
      const isAsked = (name: string, value: string): boolean => ['', value].includes(asked.get(name) ?? '');
      return this.#page(
        this.audit.filter(
          (record) =>
            isAsked('actor', record.actor_name) &&
            isAsked('action', record.action) &&
            isAsked('target_type', record.target_type) &&
            isAsked('target_id', record.target_id) &&
            record.created_at >= Number(asked.get('start_timestamp')),
        ),
        call,
      );
    },
    'GET /api/group': () => ['default', 'vip', 'svip'],
    'GET /api/models': () => ({ 1: ['gpt-4o', 'gpt-4o-mini', 'o3-mini'], 8: [] }),
    'GET /api/dashboard/self': () => ({
      balance: this.user.quota,
      used_quota: this.user.used_quota,
      request_count: this.user.request_count,
      today: { quota: 61_644, requests: 143, tokens: 182_340 },
      rpm: 3,
      tpm: 2210,
      day_start: 0,
      position: 1_204_332,
    }),
    'GET /api/data/self': ({ url }) =>
      fixtures.buckets(Number(url.searchParams.get('start_timestamp')), Number(url.searchParams.get('end_timestamp'))),
    'GET /api/data': ({ url }) =>
      fixtures.buckets(Number(url.searchParams.get('start_timestamp')), Number(url.searchParams.get('end_timestamp'))),
    'GET /api/token': ({ url }) => counted(this.tokens, url, 'size'),
    'GET /api/token/search': ({ url }) =>
      counted(
        this.tokens.filter(
          ({ name, key }) =>
            name.includes(url.searchParams.get('keyword') ?? '') && key.includes(url.searchParams.get('token') ?? ''),
        ),
        url,
        'size',
      ),
    'GET /api/token/{id}': (_call, id) =>
      this.tokens.find((token) => token.id === id) ?? refused('There is no such token.'),
    'POST /api/token': ({ body }) => {
      const made = fields(body);
      this.tokens = [
        fixtures.token(this.tokens.length + 10, String(made['name']), {
          remain_quota: Number(made['remain_quota'] ?? 0),
          unlimited_quota: made['unlimited_quota'] === true,
        }),
        ...this.tokens,
      ];
      return null;
    },
    'POST /api/token/batch': ({ body }) => {
      const { name, count } = fields(body);
      const made = Array.from({ length: Number(count) }, (_, index) =>
        fixtures.token(this.tokens.length + 10 + index, index === 0 ? String(name) : `${String(name)}-${index}aB3cD`),
      );
      this.tokens = [...made, ...this.tokens];
      return done(made.map(({ key }) => key));
    },
    'GET /api/log/export': () => csv('id,content\n2,"two\nlines"\n1,one\n', 2),
    'PUT /api/token': ({ body }) => {
      const { id, ...change } = fields(body);
      this.tokens = this.tokens.map((token) => (token.id === id ? { ...token, ...change } : token));
      return done(this.tokens.find((token) => token.id === id));
    },
    'DELETE /api/token/{id}': (_call, id) => {
      this.tokens = this.tokens.filter((token) => token.id !== id);
      return null;
    },
    'GET /api/log': (call) => this.#page(this.#logs(call), call),
    'GET /api/log/self': (call) => this.#page(this.#logs(call), call),
    'GET /api/log/stat': (call) => this.#logStat(call),
    'GET /api/log/self/stat': (call) => this.#logStat(call),
    'GET /api/log/refused': () => fixtures.refusedCalls(true),
    'GET /api/log/self/refused': () => fixtures.refusedCalls(false),
    'GET /api/receipt/{charge}': ({ url }) => {
      const id = decodeURIComponent(url.pathname.split('/')[3] ?? '');
      if (id === fixtures.MISSING_REQUEST)
        return {
          status: 200,
          body: { success: false, message: 'There is no receipt of such a request.', code: 'receipt_missing' },
        };
      return fixtures.receiptAnswer(id, this.user.role >= ROLE.admin);
    },
    'DELETE /api/log': () => 1204,
    'GET /api/statement/self': (call) => this.#statement(call, 0),
    'GET /api/statement/{id}': (call, id) => this.#statement(call, id),
    'GET /api/finance/statement': (call) => this.#scopedStatement(call),
    'GET /api/finance/exports': (call) => this.#page(fixtures.exportJobs(), call),
    'GET /api/ledger/seals': (call) => ({
      ...this.#page(fixtures.ledgerSeals(), call),
      unsealed: { events: 12, since: fixtures.nowS() - 20 },
      at: fixtures.nowS(),
      trouble: null,
    }),
    'GET /api/ledger/keys': () => fixtures.ledgerKeys(),
    'POST /api/ledger/seal': () => fixtures.ledgerSeals()[0],
    'GET /api/finance/periods': (call) => this.#page(fixtures.periods(), call),
    'GET /api/ledger/balance/self': ({ url }) => fixtures.balanceAt(0, url),
    'GET /api/ledger/balance/{id}': ({ url }, id) => fixtures.balanceAt(id, url),
    'GET /api/ledger/account/self': ({ url }) => ({
      position: 4_711,
      entries: fixtures.timeline(false, withLeases(url)),
      next: null,
    }),
    'GET /api/ledger/account/{id}': ({ url }) => ({
      position: 1_204_711,
      entries: fixtures.timeline(true, withLeases(url)),
      next: 1_204_000,
    }),
    'GET /api/ledger/trial_balance': ({ url }) =>
      fixtures.trialBalance(Number(url.searchParams.get('start')), Number(url.searchParams.get('end'))),
    'GET /api/health/books': () => ({
      position: 1_204_332,
      head: 1_204_332,
      lag_events: 0,
      verified: { at: fixtures.nowS() - 12, ok: true, position: 1_204_332, differences: [], findings: [] },
    }),
    'GET /api/channel': ({ url }) => counted(this.channels, url, 'page_size'),
    'GET /api/channel/search': ({ url }) =>
      counted(
        this.channels.filter(({ name }) =>
          name.toLowerCase().includes((url.searchParams.get('keyword') ?? '').toLowerCase()),
        ),
        url,
        'page_size',
      ),
    'GET /api/channel/{id}': (_call, id) =>
      this.channels.find((channel) => channel.id === id) ?? refused('There is no such channel.'),
    'GET /api/channel/models': () =>
      fixtures.models.map((id) => ({
        id,
        object: 'model',
        created: 1_626_777_600,
        owned_by: 'openai',
        permission: [],
        root: id,
        parent: null,
      })),
    'POST /api/channel/unpriced': () => ({ models: [], calls: 'ratio' }),
    'POST /api/channel': ({ body }) => {
      this.channels = [
        ...this.channels,
        fixtures.channel(this.channels.length + 1, String(fields(body)['name']), {
          response_time: 0,
          test_passed: null,
          used_quota: 0,
        }),
      ];
      return null;
    },
    'POST /api/channel/key/enabled': () => null,
    'PUT /api/channel': ({ body }) => {
      const { id, ...change } = fields(body);
      this.channels = this.channels.map((channel) => (channel.id === id ? { ...channel, ...change } : channel));
      return done(this.channels.find((channel) => channel.id === id));
    },
    'POST /api/channel/batch': ({ body }) => {
      const ids = fields(body)['ids'] as readonly number[];
      const before = this.channels.length;
      this.channels = this.channels.filter(({ id }) => !ids.includes(id));
      return done(before - this.channels.length);
    },
    'POST /api/channel/batch/tag': ({ body }) => {
      const { ids, tag } = fields(body) as { ids: readonly number[]; tag: string };
      this.channels = this.channels.map((channel) => (ids.includes(channel.id) ? { ...channel, tag } : channel));
      return done(ids.length);
    },
    'DELETE /api/channel/{id}': () => null,
    'GET /api/channel/runs': () => this.channelRuns,
    'GET /api/channel/test': () => {
      this.channelRuns = [fixtures.channelRun({ total: this.channels.length })];
      return null;
    },
    'GET /api/channel/update_balance/{id}': (_call, id) => {
      const asked = { balance: 12.5, balance_updated_time: Math.floor(Date.now() / 1_000) };
      if (id === 3)
        return {
          status: 200,
          body: {
            success: false,
            message: 'The balance could not be read: llm.example.org cannot be reached.',
            balance: 0,
          },
        };
      this.channels = this.channels.map((channel) => (channel.id === id ? { ...channel, ...asked } : channel));
      return { status: 200, body: { success: true, message: '', data: null, balance: 12.5 } };
    },
    'GET /api/channel/update_balance': () => {
      this.runBalances({ state: 'ended', total: 2, done: 2 });
      return { asked: 2, failed: 0, failures: [], disabled: [] };
    },
    'POST /api/channel/runs/stop': () => {
      this.channelRuns = this.channelRuns.map((run) => ({ ...run, state: 'stopping' as const }));
      return null;
    },
    'GET /api/channel/test/{id}': (_call, id) => ({
      status: 200,
      body:
        id === 4
          ? { success: false, message: 'The test failed: invalid api key', time: 0.21 }
          : { success: true, message: '', data: null, time: 0.83 },
    }),
    'GET /api/redemption': (call) => this.#page(this.codes, call),
    'GET /api/redemption/search': (call) =>
      this.#page(
        this.codes.filter(({ name }) => name.startsWith(call.url.searchParams.get('keyword') ?? '')),
        call,
      ),
    'GET /api/redemption/{id}': (_call, id) =>
      this.codes.find((code) => code.id === id) ?? refused('There is no such redemption code.'),
    'POST /api/redemption': ({ body }) => {
      const { name, quota, count } = fields(body);
      const made = Array.from({ length: Number(count) }, (_, index) =>
        fixtures.code(100 + index, { name: String(name), quota: Number(quota) }),
      );
      this.codes = [...made, ...this.codes];
      return done(made.map(({ key }) => key));
    },
    'PUT /api/redemption': ({ body }) => {
      const { id, ...change } = fields(body);
      this.codes = this.codes.map((code) => (code.id === id ? { ...code, ...change } : code));
      return done(this.codes.find((code) => code.id === id));
    },
    'DELETE /api/redemption/{id}': (_call, id) => {
      this.codes = this.codes.filter((code) => code.id !== id);
      return null;
    },
    'GET /api/user': (call) => this.#page(this.users, call),
    'GET /api/user/search': (call) =>
      this.#page(
        this.users.filter(
          ({ id, username, group }) =>
            (username.includes(call.url.searchParams.get('keyword') ?? '') ||
              String(id) === call.url.searchParams.get('keyword')) &&
            group.includes(call.url.searchParams.get('group') ?? ''),
        ),
        call,
      ),
    'GET /api/user/{id}': (_call, id) =>
      this.users.find((user) => user.id === id && user.DeletedAt === null) ?? refused('There is no such user.'),
    'POST /api/user': () => null,
    'PUT /api/user': () => null,
    'PUT /api/user/permissions': ({ body }) => {
      const { id, permissions } = fields(body) as Pick<User, 'id' | 'permissions'>;
      this.users = this.users.map((user) => (user.id === id ? { ...user, permissions } : user));
      return done(permissions);
    },
    'POST /api/user/manage': () => ({ id: 3, role: 1, status: 1 }),
    'POST /api/user/adjust': ({ body }) => {
      const { id, delta } = fields(body);
      this.users = this.users.map((user) => (user.id === id ? { ...user, quota: user.quota + Number(delta) } : user));
      const quota = this.users.find((user) => user.id === id)?.quota ?? 0;
      return done({ id, quota, before: quota - Number(delta), position: 1_204_333, repeated: false });
    },
    'GET /api/pricebook': (call) => this.#page(this.versions, call),
    'GET /api/pricebook/prices': (call) => {
      const { searchParams: asked } = call.url;
      const [keyword, source] = [asked.get('keyword') ?? '', asked.get('source')];
      const found = this.pricedModels.filter(
        (each) => each.model.includes(keyword) && (source === null || each.source === source),
      );
      return { ...this.#page(found, call), version: 3, quota_per_unit: '500000' };
    },
    'GET /api/pricebook/differences': (call) => this.#differences(call),
    'PUT /api/pricebook/differences': ({ body }) => {
      const { model, refused: isRefused } = fields(body);
      this.differences = this.differences.map((each) =>
        each.model === model ? { ...each, refused: isRefused === true } : each,
      );
      return this.differences.find((each) => each.model === model);
    },
    'GET /api/pricebook/{id}': (_call, id) => {
      const found = this.versions.find(({ version }) => version === id);
      return found === undefined ? refused('There is no price book of this version.') : priceBook.wholeVersion(found);
    },
    'POST /api/pricebook/big_changes': () => ({ items: [], total: 0 }),
    'POST /api/pricebook/quote': () => priceBook.quote(),
    'PUT /api/pricebook': (call) => this.#publish(call),
    'GET /api/option': () =>
      Object.entries(this.options).flatMap(([key, value]) => (isUnlistedOption(key) ? [] : [{ key, value }])),
    'GET /api/option/secrets': () =>
      optionRows().flatMap(([key, row]) => {
        const set = (this.options[key] ?? '') !== '';
        return row.kind === 'secret' ? [{ key, set, set_time: set ? this.secretsSince : null }] : [];
      }),
    'PUT /api/option': ({ body }) => {
      this.options = { ...this.options, [String(fields(body)['key'])]: String(fields(body)['value']) };
      return null;
    },
    'POST /api/option/mail_test': () =>
      this.options['SMTPServer'] === '' ? refused('There is no mail server: SMTPServer is empty') : done(),
    'POST /api/option/rest_model_ratio': () => null,
  };
}
