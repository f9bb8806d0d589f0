// Every text of the console in English. One file, longer than others, so that it is the type of all catalogues: a key that another one lacks
// fails the type check. Texts with facts in them are functions of these facts.

const s = (count: number): string => (count === 1 ? '' : 's');

export const en = {
  common: {
    save: 'Save', saving: 'Saving', create: 'Create', cancel: 'Cancel', close: 'Close', edit: 'Edit', delete: 'Delete', enable: 'Enable', disable: 'Disable', undo: 'Undo', created: 'Created',
    copy: 'Copy', copied: 'Copied', remove: (name: string) => `Remove ${name}`,
  },
  roles: (role: number) => ({ 1: 'Ordinary user', 10: 'Administrator', 100: 'Super administrator' })[role] ?? 'Unknown role',
  nav: {
    skip: 'Skip to content', menu: 'Menu', console: 'Console', language: 'Language', light: 'Switch to light theme', dark: 'Switch to dark theme', expand: 'Expand the menu', collapse: 'Collapse the menu',
    account: (name: string) => `Account of ${name}`, signOut: 'Sign out',
    detail: 'Dashboard', token: 'Tokens', log: 'Logs', topup: 'Wallet', statement: 'Statement', ledger: 'Ledger', channel: 'Channels', redemption: 'Redemption codes', user: 'Users', books: 'Books', setting: 'Settings',
  },
  palette: { open: 'Search or go to', placeholder: 'Pages, tokens, users, channels', nothing: 'Nothing found', pages: 'Pages' },
  notFound: { title: 'Page does not exist', about: 'Check the address in your browser.', home: 'Go to the home page' },
  states: {
    loading: 'Loading', nothingMatches: 'Nothing matches the filters', nothingMatchesAbout: 'Widen the range or take filters away.', clearFilters: 'Clear filters',
    failed: (what: string) => `${what} could not be loaded`, tryAgain: 'Try again', requestId: 'Request id',
  },
  errors: {
    refused: 'The server refused this.', unreachable: 'Unable to connect to the server. Check your connection and try again.', tooMany: 'Error: too many requests, please try later.',
    internal: 'Error: internal server error, please contact the administrator.', demo: 'This site is for demonstration only, there is no server.', signedOut: 'Not signed in or session expired, please sign in again.',
    other: (message: string) => `Error: ${message}`, cannotCopy: 'Cannot copy to the clipboard, please copy by hand:', pageFailed: 'This page could not be shown', reload: 'Load again',
  },
  form: {
    required: 'This field is required.', amount: 'Enter an amount as a number.', amountAboveZero: 'Enter an amount above zero.', json: 'Not a valid JSON object.',
    bytesMax: (most: number) => `At most ${most} bytes.`, charactersMax: (most: number) => `At most ${most} characters.`, countBetween: (least: number, most: number) => `A whole number from ${least} to ${most}.`,
    numberMin: (least: number) => `A number of at least ${least}.`,
  },
  money: { unit: 'units', units: (amount: string) => `${amount} units`, quickPicks: 'Common amounts' },
  table: {
    actions: 'Actions', actionsOf: (name: string) => `Actions for ${name}`, filter: 'Filter', activeFilters: 'Active filters', removeFilter: (name: string) => `Remove filter ${name}`, more: 'Details', less: 'Close details',
    pages: 'Pages', pageSize: 'Rows a page', perPage: (size: number) => `${size} a page`, rows: (first: string, last: string) => `${first}–${last}`, rowsOf: (first: string, last: string, total: string) => `${first}–${last} of ${total}`,
    previous: 'Previous page', next: 'Next page', compact: 'Compact rows', comfortable: 'Comfortable rows',
  },
  range: {
    label: 'Range', today: 'Today', '7d': '7 days', '30d': '30 days', month: 'This month', lastMonth: 'Last month', own: 'Custom', from: 'From', until: 'Until', apply: 'Apply', wrong: 'The end must not be before the beginning.',
    zone: (zone: string) => `Times in your zone, ${zone}`,
  },
  signIn: {
    title: 'Sign in', username: 'Username or e-mail', password: 'Password', busy: 'Signing in', missing: 'Please enter username and password!', expired: 'Not signed in or session expired, please sign in again.', noAccount: 'No account yet?',
    defaultPassword: 'Change the default password', defaultPasswordAbout: 'This account still has the factory password, which everybody knows. Change it before you do anything else.', later: 'Later', changeNow: 'Change it now',
  },
  register: {
    title: 'Register', submit: 'Create account', haveAccount: 'Already have an account?', passwordRule: '8 to 20 characters', passwordShort: 'Password length must not be less than 8.', password2: 'Password again',
    passwordsDiffer: 'The two passwords do not match!', email: 'E-mail', emailMissing: 'Please enter email!', code: 'Verification code', codeMissing: 'Please enter email verification code!', sendCode: 'Get code', codeSent: 'Code sent. Look into your mailbox.',
    resend: (seconds: number) => `Again in ${seconds} s`, done: 'Account created. Sign in with it.', closed: 'Registration is closed', closedAbout: 'The operator of this site does not take new accounts at the moment.',
  },
  home: {
    title: 'One key for every model, and books that balance.', about: 'A gateway to many AI providers with the interface your programs already speak. Every charge is written down once, explained line by line, and can be proven at any time.',
    start: 'Create an account', console: 'Open the console', connect: 'Point your SDK here',
    points: [
      ['Charges with receipts', 'Tokens, ratios, rounding, balance before and after: each request shows how its price came about.'],
      ['Limits that hold', 'A balance or a token never spends more than it has, however many requests run at once.'],
      ['One ledger', 'Every change of a balance is an entry that nobody can alter. Statements and dashboards follow from it.'],
    ] as readonly (readonly [string, string])[],
  },
  dashboard: {
    figures: 'The figures', balance: 'Balance', usedInAll: (amount: string) => `${amount} used in all`, today: 'Consumption today', todayAbout: 'since midnight', requests: 'Requests', requestsAbout: (all: string, minute: string) => `today · ${all} in all · ${minute} last minute`,
    tokens: 'Tokens', tokensAbout: (minute: string) => `today · ${minute} last minute`, consumption: 'Consumption', total: (what: string) => `${what} in the range`, byModel: 'Consumption by model', model: 'Model', share: 'Share', other: 'Other', nothing: 'No requests',
    metric: 'Measure', view: 'View', chart: 'Chart', table: 'Table', chartLabel: (what: string, total: string) => `${what} by model over time, ${total} in all. The same figures are in the table.`,
    emptyTitle: 'No consumption in this range', emptyAbout: 'Requests with one of your tokens appear here within seconds.', emptyAction: 'Go to your tokens', whose: 'Whose consumption', mine: 'My consumption', everybody: 'All users',
  },
  tokens: {
    about: 'Keys for your programs. A limit is exact: a token never spends more than it has.', create: 'New token', createTitle: 'New token', editTitle: (name: string) => `Edit ${name}`, saved: (name: string) => `${name} saved`,
    created: (count: number) => (count === 1 ? 'Token created. Copy its key from the list.' : `${count} tokens created. Copy their keys from the list.`), searchName: 'Search by name', searchKey: 'Search by key',
    name: 'Name', statusHead: 'Status', status: (status: number) => ({ 1: 'Enabled', 2: 'Disabled', 3: 'Expired', 4: 'Exhausted' })[status] ?? 'Unknown', restricted: 'Enabled, restricted', key: 'Key', keyOf: (name: string) => `key of ${name}`,
    copyKey: 'Copy key', copyKeyOf: (name: string) => `Copy key of ${name}`, keyCopied: (name: string) => `Key of ${name} copied`, group: 'Group', ownGroup: 'Your own group', ownGroupShort: 'own', groupAbout: 'Decides which channels serve the token and at which ratio.',
    used: 'Used', remain: 'Remaining', noLimit: 'No limit', unlimited: 'No limit of its own', unlimitedAbout: 'The token may spend the whole balance of the account.', expiry: 'Expiry', expiryWrong: 'Expiry format error.', never: 'Never', oneHour: '1 hour', oneDay: '1 day', oneMonth: '1 month',
    limitModels: 'Only certain models', models: 'Models', modelsMissing: 'Choose at least one model.', addModel: 'Add a model', addresses: 'Allowed addresses', addressesAbout: 'One IP address a line; empty means from everywhere.',
    count: 'How many', countAbout: 'Further tokens get the name with a dash and six random characters.', deleteTitle: (name: string) => `Delete ${name}?`, deleteAbout: 'Programs that use this key are refused at once. What it spent stays in the ledger. This cannot be undone.', deleted: (name: string) => `${name} deleted`,
    enabled: (name: string) => `${name} enabled`, disabled: (name: string) => `${name} disabled`, emptyTitle: 'No tokens yet', emptyAbout: 'A token is the key with which a program calls the gateway. Make one for each program, with a limit of its own.',
  },
  wallet: {
    about: 'Your balance, and what moved it.', overview: 'Overview', balance: 'Balance', used: 'Used in all', requests: 'Requests', redeemTitle: 'Redeem a code', redeemAbout: 'The amount is on your balance at once.', code: 'Redemption code', codeMissing: 'Please enter redemption code.', redeem: 'Redeem',
    redeemed: (amount: string) => `${amount} credited`, getCode: 'Get a code', recent: 'Last 7 days', fullStatement: 'Full statement',
  },
  statement: {
    of: (name: string) => `Statement of ${name}`, print: 'Print', period: (name: string, from: string, until: string, zone: string) => `${name} · ${from} – ${until} · ${zone}`, opening: 'Opening balance', closing: 'Closing balance', credits: 'Credits', charges: 'Charges', refunds: 'Refunds', adjustments: 'Adjustments',
    time: 'Time', entry: 'Entry', amount: 'Amount', balance: 'Balance', chargesOf: (text: string, count: number) => `${text} charge${s(count)}`, moreCharges: (count: string) => `${count} more charges; the logs show each of them.`, cut: (time: string) => `The statement is long and shown until ${time}. Choose a shorter range for the rest.`,
    emptyTitle: 'No entries in this range', emptyAbout: 'Credits and charges appear here as they happen.',
  },
  ledger: {
    of: (name: string) => `Ledger of ${name}`, about: 'Every event of the account, newest first. Entries are never changed or taken away.', newest: 'Newest', older: 'Older', place: (position: string, stream: string, revision: string) => `Position ${position} · ${stream} at ${revision}`, actor: (actor: string) => `by ${actor}`,
    emptyTitle: 'No entries yet', emptyAbout: 'The first entry is written when the account gets quota.',
  },
  logs: {
    about: 'Your requests and what they cost. Open a row for its receipt.', aboutAdmin: 'Requests of all users and what they cost. Open a row for its receipt.', time: 'Time', username: 'User', channel: 'Channel', channelId: 'Channel id', type: 'Type', allTypes: 'All types',
    types: (type: number) => ({ 1: 'Top-up', 2: 'Consumption', 3: 'Administration', 4: 'System' })[type] ?? 'Unknown', token: 'Token', model: 'Model', subject: 'Model or entry', inOut: 'In / out', group: 'Group', duration: 'Duration', amount: 'Amount',
    totals: 'Totals', consumed: 'Consumption', entries: 'Entries', rpm: 'Requests/min', tpm: 'Tokens/min', lastMinute: 'In the last 60 seconds', refresh: 'Refresh', position: (position: string) => `Ledger position ${position}`, emptyTitle: 'No entries in this range', emptyAbout: 'Requests appear here within seconds.',
  },
  receipt: {
    title: 'Receipt', priceBook: (version: number) => `Price book v${version}`, exact: 'Exact amount', rounding: 'Rounding', roundingAbout: 'half up, once, at least 1', total: 'Total',
    line: { prompt: 'Prompt tokens', completion: 'Completion tokens', model_ratio: 'Model ratio', group_ratio: 'Group ratio', call_price: 'Price a call', quota_per_unit: 'Units a dollar' },
    usage: 'Usage', tokens: (prompt: string, completion: string) => `${prompt} prompt, ${completion} completion tokens`, part: { cached_read: 'cached read', cached_write: 'cached write', audio_input: 'audio in', audio_output: 'audio out', image: 'image', reasoning: 'reasoning' },
    source: 'Usage from', sources: { provider: 'the provider', counted: 'our count of the texts', estimated: 'an estimate', interrupted: 'the rule for interrupted requests' }, interrupted: 'interrupted', model: 'Model', mapped: (asked: string, billed: string) => `${asked}, billed as ${billed}`,
    token: 'Token · group', arrived: 'Arrived', duration: 'Duration', firstToken: (time: string) => `first token after ${time}`, stream: 'streamed', balance: 'Balance', request: 'Request id', entry: 'Ledger entry', entryAt: (position: string) => `Position ${position}`,
    correction: (time: string) => `Corrected at ${time}`,
    attempts: 'Attempts', noAnswer: 'no answer', postings: 'Postings in units', noPostings: 'This entry moves no quota.',
  },
  channels: {
    about: 'Upstream providers that serve requests, by priority and weight.', create: 'New channel', createTitle: 'New channel', editTitle: (name: string) => `Edit ${name}`, saved: (name: string) => `${name} saved`, created: (name: string) => `${name} created`, search: 'Search id, name or key', searchModel: 'Model', group: 'Group', idSort: 'Sort by id',
    name: 'Name', status: 'Status', statuses: (status: number) => ({ 1: 'Enabled', 2: 'Disabled', 3: 'Disabled automatically' })[status] ?? 'Unknown', type: 'Type', groups: 'Groups', models: 'Models', responseTime: 'Response time', untested: 'Untested', used: 'Used', priority: 'Priority', weight: 'Weight',
    priorityOf: (name: string) => `Priority of ${name}`, weightOf: (name: string) => `Weight of ${name}`, priorityWrong: 'Priority must be an integer of at least -999.', weightWrong: 'Weight must be a non-negative integer.', priorityAbout: 'Higher first.', weightAbout: 'Share within a priority.',
    test: 'Test', testOf: (name: string) => `Test ${name}`, testPassed: (name: string, time: string) => `${name} answered in ${time}`, testFailed: (name: string, time: string, message: string) => `${name}, after ${time}: ${message}`,
    address: 'Base URL', addressAbout: 'Empty for the provider’s own address.', addressCustom: 'The full URL; {model} stands for the model’s name.', addressWrong: 'An address that begins with http:// or https://.', key: 'Key', keyAbout: 'One a line makes one channel each.', keyKept: 'Leave empty to keep the key.',
    organization: 'Organization', other: { apiVersion: 'API version', modelVersion: 'Model version', knowledgeBase: 'Knowledge base id', accountId: 'Account id', region: 'Region, or a JSON map with default', plugin: 'Plugin' },
    modelsExist: 'Some models already exist.', fillType: 'Add the type’s models', fillUpstream: 'Ask the upstream', clearModels: 'Remove all', mapping: 'Model mapping', mappingAbout: 'JSON: model asked to model sent upstream. The model sent is billed.', mappingWrong: 'Model mapping must be valid JSON.', statusMapping: 'Status code mapping', setting: 'Settings (JSON)',
    testModel: 'Test model', tag: 'Tag', autoBan: 'Disable automatically on failure', autoBanAbout: 'When the upstream refuses the key or has no credit left.', deleteTitle: (name: string) => `Delete ${name}?`, deleteAbout: 'Requests no longer go to this channel. Its charges stay in the ledger. This cannot be undone.', deleted: (name: string) => `${name} deleted`,
    enabled: (name: string) => `${name} enabled`, disabled: (name: string) => `${name} disabled`, emptyTitle: 'No channels yet', emptyAbout: 'A channel is a provider with a key. Requests for its models are served by it.',
  },
  codes: {
    about: 'Codes that users redeem for quota.', create: 'New codes', createTitle: 'New codes', editTitle: (name: string) => `Edit ${name}`, saved: (name: string) => `${name} saved`, search: 'Search id or name', name: 'Name', nameAbout: 'Empty for the amount as name. At most 20 bytes.', quota: 'Worth', count: 'How many', code: 'Code', codeOf: (name: string) => `code ${name}`,
    status: 'Status', statuses: (status: number) => ({ 1: 'Unused', 2: 'Disabled', 3: 'Used' })[status] ?? 'Unknown', redeemer: 'Redeemed by', userNumber: (id: number) => `User ${id}`, created: (count: number) => `${count} code${s(count)} created`, keys: 'Codes, one a line', copyAll: 'Copy all', copied: (count: number) => `${count} code${s(count)} copied`, download: 'Download',
    deleteTitle: (name: string) => `Delete ${name}?`, deleteAbout: 'The code can no longer be redeemed. This cannot be undone.', deleteUsedAbout: 'The code leaves this list. What was credited stays credited.', deleted: (name: string) => `${name} deleted`, enabled: (name: string) => `${name} enabled`, disabled: (name: string) => `${name} disabled`,
    emptyTitle: 'No codes yet', emptyAbout: 'Make codes and hand them out; whoever redeems one gets its worth on the balance.',
  },
  users: {
    create: 'New user', createTitle: 'New user', editTitle: (name: string) => `Edit ${name}`, saved: (name: string) => `${name} saved`, created: (name: string) => `${name} created`, search: 'Search id, name, e-mail', allGroups: 'All groups', username: 'Username', displayName: 'Display name', password: 'Password', newPassword: 'New password', passwordKept: 'Leave empty to keep it; 8 to 20 characters.',
    nameAndPassword: 'Username and password cannot be empty!', group: 'Group', status: 'Status', statuses: (status: number): string => (status === 1 ? 'Activated' : 'Banned'), closed: 'Closed', role: 'Role', balance: 'Balance', used: 'Used', requests: 'Requests', invited: 'Invited', nobody: 'nobody',
    inviteInfo: (count: string, by: string) => `${count} invited, invited by ${by}`, statementOf: (name: string) => `Statement of ${name}`, logsOf: (name: string) => `Logs of ${name}`,
    adjust: 'Adjust balance', adjustTitle: (name: string) => `Adjust the balance of ${name}`, delta: 'Change', deltaZero: 'The change must not be zero.', reason: 'Reason', reasonMissing: 'Say why; it stands in the ledger.', reasonAbout: 'Kept in the ledger with your name.', oldBalance: 'Balance', change: 'Change', newBalance: 'New balance', adjusted: (name: string, balance: string) => `${name} now has ${balance}`, adjustedFrom: (name: string, before: string, balance: string) => `${name} now has ${balance}; without this change it would be ${before}`, adjustedAlready: (name: string, balance: string) => `This had been done already: ${name} has ${balance}`, adjustedUnseen: (name: string) => `The change stands in the ledger; the balance of ${name} is shown as soon as the figures have it`,
    actions: { promote: 'Promote to administrator', demote: 'Demote to ordinary user', disable: 'Ban', enable: 'Activate', delete: 'Close account' },
    confirm: { promote: (name: string) => `Promote ${name}?`, demote: (name: string) => `Demote ${name}?`, disable: (name: string) => `Ban ${name}?`, enable: (name: string) => `Activate ${name}?`, delete: (name: string) => `Close the account of ${name}?` },
    confirmAbout: {
      promote: 'As an administrator this person manages users and channels and sees everybody’s logs.', demote: 'This person loses access to users, channels and others’ logs at once.', disable: 'Signing in and all tokens of this person are refused at once. The balance stays.', enable: 'Signing in and tokens work again.',
      delete: 'The account takes no requests any more and cannot be opened again. Its balance and its entries stay on the books.',
    },
    managed: { promote: (name: string) => `${name} is an administrator now`, demote: (name: string) => `${name} is an ordinary user now`, disable: (name: string) => `${name} banned`, enable: (name: string) => `${name} activated`, delete: (name: string) => `Account of ${name} closed` },
    emptyTitle: 'No users yet',
  },
  personal: {
    account: 'Account', password: 'Change password', changePassword: 'Change password', passwordChanged: 'Password changed', accessToken: 'System access token', accessTokenAbout: 'For programs that call the console’s interface in your name. It is shown once.', makeToken: 'Generate token', makeTokenTitle: 'Generate a new access token?',
    makeTokenAbout: 'The old one stops working at once.', tokenCopied: 'Access token copied', invite: 'Invite others', inviteAbout: 'You earn when somebody registers with your link.', pending: 'Pending earnings', earned: 'Earned in all', invited: 'Invited', transfer: 'Move to balance', transferMin: (amount: string) => `Transfer amount minimum is ${amount}`,
    transferMax: (amount: string) => `At most ${amount}.`, transferred: (amount: string) => `${amount} moved to your balance`, amount: 'Amount', inviteLink: 'Invite link', earnings: 'Invite earnings', models: 'Usable models', modelsAbout: 'Click a name to copy it.', noModels: 'No models are available to your group.', moreModels: (count: number) => `${count} more model${s(count)}`, fewer: 'Collapse',
  },
  settings: {
    tabs: { personal: 'Personal', operation: 'Operation', pricing: 'Pricing', system: 'System', other: 'Other' }, saved: 'Saved', partlySaved: 'Some saves failed, please retry.', unchanged: 'You seem to have changed nothing.', checkInput: 'Please check input.', jsonEntry: (name: string) => `The value of "${name}" is of the wrong kind.`,
    groups: { general: 'General', quota: 'Quota', logs: 'Logs', dashboard: 'Data dashboard', monitoring: 'Monitoring', filter: 'Sensitive words', access: 'Access', appearance: 'Appearance', pricing: 'Price book' },
    groupAbout: { general: '', quota: 'Amounts in quota units.', logs: 'Charges are always in the ledger; this decides whether they have a row in the logs.', dashboard: '', monitoring: '', filter: '', access: '', appearance: 'Texts may hold Markdown or HTML; an address that begins with https:// is shown as a page.', pricing: 'Each save publishes a new version; old charges keep theirs.' } as Readonly<Record<string, string>>,
    hour: 'Hour', day: 'Day', week: 'Week', clean: 'Clean logs', cleanBefore: 'Clean rows before', cleanAbout: 'Ledger, balances and dashboards stay.', cleanMissing: 'Please select log time.', cleanTitle: (time: string) => `Clean all log rows before ${time}?`, cleanConfirm: 'The rows disappear from everybody’s logs. The ledger keeps every entry. This cannot be undone.', cleaned: (count: string) => `${count} rows cleaned`,
    resetRatios: 'Reset model ratios', resetTitle: 'Reset all model ratios?', resetAbout: 'The built-in ratios replace yours, as a new version of the price book.', resetDone: 'Model ratios reset', passwordLoginTitle: 'Switch password sign-in off?', passwordLoginAbout: 'Whoever has no other way to sign in, administrators included, can no longer do so.', switchOff: 'Switch off',
  },
  options: {
    TopUpLink: 'Link to get codes', QuotaPerUnit: 'Quota units a dollar', RetryTimes: 'Further attempts after a failure', DisplayInCurrencyEnabled: 'Show quota as currency', DisplayTokenStatEnabled: 'Quota queries answer the token’s quota', DefaultCollapseSidebar: 'Collapse the side menu by default',
    QuotaForNewUser: 'For a new user', PreConsumedQuota: 'Tokens reserved without a stated maximum', QuotaForInviter: 'For who invites', QuotaForInvitee: 'For who is invited', LogConsumeEnabled: 'Show consumption in the logs', DataExportEnabled: 'Show the data dashboard', DataExportInterval: 'Interval in minutes', DataExportDefaultTime: 'Default granularity',
    ChannelDisableThreshold: 'Slowest response of a channel in a test, seconds', QuotaRemindThreshold: 'Remind below this quota', AutomaticDisableChannelEnabled: 'Disable failing channels automatically', AutomaticEnableChannelEnabled: 'Enable channels again when a test passes', CheckSensitiveEnabled: 'Filter sensitive words', CheckSensitiveOnPromptEnabled: 'Filter prompts', SensitiveWords: 'Words, one a line',
    ModelRatio: 'Model ratio', CompletionRatio: 'Completion ratio', ModelPrice: 'Price a call', GroupRatio: 'Group ratio', UserUsableGroups: 'Groups users may choose', ServerAddress: 'Server address', RegisterEnabled: 'Allow registration', PasswordRegisterEnabled: 'Allow registration with a password', PasswordLoginEnabled: 'Allow sign-in with a password',
    SystemName: 'Name of this site', Logo: 'Address of the logo', HomePageContent: 'Home page', Notice: 'Notice', About: 'About', Footer: 'Footer (HTML)',
  },
  books: {
    about: 'Whether the ledger, the balances and the logs agree, and the sum of every account.', verified: (when: string, position: string) => `Books verified, ${when}, position ${position}`, notYet: (position: string) => `Books not verified yet, position ${position}`, unknown: 'State of the books unknown', differs: (count: number, first: string) => `${count} difference${s(count)} in the books: ${first}`,
    state: 'State', ok: 'Books verified', notOk: 'Books differ', never: 'Not verified yet', lastVerified: 'Last verified', position: 'Position', head: 'Last event', lag: 'Events behind', differences: 'Differences', trialBalance: 'Trial balance', trialAbout: 'Every account of the books over a range. What one account gets another gives, so the total is zero. The name of an account leads to its entries.', total: 'Total', period: (from: string, until: string, zone: string) => `${from} – ${until} · ${zone}`,
    account: 'Account', opening: 'Opening', debits: 'Debits', credits: 'Credits', closing: 'Closing', emptyTitle: 'No postings up to this day', emptyAbout: 'The books begin with the first balance that is given.', entriesOf: (account: string) => `Entries of: ${account}`,
    accounts: (account: string) => ({ 'user:*:wallet': 'Balances of users', 'user:*:earnings': 'Invite rewards not yet moved to balances', 'codes:outstanding': 'Codes not yet redeemed', 'codes:claimed': 'Redeemed codes under way to balances', 'topups:claimed': 'Top-ups under way to balances', 'refunds:claimed': 'Refunds under way to balances', promotion: 'Given away: gifts, rewards and codes', adjustment: 'Set by administrators', revenue: 'Used for calls' })[account] ?? (account.startsWith('cash:') ? `Sold through ${account.slice('cash:'.length)}` : account),
  },
};
