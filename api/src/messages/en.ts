import type { OptionFault } from '@ledgate/domain/options/check';
import type { JsonKind } from '@ledgate/domain/options/registry';
import type { FieldFault, OutsideFault, Problem, UpstreamModelsFault } from '../http/problem.ts';
import type { Catalogue } from './catalogue.ts';

const units = { number: '', characters: ' characters', entries: ' entries', bytes: ' bytes' } as const;

function fault(what: FieldFault): string {
  switch (what.rule) {
    case 'missing':
      return 'is required';
    case 'type':
      return `must be of type ${what.expected}`;
    case 'too_small':
      return `must be at least ${what.minimum}${units[what.of]}`;
    case 'too_large':
      return `must be at most ${what.maximum}${units[what.of]}`;
    case 'whole_number':
      return 'must be a whole number';
    case 'choice':
      return `must be one of: ${what.choices}`;
    case 'json':
      return 'must be valid JSON';
    case 'user_name':
      return 'must hold neither @ nor characters that are not seen';
    case 'unstorable':
      return 'must not contain NUL or half of a surrogate pair';
    case 'channel_type':
      return 'must be the number of a channel type';
    case 'channel_number':
      return `must be the key itself; ${what.number} is the number of a channel`;
    case 'web_address':
      return 'must be an address that begins with http:// or https://';
    case 'header_text':
      return 'must hold printable ASCII characters only, since it is sent in a header';
    case 'key_json':
      return 'must be the JSON of a service account';
    case 'key_parts':
      return `must be ${what.form}, and key ${what.line} is not`;
    case 'model_mapping':
      return 'must map each name of a model to the name of a model as text';
    case 'status_mapping':
      return 'must map statuses as texts of three digits to ones from 400 to 599';
    case 'proxy':
      return 'has a proxy that does not begin with http://, https:// or socks5://';
    case 'override_path':
      return 'must be names of members with dots between them';
    case 'override_twice':
      return 'is changed twice, or lies within what is changed already';
    case 'override_callers':
      return 'is for the caller to say, and cannot be changed';
    case 'override_model':
      return 'names the model, which can only be set by the member model';
    case 'override_header':
      return 'is no header that a channel can change';
    case 'ip_line':
      return `has in line ${what.line} neither an IP address nor a range such as 10.0.0.0/8: ${what.text}`;
    case 'format':
      return `must be a valid ${what.format}`;
    case 'tag':
      return `must be name=value, each of ${TAG_FORM}`;
    case 'other':
      return 'is not accepted';
  }
}

const OUTSIDE_FAULTS: Readonly<Record<OutsideFault, string>> = {
  busy: 'is asked by too many people at the moment',
  timeout: 'did not answer in time',
  unreachable: 'cannot be reached',
  too_large: 'answered more than is read',
  unreadable: 'answered something else than expected',
  status: 'answered with an error',
};

function optionFault(what: OptionFault): string {
  switch (what.rule) {
    case 'unknown':
      return 'there is no such option';
    case 'line':
      return `a text on one line of at most ${what.maximum} characters expected`;
    case 'address':
      return 'an address that begins with http:// or https:// expected, without blanks';
    case 'hook':
      return `an address that begins with http:// or https:// expected, without name and password, at most ${what.maximum} characters`;
    case 'host':
      return 'name or IP address of a server expected';
    case 'email':
      return 'an e-mail address expected';
    case 'domains':
      return `domains between commas expected, and “${what.entry.slice(0, NAME_SHOWN_CHARACTERS)}” is none`;
    case 'number':
      return `a ${what.whole ? 'whole ' : ''}number from ${what.low} to ${what.high} expected`;
    case 'choice':
      return `one of ${what.choices} expected`;
    case 'switch':
      return 'true or false expected';
    case 'tags':
      return what.entry === undefined
        ? `at most ${what.maximum} names expected`
        : `${what.entry.slice(0, NAME_SHOWN_CHARACTERS)} is no name of a tag: ${TAG_FORM}`;
    case 'json':
      return `JSON of ${OPTION_JSON[what.of]} expected${what.entry === undefined ? '' : `, which “${what.entry}” is not`}`;
    case 'price':
      return PRICE_FAULTS[what.reason];
  }
}

/** Of a name that is none. */
const NAME_SHOWN_CHARACTERS = 80;
const TAG_FORM = 'letters, digits and . _ : / - only, 1 to 64 of them';

const OPTION_JSON: Readonly<Record<JsonKind, string>> = {
  texts: 'an object of texts',
  ratios: 'an object of numbers of zero or more',
  limits: 'an object of limits, each as {"rpm": 60, "tpm": 100000, "parallel": 5},',
  links: 'a list of objects with one text each',
};

function modelsFault(what: UpstreamModelsFault): string {
  switch (what.rule) {
    case 'no_address':
      return 'the channel has no base URL';
    case 'status':
      return `the upstream answered HTTP ${what.status}`;
    case 'no_list':
      return 'the upstream answered no list of models';
    case 'unreachable':
      return `the upstream could not be asked${what.cause === '' ? '' : ` (${what.cause})`}`;
  }
}

const PRICE_FAULTS: Readonly<Record<Extract<Problem, { code: 'price_invalid' }>['reason'], string>> = {
  not_json: 'valid JSON expected',
  not_an_object: 'a JSON object expected',
  not_a_number: 'a number expected',
  negative: 'zero or more expected',
  not_positive: 'more than zero expected',
  too_many_digits: 'fewer digits expected',
  too_large: 'too much text',
  unknown: 'a price book has no such member',
  malformed: 'it has not the form that a price book gives it',
  past: 'a time that has not passed expected',
};

export const en: Catalogue = {
  problems: {
    demo_site: () => 'This site is for demonstration only: nothing can be changed or sent here.',
    not_signed_in: () => 'Not signed in, or the session has expired. Please sign in again.',
    user_header_wrong: () => 'The header New-Api-User must be the id of the signed-in user.',
    access_token_unknown: () => 'The access token is not valid, or has ended.',
    user_banned: () => 'This user has been banned.',
    own_account_closed: () => 'This account has been closed.',
    role_too_low: () => 'You do not have the rights for this.',
    field_invalid: ({ field, fault: what }) => `${field} ${fault(what)}.`,
    body_malformed: ({ detail }) => `The request body is not valid JSON${detail === '' ? '' : `: ${detail}`}.`,
    address_malformed: ({ detail }) => `The address is not valid: ${detail}.`,
    bodies_full: () => 'Request bodies of other calls take all memory that is set aside for them; try again.',
    bodies_of_address_full: () =>
      'Request bodies of other calls from your address take all that it may hold; try again.',
    body_too_large: ({ maximumBytes }) => `The request body is larger than ${maximumBytes} bytes.`,
    login_failed: () => 'The user name or the password is wrong.',
    password_login_off: () => 'Signing in with a password has been switched off.',
    registration_off: () => 'Registration has been switched off.',
    email_refused: ({ fault: why }) =>
      ({
        form: 'email: this is no e-mail address of at most 50 characters.',
        domain: 'email: addresses of this domain are not accepted here.',
        alias: 'email: addresses with + or . before the @ are not accepted here.',
      })[why],
    email_taken: () => 'email: somebody has this e-mail address already.',
    email_unknown: () => 'email: nobody has this e-mail address.',
    mail_code_wrong: () => 'The code is wrong, was used, or is no longer good. Ask for a new one.',
    reset_token_wrong: () => 'The link is wrong, was used, or is no longer good. Ask for a new one.',
    mail_pause: ({ seconds }) => `A code was mailed a moment ago. The next one may be asked for in ${seconds} s.`,
    mails_too_many: ({ maximum, seconds }) =>
      `${maximum} mails went to this address within an hour. The next one may be asked for in ${seconds} s.`,
    server_address_missing: () => 'Links cannot be mailed: fill in the server address in the settings first.',
    mail_failed: ({ detail }) => `The mail could not be sent: ${detail}.`,
    outside_login_off: ({ provider }) => `Signing in with ${provider} has been switched off.`,
    outside_state_wrong: () => 'This sign-in was begun in another window, too long ago, or is over. Begin anew.',
    outside_refused: ({ provider, detail }) =>
      `${provider} did not confirm who you are${detail === '' ? '' : `: ${detail}`}. Begin anew.`,
    outside_unreachable: ({ provider, fault: why }) => `${provider} ${OUTSIDE_FAULTS[why]}. Please try again later.`,
    outside_account_taken: ({ provider }) => `This ${provider} account belongs to somebody else here already.`,
    outside_account_unknown: ({ provider }) =>
      `Nobody has this ${provider} account here. Sign in another way, then bind it in the settings.`,
    outside_account_closed: () => 'The account that this belongs to is closed.',
    telegram_signature_wrong: () => 'Telegram did not confirm who you are, or too long ago. Begin anew.',
    led_from_elsewhere: () => 'This link was opened from another site or program. Begin on the page of this console.',
    last_way_in: ({ isOwn }) =>
      isOwn
        ? 'Without it you could not sign in any more. Set a password, or bind something else first.'
        : 'Without it nobody could sign in to this account any more. Set a password for it first.',
    bot_check_missing: () => 'Please show first that you are no robot.',
    bot_check_failed: () => 'It could not be checked that you are no robot. Please try again.',
    old_password_wrong: () => 'The password so far is wrong; nothing was changed.',
    own_name_wrong: () => 'This is not your user name; the account was not closed.',
    passwords_differ: () => 'The two passwords do not match.',
    name_taken: () => 'This user name or e-mail address is taken, or belonged to a closed account.',
    command_id_reused: () =>
      'The command_id was used before for something else. Nothing was changed by this call; a new command needs a new command_id.',
    session_missing: () => 'You have no such session; it may have ended already.',
    user_missing: () => 'There is no such user.',
    rank_too_low: () => 'You may only manage users whose role is below your own.',
    root_protected: () => 'The root user cannot be disabled, demoted or closed.',
    role_unchanged: () => 'The user has this role already.',
    group_unknown: ({ group }) => `The group ${group} does not exist or may not be used here.`,
    token_missing: () => 'There is no such token.',
    exports_too_many: ({ maximum }) =>
      `At most ${maximum} files of yours can be made at a time. Wait until one is done.`,
    exports_full: () => 'Too many files are being made. Try again in a while.',
    tokens_too_many: ({ maximum }) => `There may be at most ${maximum} tokens. Delete one that is not needed.`,
    token_expired: () => 'The token has expired; change its expiry before enabling it.',
    token_exhausted: () => 'The token has no quota left; change its quota before enabling it.',
    channel_missing: () => 'There is no such channel.',
    channel_key_missing: ({ number }) => `number: the channel has no key ${number}.`,
    channel_test_unsupported: () => 'Channels of this type cannot be tested.',
    channel_type_withdrawn: () => 'Channels of this type are no longer offered.',
    channel_test_failed: ({ detail }) => `The test failed: ${detail}`,
    channel_test_running: () => 'A test of all channels is running already.',
    channel_run_missing: () => 'Nothing of this kind is running.',
    channel_balances_running: () => 'The balances of all channels are being asked for already.',
    channel_balance_unsupported: () => 'Channels of this type do not tell a balance.',
    channel_balance_failed: ({ server, fault: why, status }) =>
      `The balance could not be read: ${server} ${OUTSIDE_FAULTS[why]}${status === 0 ? '' : ` (HTTP ${status})`}.`,
    upstream_models_failed: ({ fault: what }) => `The list of models could not be fetched: ${modelsFault(what)}.`,
    topup_off: () => 'Online top-up is not switched on.',
    topups_too_many: ({ maximum }) =>
      `You have ${maximum} orders of the last 24 hours that are not paid. Pay one of them, or try again later.`,
    topup_address_missing: () => 'Orders cannot be made: the administrator has to fill in the server address first.',
    topup_running: () => 'An order of yours is just being made. Please wait a moment.',
    payment_asks_too_many: ({ seconds }) =>
      `You have had the payment provider asked many times just now. Please try again in ${seconds} s.`,
    payment_asked_just_now: ({ seconds }) =>
      `The payment provider was asked about this order just now. Please try again in ${seconds} s.`,
    payment_unknown_there: ({ detail }) =>
      `The payment provider knows of no payment of this order yet${detail === '' ? '' : `: ${detail}`}.`,
    payment_misfits: () =>
      'What the payment provider says does not fit the order. Nothing was credited; the administrator can see it.',
    payment_owed: () => 'The order is paid. The ledger cannot take its credit at the moment: it follows by itself.',
    no_problem_open: () => 'Nothing is open about this order.',
    redemption_missing: () => 'There is no such redemption code.',
    option_needs: ({ option, needs }) => `${option} can only be switched on after ${needs} has been set.`,
    option_needed: ({ option, by }) => `${option} cannot be taken away while ${by} is on: switch that off first.`,
    option_invalid: ({ option, fault: what }) => `${option} is not accepted: ${optionFault(what)}.`,
    period_or_range: () => 'Either a period or a start and an end may be given, not both.',
    period_invalid: () => 'A period is a year, a month or a day: 2026, 2026-11 or 2026-11-28.',
    range_invalid: ({ why }) =>
      why === 'order'
        ? 'The end must be later than the start.'
        : 'Either an instant or a position may be given, not both.',
    zone_unknown: () => 'There is no such time zone. Zones have names like UTC or Europe/Berlin.',
    format_unknown: ({ formats }) => `There is no such format. There are: ${formats}.`,
    layout_unknown: ({ layouts }) => `There is no such layout. There are: ${layouts}.`,
    period_gap: ({ isFirst }) =>
      isFirst
        ? 'The first period begins with the first event or before: choose an earlier start, or 0.'
        : 'Periods follow one another without a gap: this one has to begin where the last one ends, and a reopened one is closed again first.',
    period_open: ({ why }) =>
      why === 'not_over'
        ? 'The period is not over yet: its end lies ahead.'
        : 'A close that was begun before is not finished yet. Please try again in a while.',
    period_missing: () => 'There is no such period.',
    period_not_last: () => 'Only the last period can be reopened.',
    reason_missing: () => 'A reason is needed.',
    too_many_late: ({ maximum }) =>
      `More than ${maximum} events came too late for the period: one revision cannot list them all.`,
    export_missing: () => 'There is no such export, or its file is not there.',
    export_not_done: ({ status }) =>
      status === 'failed' || status === 'cancelled'
        ? `The export has no file: it was ${status === 'failed' ? 'not finished' : 'cancelled'}.`
        : 'The export is not done yet.',
    export_expired: ({ isBundle = false }) =>
      isBundle
        ? 'The bundle is kept no longer, and the ledger does not give it again: see what the operator is told of it.'
        : 'The file of the export is kept no longer. Order it again: the same order gives the same file.',
    too_many_exports: ({ maximum }) =>
      `You have ${maximum} exports that are not finished. Wait until one is done, or cancel one.`,
    filter_unknown: ({ choices }) =>
      choices === '' ? 'This layout cannot be narrowed like that.' : `There is no such choice. There are: ${choices}.`,
    position_ahead: () => 'The ledger does not reach this position yet.',
    sums_too_large: () =>
      'The sums of this statement are too large to be told exactly. Choose less than all, or see the trial balance.',
    scope_invalid: ({ field }) =>
      field === 'scope'
        ? 'A statement is of user, token, channel, group or all.'
        : 'The id does not fit: users, tokens and channels have numbers, groups have names.',
    upgrade_running: () => 'An upgrade is running: until it has ended this cannot be saved.',
    difference_missing: () => 'The catalogue says nothing else of this model than what is published.',
    price_book_missing: () => 'There is no price book of this version.',
    charge_missing: () => 'There is no such charge.',
    receipt_missing: () => 'There is no receipt of such a request.',
    size_not_sealed: ({ isComing = false }) =>
      isComing ? 'It is not sealed yet. Try again in a minute.' : 'The ledger was not sealed at this size.',
    ledger_key_missing: () => 'There is no key to seal the ledger with: see what the operator is told of it.',
    range_too_long: ({ maximumDays }) => `The time range must not be longer than ${maximumDays} days.`,
    read_models_behind: () => 'The figures are behind the ledger at the moment; nothing was changed. Please try again.',
    read_models_filling: ({ requestId }) =>
      `The figures are being brought up to date for another release; try again in a moment (request id: ${requestId})`,
    busy: () => 'Somebody else changed the same thing at the same moment; nothing was changed. Please try again.',
    ledger_unavailable: () =>
      'The ledger cannot be reached at the moment. Please check whether the change was made, then try again.',
    written_by_later_release: () =>
      'This was written by a later release of the gateway, so it cannot be changed here; nothing was changed. Please try again later.',
    database_unavailable: () => 'The database does not answer. Please check whether a change was made, then try again.',
    internal: ({ requestId }) => `Internal error (request id: ${requestId}).`,

    time_in_future: ({ field }) => `${field} must not be in the future.`,
    account_missing: () => 'The account is not open yet.',
    account_exists: () => 'The account is open already.',
    account_closed: () => 'The account is closed.',
    amount_not_whole: ({ field }) => `${field} must be a whole number.`,
    amount_too_small: ({ field, minimum }) => `${field} must be at least ${minimum}.`,
    money_too_small: ({ field }) => `${field} is too small: less than 0.01 would be to pay.`,
    topup_paid_twice: () => 'The order is paid already, by another payment.',
    amount_not_positive: ({ field }) => `${field} must be above zero.`,
    amount_too_large: ({ field, maximum }) => `${field} must be at most ${maximum}.`,
    insufficient_user_quota: ({ available, needed }) =>
      `The balance is not enough: ${needed} needed, ${available} available.`,
    insufficient_token_quota: ({ available, needed }) =>
      `The token's quota is not enough: ${needed} needed, ${available} available.`,
    token_limit_pending: () => "The token's new limit is not in force yet. Please try again.",
    transfer_below_minimum: ({ minimum }) => `The smallest amount to transfer is ${minimum}.`,
    insufficient_earnings: ({ available, needed }) =>
      `The invite earnings are not enough: ${needed} asked, ${available} earned.`,
    lease_unknown: () => 'There is no such lease.',
    lease_exists: () => 'The lease exists already.',
    lease_overspent: ({ amount, consumed }) => `The lease cannot be lowered to ${amount}: ${consumed} is consumed.`,
    till_not_open: () => 'The till is not open.',
    till_fenced: () => 'The till has been fenced.',
    request_unknown: () => 'There is no such request.',
    request_known: () => 'The request is known already.',
    code_missing: () => 'The redemption code is not valid.',
    code_exists: () => 'The redemption code exists already.',
    code_disabled: () => 'The redemption code is disabled.',
    code_used: () => 'The redemption code has been used.',
    code_used_by_you: () => 'The redemption code has been used by you already.',
    code_expired: () => 'The time of the redemption code is over.',
    code_amount_fixed: () => 'The amount of a code that is sold, or has several uses, stays.',
    topup_missing: () => 'There is no such order.',
    topup_exists: () => 'The order exists already.',
    topup_failed: () => 'The order has failed.',
    topup_mismatch: ({ field }) => `The payment does not match the order: ${field} differs.`,
    task_missing: () => 'There is no such task.',
    task_exists: () => 'The task exists already.',
    rules_too_many: ({ field, maximum }) => `${field} may hold at most ${maximum} entries.`,
    price_invalid: ({ field, reason }) => `${field} is not accepted: ${PRICE_FAULTS[reason]}.`,
  },
  notices: {
    // What consoles look for, in any language (docs/behaviour.md#outside-accounts).
    bound: () => 'bind',
    earnings_transferred: () => 'The earnings are now part of the balance.',
    model_ratio_reset: () => 'The model ratios are the built-in ones again.',
    owed_to_ledger: () =>
      'The change is saved. The ledger cannot take it at the moment: it follows by itself, and until then balances and limits are as they were.',
    token_search_cut: ({ maximum }) => `Only the keys of your newest ${maximum} tokens were looked through.`,
    credit_owed: () => 'The code is redeemed. The ledger cannot take its credit at the moment: it follows by itself.',
    adjusted: ({ before, after, seen }) =>
      `The balance is now ${after}; without this change it would be ${before}${seen === undefined ? '' : `, and not ${seen} as you were shown`}.`,
    adjusted_unseen: ({ change }) =>
      `The balance was changed by ${change}. The figures are behind the ledger at the moment, so what it is now cannot be told yet.`,
    adjusted_already: ({ balance }) =>
      `This adjustment had been made already; nothing was changed again.${balance === undefined ? '' : ` The balance is ${balance}.`}`,
  },
};
