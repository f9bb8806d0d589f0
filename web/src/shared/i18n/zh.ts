// Every text of the console in Chinese; `typeof en` is the type, so that no key can be missing.
import type { en } from './en.ts';

export const zh: typeof en = {
  common: {
    save: '保存', saving: '正在保存', create: '创建', cancel: '取消', close: '关闭', edit: '编辑', delete: '删除', enable: '启用', disable: '禁用', undo: '撤销', created: '创建时间',
    copy: '复制', copied: '已复制', remove: (name) => `移除 ${name}`,
  },
  roles: (role) => ({ 1: '普通用户', 10: '管理员', 100: '超级管理员' })[role] ?? '未知身份',
  nav: {
    skip: '跳到正文', menu: '菜单', console: '控制台', language: '语言', light: '切换到浅色主题', dark: '切换到深色主题', expand: '展开菜单', collapse: '收起菜单',
    account: (name) => `${name} 的账户`, signOut: '退出登录',
    detail: '数据看板', token: '令牌', log: '日志', topup: '钱包', statement: '对账单', ledger: '账本', channel: '渠道', redemption: '兑换码', user: '用户', books: '账目', setting: '设置',
  },
  palette: { open: '搜索或前往', placeholder: '页面、令牌、用户、渠道', nothing: '没有找到', pages: '页面' },
  notFound: { title: '页面不存在', about: '请检查浏览器地址是否正确。', home: '前往首页' },
  states: {
    loading: '正在加载', nothingMatches: '没有符合筛选条件的内容', nothingMatchesAbout: '请放宽时间范围或去掉一些筛选条件。', clearFilters: '清除筛选',
    failed: (what) => `${what}加载失败`, tryAgain: '重试', requestId: '请求编号',
  },
  errors: {
    refused: '服务器拒绝了此操作。', unreachable: '无法连接到服务器，请检查网络后重试。', tooMany: '错误：请求次数过多，请稍后再试。',
    internal: '错误：服务器内部错误，请联系管理员。', demo: '本站仅作演示之用，无服务端。', signedOut: '未登录或登录已过期，请重新登录。',
    other: (message) => `错误：${message}`, cannotCopy: '无法复制到剪贴板，请手动复制：', pageFailed: '无法显示此页面', reload: '重新加载',
  },
  form: {
    required: '此项为必填项。', amount: '请输入数字金额。', amountAboveZero: '请输入大于零的金额。', json: '不是有效的 JSON 对象。',
    bytesMax: (most) => `最多 ${most} 字节。`, charactersMax: (most) => `最多 ${most} 个字符。`, countBetween: (least, most) => `请输入 ${least} 到 ${most} 之间的整数。`,
    numberMin: (least) => `请输入不小于 ${least} 的数字。`,
  },
  money: { unit: '点', units: (amount) => `${amount} 点`, quickPicks: '常用金额' },
  table: {
    actions: '操作', actionsOf: (name) => `${name} 的操作`, filter: '筛选', activeFilters: '已生效的筛选', removeFilter: (name) => `移除筛选 ${name}`, more: '详情', less: '收起详情',
    pages: '分页', pageSize: '每页行数', perPage: (size) => `每页 ${size} 条`, rows: (first, last) => `${first}–${last}`, rowsOf: (first, last, total) => `${first}–${last}，共 ${total} 条`,
    previous: '上一页', next: '下一页', compact: '紧凑行距', comfortable: '宽松行距',
  },
  range: {
    label: '时间范围', today: '今天', '7d': '7 天', '30d': '30 天', month: '本月', lastMonth: '上月', own: '自定义', from: '开始', until: '结束', apply: '应用', wrong: '结束时间不能早于开始时间。',
    zone: (zone) => `时间按您所在时区显示：${zone}`,
  },
  signIn: {
    title: '登录', username: '用户名或邮箱', password: '密码', busy: '正在登录', missing: '请输入用户名和密码！', expired: '未登录或登录已过期，请重新登录。', noAccount: '还没有账户？',
    defaultPassword: '请修改默认密码', defaultPasswordAbout: '此账户仍在使用人人皆知的出厂密码，请先修改密码再进行其他操作。', later: '以后再说', changeNow: '立即修改',
  },
  register: {
    title: '注册', submit: '创建账户', haveAccount: '已有账户？', passwordRule: '8 到 20 个字符', passwordShort: '密码长度不得小于 8 位。', password2: '再次输入密码',
    passwordsDiffer: '两次输入的密码不一致！', email: '邮箱', emailMissing: '请输入邮箱！', code: '验证码', codeMissing: '请输入邮箱验证码！', sendCode: '获取验证码', codeSent: '验证码已发送，请查看邮箱。',
    resend: (seconds) => `${seconds} 秒后可重发`, done: '账户已创建，请登录。', closed: '注册已关闭', closedAbout: '本站目前不接受新用户注册。',
  },
  home: {
    title: '一把钥匙，通向所有模型；每一笔账，都能对上。', about: '通往众多 AI 服务商的网关，接口与您的程序现有的一致。每笔费用只记一次，逐行说明来由，随时可以验证。',
    start: '创建账户', console: '进入控制台', connect: '将 SDK 指向这里',
    points: [
      ['费用附带收据', '令牌数、倍率、取整、前后余额：每个请求都说明价格是如何得出的。'],
      ['额度说到做到', '无论同时有多少请求，余额和令牌都不会超支。'],
      ['同一本账', '余额的每次变动都是一条无法更改的分录，对账单与看板均由此得出。'],
    ],
  },
  dashboard: {
    figures: '数据', balance: '余额', usedInAll: (amount) => `累计已用 ${amount}`, today: '今日消费', todayAbout: '自零点起', requests: '请求数', requestsAbout: (all, minute) => `今日 · 累计 ${all} · 最近一分钟 ${minute}`,
    tokens: 'Token 数', tokensAbout: (minute) => `今日 · 最近一分钟 ${minute}`, consumption: '消费', total: (what) => `范围内${what}`, byModel: '按模型统计的消费', model: '模型', share: '占比', other: '其他', nothing: '没有请求',
    metric: '指标', view: '视图', chart: '图表', table: '表格', chartLabel: (what, total) => `按模型随时间变化的${what}，合计 ${total}。表格中有同样的数据。`,
    emptyTitle: '此范围内没有消费', emptyAbout: '使用令牌发出的请求会在数秒内显示在这里。', emptyAction: '前往令牌页面', whose: '查看谁的消费', mine: '我的消费', everybody: '所有用户',
  },
  tokens: {
    about: '供程序使用的密钥。额度是精确的：令牌不会超出其额度。', create: '新建令牌', createTitle: '新建令牌', editTitle: (name) => `编辑 ${name}`, saved: (name) => `${name} 已保存`,
    created: (count) => (count === 1 ? '令牌已创建，请在列表中复制密钥。' : `已创建 ${count} 个令牌，请在列表中复制密钥。`), searchName: '按名称搜索', searchKey: '按密钥搜索',
    name: '名称', statusHead: '状态', status: (status) => ({ 1: '已启用', 2: '已禁用', 3: '已过期', 4: '已耗尽' })[status] ?? '未知', restricted: '已启用（限制模型）', key: '密钥', keyOf: (name) => `${name} 的密钥`,
    copyKey: '复制密钥', copyKeyOf: (name) => `复制 ${name} 的密钥`, keyCopied: (name) => `已复制 ${name} 的密钥`, group: '分组', ownGroup: '自己的分组', ownGroupShort: '自己的', groupAbout: '决定由哪些渠道提供服务以及使用的倍率。',
    used: '已用额度', remain: '剩余额度', noLimit: '无限制', unlimited: '不单独设限', unlimitedAbout: '该令牌可以使用账户的全部余额。', expiry: '过期时间', expiryWrong: '过期时间格式错误。', never: '永不过期', oneHour: '1 小时', oneDay: '1 天', oneMonth: '1 个月',
    limitModels: '仅限指定模型', models: '模型', modelsMissing: '请至少选择一个模型。', addModel: '添加模型', addresses: '允许的地址', addressesAbout: '每行一个 IP 地址；留空则不限制。',
    count: '数量', countAbout: '其余令牌的名称后会加上短横线和六位随机字符。', deleteTitle: (name) => `删除 ${name}？`, deleteAbout: '使用此密钥的程序将立即被拒绝。已产生的费用仍保留在账本中。此操作无法撤销。', deleted: (name) => `${name} 已删除`,
    enabled: (name) => `${name} 已启用`, disabled: (name) => `${name} 已禁用`, emptyTitle: '还没有令牌', emptyAbout: '令牌是程序调用网关的密钥。请为每个程序创建一个，并各自设定额度。',
  },
  wallet: {
    about: '您的余额及其变动。', overview: '概览', balance: '余额', used: '累计已用', requests: '请求数', redeemTitle: '兑换', redeemAbout: '兑换后金额立即到账。', code: '兑换码', codeMissing: '请输入兑换码。', redeem: '兑换',
    redeemed: (amount) => `已到账 ${amount}`, getCode: '获取兑换码', recent: '最近 7 天', fullStatement: '完整对账单',
  },
  statement: {
    of: (name) => `${name} 的对账单`, print: '打印', period: (name, from, until, zone) => `${name} · ${from} – ${until} · ${zone}`, opening: '期初余额', closing: '期末余额', credits: '入账', charges: '消费', refunds: '退款', adjustments: '调整',
    time: '时间', entry: '摘要', amount: '金额', balance: '余额', chargesOf: (text) => `${text} 笔消费`, moreCharges: (count) => `另有 ${count} 笔消费，可在日志中逐笔查看。`, cut: (time) => `对账单较长，仅显示至 ${time}。请选择更短的范围查看其余部分。`,
    emptyTitle: '此范围内没有记录', emptyAbout: '入账与消费会随时显示在这里。',
  },
  ledger: {
    of: (name) => `${name} 的账本`, about: '账户的全部事件，最新的在前。分录从不更改，也不删除。', newest: '最新', older: '更早', place: (position, stream, revision) => `位置 ${position} · ${stream} 第 ${revision} 条`, actor: (actor) => `操作者 ${actor}`,
    emptyTitle: '还没有分录', emptyAbout: '账户首次获得额度时写入第一条分录。',
  },
  logs: {
    about: '您的请求及其费用。展开一行可查看收据。', aboutAdmin: '所有用户的请求及其费用。展开一行可查看收据。', time: '时间', username: '用户', channel: '渠道', channelId: '渠道编号', type: '类型', allTypes: '全部类型',
    types: (type) => ({ 1: '充值', 2: '消费', 3: '管理', 4: '系统' })[type] ?? '未知', token: '令牌', model: '模型', subject: '模型或摘要', inOut: '入 / 出', group: '分组', duration: '用时', amount: '金额',
    totals: '合计', consumed: '消费', entries: '条数', rpm: '每分钟请求', tpm: '每分钟 Token', lastMinute: '最近 60 秒', refresh: '刷新', position: (position) => `账本位置 ${position}`, emptyTitle: '此范围内没有记录', emptyAbout: '请求会在数秒内显示在这里。',
  },
  receipt: {
    title: '收据', priceBook: (version) => `价目表 v${version}`, exact: '精确金额', rounding: '取整', roundingAbout: '四舍五入一次，至少为 1', total: '合计',
    line: { prompt: '提示 Token', completion: '补全 Token', model_ratio: '模型倍率', group_ratio: '分组倍率', call_price: '单次价格', quota_per_unit: '每美元点数' },
    usage: '用量', tokens: (prompt, completion) => `提示 ${prompt}，补全 ${completion} Token`, part: { cached_read: '缓存读取', cached_write: '缓存写入', audio_input: '音频输入', audio_output: '音频输出', image: '图像', reasoning: '推理' },
    source: '用量来源', sources: { provider: '服务商', counted: '按文本自行计数', estimated: '估算', interrupted: '中断请求的规则' }, interrupted: '已中断', model: '模型', mapped: (asked, billed) => `${asked}，按 ${billed} 计费`,
    token: '令牌 · 分组', arrived: '到达时间', duration: '用时', firstToken: (time) => `首字用时 ${time}`, stream: '流式', balance: '余额', request: '请求编号', entry: '账本分录', entryAt: (position) => `位置 ${position}`,
    correction: (time) => `更正于 ${time}`,
    attempts: '尝试', noAnswer: '无响应', postings: '分录（点）', noPostings: '此条目不变动额度。',
  },
  channels: {
    about: '处理请求的上游服务商，按优先级和权重选择。', create: '新建渠道', createTitle: '新建渠道', editTitle: (name) => `编辑 ${name}`, saved: (name) => `${name} 已保存`, created: (name) => `${name} 已创建`, search: '搜索编号、名称或密钥', searchModel: '模型', group: '分组', idSort: '按编号排序',
    name: '名称', status: '状态', statuses: (status) => ({ 1: '已启用', 2: '已禁用', 3: '自动禁用' })[status] ?? '未知', type: '类型', groups: '分组', models: '模型', responseTime: '响应时间', untested: '未测试', used: '已用额度', priority: '优先级', weight: '权重',
    priorityOf: (name) => `${name} 的优先级`, weightOf: (name) => `${name} 的权重`, priorityWrong: '优先级必须是不小于 -999 的整数。', weightWrong: '权重必须是非负整数。', priorityAbout: '数值大的优先。', weightAbout: '同一优先级内的份额。',
    test: '测试', testOf: (name) => `测试 ${name}`, testPassed: (name, time) => `${name} 在 ${time} 内响应`, testFailed: (name, time, message) => `${name}，${time} 后：${message}`,
    address: '基础地址', addressAbout: '留空则使用服务商的默认地址。', addressCustom: '完整地址；{model} 代表模型名称。', addressWrong: '地址须以 http:// 或 https:// 开头。', key: '密钥', keyAbout: '每行一个，各建一个渠道。', keyKept: '留空则保留原密钥。',
    organization: '组织', other: { apiVersion: 'API 版本', modelVersion: '模型版本', knowledgeBase: '知识库编号', accountId: '账户编号', region: '部署地区，或含 default 的 JSON 映射', plugin: '插件' },
    modelsExist: '部分模型已存在。', fillType: '添加该类型的模型', fillUpstream: '向上游获取', clearModels: '全部移除', mapping: '模型映射', mappingAbout: 'JSON：请求的模型到实际发送的模型，按实际发送的模型计费。', mappingWrong: '模型映射必须是有效的 JSON。', statusMapping: '状态码映射', setting: '设置（JSON）',
    testModel: '测试模型', tag: '标签', autoBan: '失败时自动禁用', autoBanAbout: '当上游拒绝密钥或额度用尽时。', deleteTitle: (name) => `删除 ${name}？`, deleteAbout: '请求将不再发往此渠道。其费用仍保留在账本中。此操作无法撤销。', deleted: (name) => `${name} 已删除`,
    enabled: (name) => `${name} 已启用`, disabled: (name) => `${name} 已禁用`, emptyTitle: '还没有渠道', emptyAbout: '渠道是带有密钥的服务商，对其模型的请求由它处理。',
  },
  codes: {
    about: '用户可用来兑换额度的代码。', create: '新建兑换码', createTitle: '新建兑换码', editTitle: (name) => `编辑 ${name}`, saved: (name) => `${name} 已保存`, search: '搜索编号或名称', name: '名称', nameAbout: '留空则以金额为名。最多 20 字节。', quota: '面值', count: '数量', code: '兑换码', codeOf: (name) => `兑换码 ${name}`,
    status: '状态', statuses: (status) => ({ 1: '未使用', 2: '已禁用', 3: '已使用' })[status] ?? '未知', redeemer: '兑换者', userNumber: (id) => `用户 ${id}`, created: (count) => `已创建 ${count} 个兑换码`, keys: '兑换码，每行一个', copyAll: '全部复制', copied: (count) => `已复制 ${count} 个兑换码`, download: '下载',
    deleteTitle: (name) => `删除 ${name}？`, deleteAbout: '该兑换码将无法再兑换。此操作无法撤销。', deleteUsedAbout: '该兑换码将从列表中消失，已到账的金额不变。', deleted: (name) => `${name} 已删除`, enabled: (name) => `${name} 已启用`, disabled: (name) => `${name} 已禁用`,
    emptyTitle: '还没有兑换码', emptyAbout: '创建兑换码并分发；兑换者的余额会增加相应面值。',
  },
  users: {
    create: '新建用户', createTitle: '新建用户', editTitle: (name) => `编辑 ${name}`, saved: (name) => `${name} 已保存`, created: (name) => `${name} 已创建`, search: '搜索编号、名称、邮箱', allGroups: '全部分组', username: '用户名', displayName: '显示名称', password: '密码', newPassword: '新密码', passwordKept: '留空则不修改；8 到 20 个字符。',
    nameAndPassword: '用户名和密码不能为空！', group: '分组', status: '状态', statuses: (status) => (status === 1 ? '已激活' : '已封禁'), closed: '已注销', role: '身份', balance: '余额', used: '已用额度', requests: '请求数', invited: '邀请人数', nobody: '无',
    inviteInfo: (count, by) => `邀请了 ${count} 人，邀请人：${by}`, statementOf: (name) => `${name} 的对账单`, logsOf: (name) => `${name} 的日志`,
    adjust: '调整余额', adjustTitle: (name) => `调整 ${name} 的余额`, delta: '变动', deltaZero: '变动不能为零。', reason: '原因', reasonMissing: '请说明原因，它会写入账本。', reasonAbout: '与您的名字一起保存在账本中。', oldBalance: '余额', change: '变动', newBalance: '新余额', adjusted: (name, balance) => `${name} 的余额现为 ${balance}`, adjustedFrom: (name, before, balance) => `${name} 的余额现为 ${balance}；若无此次变动则为 ${before}`, adjustedAlready: (name, balance) => `此前已完成：${name} 的余额为 ${balance}`, adjustedUnseen: (name) => `该变动已写入账本；数据更新后即显示 ${name} 的余额`,
    actions: { promote: '提升为管理员', demote: '降为普通用户', disable: '封禁', enable: '激活', delete: '注销账户' },
    confirm: { promote: (name) => `提升 ${name}？`, demote: (name) => `降级 ${name}？`, disable: (name) => `封禁 ${name}？`, enable: (name) => `激活 ${name}？`, delete: (name) => `注销 ${name} 的账户？` },
    confirmAbout: {
      promote: '管理员可以管理用户和渠道，并查看所有人的日志。', demote: '此人将立即失去对用户、渠道和他人日志的访问权限。', disable: '此人的登录和全部令牌将立即被拒绝，余额保留。', enable: '登录和令牌将恢复可用。',
      delete: '该账户将不再接受请求，也无法再次开通。其余额和分录保留在账上。',
    },
    managed: { promote: (name) => `${name} 现在是管理员`, demote: (name) => `${name} 现在是普通用户`, disable: (name) => `${name} 已封禁`, enable: (name) => `${name} 已激活`, delete: (name) => `${name} 的账户已注销` },
    emptyTitle: '还没有用户',
  },
  personal: {
    account: '账户', password: '修改密码', changePassword: '修改密码', passwordChanged: '密码已修改', accessToken: '系统访问令牌', accessTokenAbout: '供以您的名义调用控制台接口的程序使用，仅显示一次。', makeToken: '生成令牌', makeTokenTitle: '生成新的访问令牌？',
    makeTokenAbout: '旧令牌将立即失效。', tokenCopied: '访问令牌已复制', invite: '邀请他人', inviteAbout: '有人通过您的链接注册时，您可获得奖励。', pending: '待划转奖励', earned: '累计奖励', invited: '邀请人数', transfer: '划转到余额', transferMin: (amount) => `划转金额最低为 ${amount}`,
    transferMax: (amount) => `最多 ${amount}。`, transferred: (amount) => `已将 ${amount} 划转到余额`, amount: '金额', inviteLink: '邀请链接', earnings: '邀请奖励', models: '可用模型', modelsAbout: '点击名称即可复制。', noModels: '您的分组没有可用模型。', moreModels: (count) => `另有 ${count} 个模型`, fewer: '收起',
  },
  settings: {
    tabs: { personal: '个人', operation: '运营', pricing: '定价', system: '系统', other: '其他' }, saved: '已保存', partlySaved: '部分保存失败，请重试。', unchanged: '您似乎没有修改任何内容。', checkInput: '请检查输入。', jsonEntry: (name) => `“${name}”的值类型不正确。`,
    groups: { general: '通用', quota: '额度', logs: '日志', dashboard: '数据看板', monitoring: '监控', filter: '敏感词', access: '访问', appearance: '外观', pricing: '价目表' },
    groupAbout: { general: '', quota: '以额度点数为单位。', logs: '费用始终记入账本；此项决定是否在日志中显示。', dashboard: '', monitoring: '', filter: '', access: '', appearance: '文本可使用 Markdown 或 HTML；以 https:// 开头的地址会作为页面显示。', pricing: '每次保存都会发布新版本；旧费用保留其版本。' },
    hour: '小时', day: '天', week: '周', clean: '清理日志', cleanBefore: '清理此时间之前的记录', cleanAbout: '账本、余额和看板不受影响。', cleanMissing: '请选择日志时间。', cleanTitle: (time) => `清理 ${time} 之前的全部日志？`, cleanConfirm: '这些记录将从所有人的日志中消失，账本保留每条分录。此操作无法撤销。', cleaned: (count) => `已清理 ${count} 条`,
    resetRatios: '重置模型倍率', resetTitle: '重置全部模型倍率？', resetAbout: '内置倍率将作为价目表的新版本替换您的设置。', resetDone: '模型倍率已重置', passwordLoginTitle: '关闭密码登录？', passwordLoginAbout: '没有其他登录方式的用户（包括管理员）将无法登录。', switchOff: '关闭',
  },
  options: {
    TopUpLink: '获取兑换码的链接', QuotaPerUnit: '每美元额度点数', RetryTimes: '失败后重试次数', DisplayInCurrencyEnabled: '以货币形式显示额度', DisplayTokenStatEnabled: '额度查询返回令牌额度', DefaultCollapseSidebar: '默认收起侧边栏',
    QuotaForNewUser: '新用户额度', PreConsumedQuota: '未声明上限时预留的 Token 数', QuotaForInviter: '邀请人奖励', QuotaForInvitee: '被邀请人奖励', LogConsumeEnabled: '在日志中显示消费', DataExportEnabled: '显示数据看板', DataExportInterval: '间隔（分钟）', DataExportDefaultTime: '默认粒度',
    ChannelDisableThreshold: '测试时渠道的最长响应时间（秒）', QuotaRemindThreshold: '低于此额度时提醒', AutomaticDisableChannelEnabled: '自动禁用失败的渠道', AutomaticEnableChannelEnabled: '测试通过后自动启用渠道', CheckSensitiveEnabled: '过滤敏感词', CheckSensitiveOnPromptEnabled: '过滤提示', SensitiveWords: '敏感词，每行一个',
    ModelRatio: '模型倍率', CompletionRatio: '补全倍率', ModelPrice: '单次价格', GroupRatio: '分组倍率', UserUsableGroups: '用户可选分组', ServerAddress: '服务器地址', RegisterEnabled: '允许注册', PasswordRegisterEnabled: '允许密码注册', PasswordLoginEnabled: '允许密码登录',
    SystemName: '本站名称', Logo: '标志地址', HomePageContent: '首页内容', Notice: '公告', About: '关于', Footer: '页脚（HTML）',
  },
  books: {
    about: '账本、余额与日志是否一致，以及每个科目的合计。', verified: (when, position) => `账目已核对，${when}，位置 ${position}`, notYet: (position) => `账目尚未核对，位置 ${position}`, unknown: '账目状态未知', differs: (count, first) => `账目有 ${count} 处差异：${first}`,
    state: '状态', ok: '账目一致', notOk: '账目有差异', never: '尚未核对', lastVerified: '上次核对', position: '位置', head: '最后事件', lag: '落后事件数', differences: '差异', trialBalance: '试算平衡表', trialAbout: '所选范围内的全部科目。一个科目增加，另一个科目必减少，因此合计为零。点击科目名称可查看明细。', total: '合计', period: (from, until, zone) => `${from} – ${until} · ${zone}`,
    account: '科目', opening: '期初', debits: '减少', credits: '增加', closing: '期末', emptyTitle: '截至该日还没有分录', emptyAbout: '账目从第一笔发放的额度开始。', entriesOf: (account) => `查看明细：${account}`,
    accounts: (account) => ({ 'user:*:wallet': '用户余额', 'user:*:earnings': '尚未划转的邀请奖励', 'codes:outstanding': '未兑换的兑换码', 'codes:claimed': '已兑换、待入账', 'topups:claimed': '已充值、待入账', 'refunds:claimed': '已退款、待入账', promotion: '赠送：新用户、邀请奖励与兑换码', adjustment: '管理员设定', revenue: '调用消费' })[account] ?? (account.startsWith('cash:') ? `通过 ${account.slice('cash:'.length)} 售出` : account),
  },
};
