import type { OptionFault } from '@ledgate/domain/options/check';
import type { JsonKind } from '@ledgate/domain/options/registry';
import type { FieldFault, OutsideFault, Problem, UpstreamModelsFault } from '../http/problem.ts';
import type { Catalogue } from './catalogue.ts';
import { testFaultText } from './test-fault.ts';

const units = { number: '', characters: ' 个字符', entries: ' 项', bytes: ' 字节' } as const;

function fault(what: FieldFault): string {
  switch (what.rule) {
    case 'missing':
      return '不能为空';
    case 'type':
      return `的类型必须是 ${what.expected}`;
    case 'too_small':
      return `不能小于 ${what.minimum}${units[what.of]}`;
    case 'too_large':
      return `不能大于 ${what.maximum}${units[what.of]}`;
    case 'whole_number':
      return '必须是整数';
    case 'choice':
      return `只能是：${what.choices}`;
    case 'json':
      return '必须是有效的 JSON';
    case 'user_name':
      return '不能包含 @ 或不可见字符';
    case 'unstorable':
      return '不能包含 NUL 或不成对的代理字符';
    case 'channel_type':
      return '必须是已有的渠道类型编号';
    case 'channel_number':
      return `必须是密钥本身，${what.number} 是渠道编号`;
    case 'web_address':
      return '必须是以 http:// 或 https:// 开头的地址';
    case 'header_text':
      return '会放在请求头中发送，只能包含可打印的 ASCII 字符';
    case 'key_json':
      return '必须是服务账号的 JSON';
    case 'key_parts':
      return `必须是 ${what.form} 的形式，第 ${what.line} 个密钥不是`;
    case 'model_mapping':
      return '必须把每个模型名称映射到一个模型名称（文本）';
    case 'status_mapping':
      return '必须把三位数字的状态码（文本）映射到 400 至 599 的状态码';
    case 'proxy':
      return '中的 proxy 必须以 http://、https:// 或 socks5:// 开头';
    case 'override_path':
      return '必须是以点分隔的成员名称';
    case 'override_twice':
      return '被修改了两次，或位于已修改的成员之内';
    case 'override_callers':
      return '由调用方决定，不能修改';
    case 'override_model':
      return '是模型名称，只能在覆盖设置中直接设置模型';
    case 'override_header':
      return '不是渠道可以修改的请求头';
    case 'ip_line':
      return `第 ${what.line} 行既不是 IP 地址，也不是 10.0.0.0/8 这样的网段：${what.text}`;
    case 'format':
      return `必须是有效的 ${what.format}`;
    case 'tag':
      return `必须是 name=value，两部分各自${TAG_FORM}`;
    case 'other':
      return '无效';
  }
}

const OUTSIDE_FAULTS: Readonly<Record<OutsideFault, string>> = {
  busy: '当前请求过多',
  timeout: '未及时应答',
  unreachable: '无法连接',
  too_large: '应答过长',
  unreadable: '应答无法识别',
  status: '应答错误',
};

function optionFault(what: OptionFault): string {
  switch (what.rule) {
    case 'unknown':
      return '没有这个选项';
    case 'line':
      return `必须是单行文本，最多 ${what.maximum} 个字符`;
    case 'address':
      return '必须是以 http:// 或 https:// 开头的地址，不能含空格';
    case 'hook':
      return `必须是以 http:// 或 https:// 开头的地址，不能含用户名和密码，最多 ${what.maximum} 个字符`;
    case 'host':
      return '必须是服务器的名称或 IP 地址';
    case 'email':
      return '必须是邮箱地址';
    case 'domains':
      return `必须是用逗号分隔的域名，“${what.entry.slice(0, NAME_SHOWN_CHARACTERS)}”不是`;
    case 'number':
      return `必须是 ${what.low} 到 ${what.high} 之间的${what.whole ? '整数' : '数字'}`;
    case 'choice':
      return `只能是：${what.choices}`;
    case 'switch':
      return '必须是 true 或 false';
    case 'tags':
      return what.entry === undefined
        ? `最多 ${what.maximum} 个名称`
        : `${what.entry.slice(0, NAME_SHOWN_CHARACTERS)} 不能作为标签名称：${TAG_FORM}`;
    case 'json':
      return `必须是 JSON：${OPTION_JSON[what.of]}${what.entry === undefined ? '' : `（“${what.entry}”不符合）`}`;
    case 'price':
      return PRICE_FAULTS[what.reason];
  }
}

/** Of a name that is none. */
const NAME_SHOWN_CHARACTERS = 80;
const TAG_FORM = '只能是 1 到 64 个字母、数字或 . _ : / -';

const OPTION_JSON: Readonly<Record<JsonKind, string>> = {
  texts: '值为文本的对象',
  ratios: '值为非负数的对象',
  limits: '值为限制的对象，如 {"rpm": 60, "tpm": 100000, "parallel": 5}',
  links: '由各含一个文本的对象组成的列表',
};

function modelsFault(what: UpstreamModelsFault): string {
  switch (what.rule) {
    case 'no_address':
      return '该渠道没有设置地址';
    case 'status':
      return `上游返回 HTTP ${what.status}`;
    case 'no_list':
      return '上游返回的不是模型列表';
    case 'unreachable':
      return `无法连接上游${what.cause === '' ? '' : `（${what.cause}）`}`;
  }
}

const PRICE_FAULTS: Readonly<Record<Extract<Problem, { code: 'price_invalid' }>['reason'], string>> = {
  not_json: '必须是有效的 JSON',
  not_an_object: '必须是 JSON 对象',
  not_a_number: '必须是数字',
  negative: '不能为负数',
  not_positive: '必须大于零',
  too_many_digits: '数字位数过多',
  too_large: '内容过长',
  unknown: '价目表中没有此项',
  malformed: '格式不符合价目表的要求',
  past: '时间不能早于现在',
};

export const zh: Catalogue = {
  problems: {
    demo_site: () => '本站仅供演示，不能更改或发送任何内容。',
    not_signed_in: () => '未登录或会话已过期，请重新登录。',
    user_header_wrong: () => '请求头 New-Api-User 必须是当前登录用户的编号。',
    access_token_unknown: () => '访问令牌无效或已失效。',
    user_banned: () => '该用户已被封禁。',
    own_account_closed: () => '此账户已注销。',
    role_too_low: () => '您没有执行此操作的权限。',
    field_invalid: ({ field, fault: what }) => `${field} ${fault(what)}。`,
    body_malformed: () => '请求体不是有效的 JSON。',
    address_malformed: () => '请求地址无效。',
    bodies_full: () => '其他调用的请求体占满了预留的内存，请重试。',
    bodies_of_address_full: () => '来自您地址的其他调用的请求体已达上限，请重试。',
    body_too_large: ({ maximumBytes }) => `请求体超过 ${maximumBytes} 字节。`,
    login_failed: () => '用户名或密码错误。',
    password_login_off: () => '管理员已关闭密码登录。',
    registration_off: () => '管理员已关闭注册。',
    email_refused: ({ fault: why }) =>
      ({
        form: 'email：不是有效的邮箱地址（最多 50 个字符）。',
        domain: 'email：本站不接受该域名的邮箱。',
        alias: 'email：本站不接受 @ 前含有 + 或 . 的邮箱。',
      })[why],
    email_taken: () => 'email：该邮箱已被使用。',
    email_unknown: () => 'email：没有用户使用该邮箱。',
    mail_code_wrong: () => '验证码错误、已使用或已失效，请重新获取。',
    reset_token_wrong: () => '链接错误、已使用或已失效，请重新获取。',
    mail_pause: ({ seconds }) => `刚刚已发送过验证码，请在 ${seconds} 秒后再试。`,
    mails_too_many: ({ maximum, seconds }) => `一小时内已向该地址发送 ${maximum} 封邮件，请在 ${seconds} 秒后再试。`,
    server_address_missing: () => '无法发送链接：请先在设置中填写服务器地址。',
    mail_failed: ({ detail }) => `邮件发送失败：${detail}。`,
    outside_login_off: ({ provider }) => `${provider} 登录已关闭。`,
    outside_state_wrong: () => '此次登录是在其他窗口发起的、已过期或已结束，请重新开始。',
    outside_refused: ({ provider, detail }) =>
      `${provider} 未能确认您的身份${detail === '' ? '' : `：${detail}`}。请重新开始。`,
    outside_unreachable: ({ provider, fault: why }) => `${provider} ${OUTSIDE_FAULTS[why]}，请稍后再试。`,
    outside_account_taken: ({ provider }) => `此 ${provider} 账户已绑定到其他用户。`,
    outside_account_unknown: ({ provider }) => `没有用户绑定此 ${provider} 账户。请先用其他方式登录，再到设置中绑定。`,
    outside_account_closed: () => '此账户已注销。',
    telegram_signature_wrong: () => 'Telegram 未能确认您的身份，或确认已过期。请重新开始。',
    led_from_elsewhere: () => '此链接是从其他网站或程序打开的，请在本控制台页面上开始操作。',
    last_way_in: ({ isOwn }) =>
      isOwn ? '解除后将无法登录。请先设置密码或绑定其他方式。' : '解除后将无人能登录此账户。请先为其设置密码。',
    bot_check_missing: () => '请先完成人机验证。',
    bot_check_failed: () => '人机验证未通过，请重试。',
    old_password_wrong: () => '原密码错误，未作任何更改。',
    own_name_wrong: () => '这不是您的用户名，账户未注销。',
    passwords_differ: () => '两次输入的密码不一致。',
    name_taken: () => '该用户名或邮箱已被占用，或属于已注销的账户。',
    command_id_reused: () => '该 command_id 已用于另一项操作。本次调用未作任何更改；新的操作需要新的 command_id。',
    session_missing: () => '您没有此会话，可能已经结束。',
    user_missing: () => '用户不存在。',
    rank_too_low: () => '只能管理权限低于自己的用户。',
    root_protected: () => '不能禁用、降级或注销超级管理员。',
    role_unchanged: () => '该用户已经是此角色。',
    group_unknown: ({ group }) => `分组 ${group} 不存在或不可在此使用。`,
    token_missing: () => '令牌不存在。',
    exports_too_many: ({ maximum }) => `您最多可以同时导出 ${maximum} 个文件，请等其中一个完成。`,
    exports_full: () => '正在导出的文件太多，请稍后再试。',
    tokens_too_many: ({ maximum }) => `最多可以有 ${maximum} 个令牌，请先删除不需要的令牌。`,
    token_expired: () => '令牌已过期，请先修改过期时间再启用。',
    token_exhausted: () => '令牌额度已用尽，请先修改额度再启用。',
    channel_missing: () => '渠道不存在。',
    channel_key_missing: ({ number }) => `number：渠道没有编号为 ${number} 的密钥。`,
    channel_test_unsupported: () => '该类型的渠道不支持测试。',
    channel_type_withdrawn: () => '该类型的渠道已不再提供。',
    channel_test_failed: ({ detail, reason }) => `测试失败：${testFaultText(reason, detail, 'zh')}`,
    channel_test_running: () => '全部渠道的测试正在进行中。',
    channel_run_missing: () => '没有正在进行的此类操作。',
    channel_balances_running: () => '正在查询全部渠道的余额。',
    channel_balance_unsupported: () => '该类型的渠道不提供余额。',
    channel_balance_failed: ({ server, fault: why, status }) =>
      `无法读取余额：${server} ${OUTSIDE_FAULTS[why]}${status === 0 ? '' : `（HTTP ${status}）`}。`,
    upstream_models_failed: ({ fault: what }) => `无法获取模型列表：${modelsFault(what)}。`,
    topup_off: () => '管理员未开启在线充值。',
    topups_too_many: ({ maximum }) => `您在最近 24 小时内有 ${maximum} 个未支付的订单。请支付其中一个，或稍后再试。`,
    topup_address_missing: () => '无法创建订单：管理员需要先填写服务器地址。',
    topup_running: () => '您的一个订单正在创建，请稍候。',
    payment_asks_too_many: ({ seconds }) => `您刚才已多次查询支付平台，请在 ${seconds} 秒后再试。`,
    payment_asked_just_now: ({ seconds }) => `刚才已查询过该订单，请在 ${seconds} 秒后再试。`,
    payment_unknown_there: ({ detail }) => `支付平台尚未收到该订单的付款${detail === '' ? '' : `：${detail}`}。`,
    payment_misfits: () => '支付平台返回的信息与订单不符，未入账；管理员可以看到该情况。',
    payment_owed: () => '订单已支付。账本暂时无法入账，稍后会自动补上。',
    no_problem_open: () => '该订单没有待处理的问题。',
    redemption_missing: () => '兑换码不存在。',
    option_needs: ({ option, needs }) => `启用 ${option} 之前请先设置 ${needs}。`,
    option_needed: ({ option, by }) => `${by} 启用期间不能清空 ${option}，请先停用它。`,
    option_invalid: ({ option, fault: what }) => `${option} 无效：${optionFault(what)}。`,
    period_or_range: () => '账期与起止时间只能填写其中一种。',
    period_invalid: () => '账期应为年、月或日，例如 2026、2026-11 或 2026-11-28。',
    range_invalid: ({ why }) => (why === 'order' ? '结束时间必须晚于开始时间。' : '时刻与账本位置只能填写其中一种。'),
    zone_unknown: () => '时区不存在。时区名称形如 UTC 或 Asia/Shanghai。',
    format_unknown: ({ formats }) => `不支持该格式，可选：${formats}。`,
    layout_unknown: ({ layouts }) => `没有该导出内容，可选：${layouts}。`,
    period_gap: ({ isFirst }) =>
      isFirst
        ? '第一个账期须不晚于第一个事件开始：请选择更早的开始时间，或填 0。'
        : '账期须首尾相接：应从上一账期的结束时间开始；已重新打开的账期须先重新关账。',
    period_open: ({ why }) =>
      why === 'not_over' ? '账期尚未结束：结束时间在将来。' : '之前开始的关账尚未完成，请稍后再试。',
    period_missing: () => '账期不存在。',
    period_not_last: () => '只能重新打开最后一个账期。',
    reason_missing: () => '请填写原因。',
    too_many_late: ({ maximum }) => `迟到该账期的事件超过 ${maximum} 个，一次修订无法全部列出。`,
    export_missing: () => '导出任务不存在，或其文件不存在。',
    export_not_done: ({ status }) =>
      status === 'failed' || status === 'cancelled'
        ? `该导出没有文件：任务${status === 'failed' ? '未能完成' : '已取消'}。`
        : '导出尚未完成。',
    export_expired: ({ isBundle = false }) =>
      isBundle
        ? '资料包已不再保留，账本也无法重新生成同一份，请联系运营者查看告警。'
        : '导出文件已过保留期。请重新导出：相同的条件得到相同的文件。',
    too_many_exports: ({ maximum }) => `您有 ${maximum} 个未完成的导出，请等其中一个完成，或取消一个。`,
    filter_unknown: ({ choices }) => (choices === '' ? '该导出内容不支持此筛选。' : `没有该选项，可选：${choices}。`),
    position_ahead: () => '账本尚未到达该位置。',
    sums_too_large: () => '该对账单的合计过大，无法精确表示。请缩小范围，或查看试算平衡表。',
    scope_invalid: ({ field }) =>
      field === 'scope'
        ? '对账单的范围应为 user、token、channel、group 或 all。'
        : 'id 不正确：用户、令牌和渠道填编号，分组填名称。',
    upgrade_running: () => '系统正在升级，完成之前无法保存此项。',
    difference_missing: () => '该模型的目录价格与已发布价格没有差异。',
    price_book_missing: () => '没有该版本的价目表。',
    charge_missing: () => '该笔消费不存在。',
    receipt_missing: () => '没有该请求的收据。',
    size_not_sealed: ({ isComing = false }) => (isComing ? '尚未封存，请一分钟后重试。' : '账本未在该大小处封存。'),
    ledger_key_missing: () => '没有可用于封存账本的密钥，请联系运营者查看告警。',
    range_too_long: ({ maximumDays }) => `时间跨度不能超过 ${maximumDays} 天。`,
    read_models_behind: () => '当前数据落后于账本，未作任何更改，请重试。',
    read_models_filling: ({ requestId }) => `正在为另一版本更新数据，请稍后重试（请求编号：${requestId}）`,
    busy: () => '同一对象正被他人更改，未作任何更改，请重试。',
    ledger_unavailable: () => '暂时无法访问账本，请先确认更改是否已生效，再重试。',
    written_by_later_release: () => '此记录由更新版本的网关写入，此处无法更改，未作任何更改，请稍后重试。',
    database_unavailable: () => '数据库没有响应，请先确认更改是否已生效，再重试。',
    internal: ({ requestId }) => `内部错误（请求编号：${requestId}）。`,

    time_in_future: ({ field }) => `${field} 不能晚于现在。`,
    account_missing: () => '账户尚未开立。',
    account_exists: () => '账户已经开立。',
    account_closed: () => '账户已注销。',
    amount_not_whole: ({ field }) => `${field} 必须是整数。`,
    amount_too_small: ({ field, minimum }) => `${field} 不能小于 ${minimum}。`,
    money_too_small: ({ field }) => `${field} 太小：应付金额不足 0.01。`,
    topup_paid_twice: () => '订单已由另一笔付款支付。',
    amount_not_positive: ({ field }) => `${field} 必须大于零。`,
    amount_too_large: ({ field, maximum }) => `${field} 不能大于 ${maximum}。`,
    insufficient_user_quota: ({ available, needed }) => `余额不足：需要 ${needed}，可用 ${available}。`,
    insufficient_token_quota: ({ available, needed }) => `令牌额度不足：需要 ${needed}，可用 ${available}。`,
    token_limit_pending: () => '令牌的新额度尚未生效，请重试。',
    transfer_below_minimum: ({ minimum }) => `划转额度最低为 ${minimum}。`,
    insufficient_earnings: ({ available, needed }) => `邀请收益不足：申请 ${needed}，现有 ${available}。`,
    lease_unknown: () => '租约不存在。',
    lease_exists: () => '租约已存在。',
    lease_overspent: ({ amount, consumed }) => `租约不能降到 ${amount}：已消费 ${consumed}。`,
    till_not_open: () => '收银台未开启。',
    till_fenced: () => '收银台已被隔离。',
    request_unknown: () => '请求不存在。',
    request_known: () => '请求已存在。',
    code_missing: () => '兑换码无效。',
    code_exists: () => '兑换码已存在。',
    code_disabled: () => '兑换码已被禁用。',
    code_used: () => '兑换码已被使用。',
    code_used_by_you: () => '您已使用过该兑换码。',
    code_expired: () => '兑换码已过期。',
    code_amount_fixed: () => '已售出或可多次使用的兑换码，其额度不可更改。',
    topup_missing: () => '订单不存在。',
    topup_exists: () => '订单已存在。',
    topup_failed: () => '订单已失败。',
    topup_mismatch: ({ field }) => `支付与订单不符：${field === 'money' ? '金额' : '支付渠道'}不一致。`,
    task_missing: () => '任务不存在。',
    task_exists: () => '任务已存在。',
    rules_too_many: ({ field, maximum }) => `${field} 最多可有 ${maximum} 条。`,
    price_invalid: ({ field, reason }) => `${field} 无效：${PRICE_FAULTS[reason]}。`,
  },
  notices: {
    // What consoles look for, in any language (docs/behaviour.md#outside-accounts).
    bound: () => 'bind',
    earnings_transferred: () => '邀请收益已划转到余额。',
    model_ratio_reset: () => '模型倍率已恢复为内置值。',
    owed_to_ledger: () => '更改已保存。账本暂时无法记入，稍后会自动更新；在此之前余额和限额保持原样。',
    token_search_cut: ({ maximum }) => `只查找了最新 ${maximum} 个令牌的密钥。`,
    credit_owed: () => '兑换码已兑换。账本暂时无法入账，稍后会自动入账。',
    adjusted: ({ before, after, seen }) =>
      `余额现为 ${after}；若无此次变动则为 ${before}${seen === undefined ? '' : `（您看到的是 ${seen}）`}。`,
    adjusted_unseen: ({ change }) => `余额已变动 ${change}。当前数据落后于账本，暂时无法显示现有余额。`,
    adjusted_already: ({ balance }) =>
      `该调整此前已完成，未再次更改。${balance === undefined ? '' : `余额为 ${balance}。`}`,
  },
};
