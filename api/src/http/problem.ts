import type { ExportStatus } from '@ledgate/domain/catalogue/export-statuses';
import type { KeyFault } from '@ledgate/domain/channel/channel-keys';
import type { Refusal } from '@ledgate/domain/errors/refusal';
import type { OptionFault } from '@ledgate/domain/options/check';

/** Why a field of a call is not accepted. */
export type FieldFault =
  | { readonly rule: 'missing' }
  | { readonly rule: 'type'; readonly expected: string }
  | { readonly rule: 'too_small'; readonly minimum: number; readonly of: 'number' | 'characters' | 'entries' }
  | { readonly rule: 'too_large'; readonly maximum: number; readonly of: 'number' | 'characters' | 'entries' | 'bytes' }
  | { readonly rule: 'whole_number' }
  | { readonly rule: 'choice'; readonly choices: string }
  | { readonly rule: 'json' }
  /** NUL, or half of a surrogate pair. */
  | { readonly rule: 'unstorable' }
  /** Characters that are not seen, or `@`. */
  | { readonly rule: 'user_name' }
  /** A number that is no channel type. */
  | { readonly rule: 'channel_type' }
  /** A channel's number where its key is expected. */
  | { readonly rule: 'channel_number'; readonly number: string }
  /** What is neither `http://` nor `https://`. */
  | { readonly rule: 'web_address' }
  /** What goes into a header and has other characters than printable ASCII. */
  | { readonly rule: 'header_text' }
  | { readonly rule: 'model_mapping' }
  | KeyFault
  | { readonly rule: 'status_mapping' }
  | { readonly rule: 'proxy' }
  /** Of what a channel changes of its requests, see OverrideFault. */
  | { readonly rule: 'override_path' }
  | { readonly rule: 'override_twice' }
  | { readonly rule: 'override_callers' }
  | { readonly rule: 'override_model' }
  | { readonly rule: 'override_header' }
  /** A line of a list, counted from 1, that is neither an IP address nor a range of them. */
  | { readonly rule: 'ip_line'; readonly line: number; readonly text: string }
  /** What is not `name=value` of a tag. */
  | { readonly rule: 'tag' }
  /** Not of the stated form (`uuid`, `email`, ...). */
  | { readonly rule: 'format'; readonly format: string }
  | { readonly rule: 'other' };

/** Why an upstream's list of models could not be had. */
export type UpstreamModelsFault =
  | { readonly rule: 'no_address' }
  | { readonly rule: 'status'; readonly status: number }
  | { readonly rule: 'no_list' }
  | { readonly rule: 'unreachable'; readonly cause: string };

/** Why a provider told nothing of a person. */
export type OutsideFault = 'busy' | 'timeout' | 'unreachable' | 'too_large' | 'unreadable' | 'status';

/** What the console's interface itself refuses, beside the refusals of the deciders. Amounts are quota units. */
type ApiProblem =
  | { readonly code: 'not_signed_in' }
  /** It would change or send something. */
  | { readonly code: 'demo_site' }
  | { readonly code: 'user_header_wrong' }
  | { readonly code: 'access_token_unknown' }
  | { readonly code: 'user_banned' }
  | { readonly code: 'own_account_closed' }
  | { readonly code: 'role_too_low' }
  | { readonly code: 'field_invalid'; readonly field: string; readonly fault: FieldFault }
  | { readonly code: 'body_malformed'; readonly detail: string }
  | { readonly code: 'address_malformed'; readonly detail: string }
  | { readonly code: 'body_too_large'; readonly maximumBytes: number }
  /** Bodies of all callers, or of those at the same address, take what may be held of them at a time. */
  | { readonly code: 'bodies_full' }
  | { readonly code: 'bodies_of_address_full' }
  | { readonly code: 'login_failed' }
  | { readonly code: 'password_login_off' }
  | { readonly code: 'registration_off' }
  /** `fault`: 'form' for what is no address, 'domain' and 'alias' for what the operator does not take. */
  | { readonly code: 'email_refused'; readonly fault: 'form' | 'domain' | 'alias' }
  | { readonly code: 'email_taken' }
  | { readonly code: 'email_unknown' }
  | { readonly code: 'mail_code_wrong' }
  | { readonly code: 'reset_token_wrong' }
  /** Seconds until another mail may go to the address: after each code, and after so many within an hour. */
  | { readonly code: 'mail_pause'; readonly seconds: number }
  | { readonly code: 'mails_too_many'; readonly maximum: number; readonly seconds: number }
  | { readonly code: 'server_address_missing' }
  | { readonly code: 'mail_failed'; readonly detail: string }
  /** Of an account with a provider; `provider`: its name. `detail`: what the provider or the system said. */
  | { readonly code: 'outside_login_off'; readonly provider: string }
  | { readonly code: 'outside_state_wrong' }
  | { readonly code: 'outside_refused'; readonly provider: string; readonly detail: string }
  /** `status`: the HTTP status of a fault that is one. */
  | {
      readonly code: 'outside_unreachable';
      readonly provider: string;
      readonly fault: OutsideFault;
      readonly status?: number;
    }
  | { readonly code: 'outside_account_taken'; readonly provider: string }
  | { readonly code: 'outside_account_unknown'; readonly provider: string }
  | { readonly code: 'outside_account_closed' }
  | { readonly code: 'telegram_signature_wrong' }
  | { readonly code: 'led_from_elsewhere' }
  | { readonly code: 'last_way_in'; readonly isOwn: boolean }
  | { readonly code: 'bot_check_missing' }
  | { readonly code: 'bot_check_failed' }
  | { readonly code: 'old_password_wrong' }
  | { readonly code: 'own_name_wrong' }
  | { readonly code: 'passwords_differ' }
  | { readonly code: 'name_taken' }
  | { readonly code: 'command_id_reused' }
  | { readonly code: 'user_missing' }
  | { readonly code: 'session_missing' }
  | { readonly code: 'rank_too_low' }
  | { readonly code: 'root_protected' }
  | { readonly code: 'role_unchanged' }
  | { readonly code: 'group_unknown'; readonly group: string }
  | { readonly code: 'token_missing' }
  | { readonly code: 'tokens_too_many'; readonly maximum: number }
  /** Of one person, or of all whom this process serves. */
  | { readonly code: 'exports_too_many'; readonly maximum: number }
  | { readonly code: 'exports_full' }
  | { readonly code: 'token_expired' }
  | { readonly code: 'token_exhausted' }
  | { readonly code: 'channel_missing' }
  | { readonly code: 'channel_key_missing'; readonly number: number }
  | { readonly code: 'channel_test_unsupported' }
  | { readonly code: 'channel_type_withdrawn' }
  /** `reason`: what failed, as `ChannelTest` names it; '' where `detail` is what the provider said. */
  | { readonly code: 'channel_test_failed'; readonly detail: string; readonly reason: string }
  | { readonly code: 'channel_test_running' }
  | { readonly code: 'channel_run_missing' }
  | { readonly code: 'channel_balances_running' }
  | { readonly code: 'channel_balance_unsupported' }
  /** `server`: host and port of who was asked. `status`: 0 where the fault is none of HTTP. */
  | {
      readonly code: 'channel_balance_failed';
      readonly server: string;
      readonly fault: OutsideFault;
      readonly status: number;
    }
  | { readonly code: 'upstream_models_failed'; readonly fault: UpstreamModelsFault }
  | { readonly code: 'redemption_missing' }
  /** Nobody can pay: the operator has not said with whom. */
  | { readonly code: 'topup_off' }
  | { readonly code: 'topups_too_many'; readonly maximum: number }
  | { readonly code: 'topup_address_missing' }
  | { readonly code: 'topup_running' }
  /** By one person. */
  | { readonly code: 'payment_asks_too_many'; readonly seconds: number }
  /** Of one order. */
  | { readonly code: 'payment_asked_just_now'; readonly seconds: number }
  /** The provider answers in words of its own: `detail`, or ''. */
  | { readonly code: 'payment_unknown_there'; readonly detail: string }
  /** What the provider says of an order, or signs, does not fit it: kept and shown to administrators. */
  | { readonly code: 'payment_misfits' }
  /** Paid, and the account could not take the credit yet: it follows. */
  | { readonly code: 'payment_owed' }
  | { readonly code: 'no_problem_open' }
  | { readonly code: 'option_needs'; readonly option: string; readonly needs: string }
  /** A switch that rests on it is on. */
  | { readonly code: 'option_needed'; readonly option: string; readonly by: string }
  | { readonly code: 'option_invalid'; readonly option: string; readonly fault: OptionFault }
  | { readonly code: 'charge_missing' }
  | { readonly code: 'receipt_missing' }
  /** `isComing`: the seal that it waits for is on its way; else nothing of that size was ever sealed. */
  | { readonly code: 'size_not_sealed'; readonly isComing?: boolean }
  | { readonly code: 'ledger_key_missing' }
  | { readonly code: 'price_book_missing' }
  | { readonly code: 'difference_missing' }
  /** What is to be written cannot be said as all processes read it yet. */
  | { readonly code: 'upgrade_running' }
  /** A period beside a start or an end. */
  | { readonly code: 'period_or_range' }
  | { readonly code: 'period_invalid' }
  | { readonly code: 'zone_unknown' }
  | { readonly code: 'layout_unknown'; readonly layouts: string }
  | { readonly code: 'format_unknown'; readonly formats: string }
  /** What is to be one of few words; '': nothing may stand there. */
  | { readonly code: 'filter_unknown'; readonly choices: string }
  | { readonly code: 'export_missing' }
  /** It is still being made, or never will be. */
  | { readonly code: 'export_not_done'; readonly status: ExportStatus }
  /** `isBundle`: of a period, which the ledger does not give again. */
  | { readonly code: 'export_expired'; readonly isBundle?: boolean }
  /** Of one person, unfinished. */
  | { readonly code: 'too_many_exports'; readonly maximum: number }
  /** An end that is not behind its start, or a position beside an instant. */
  | { readonly code: 'range_invalid'; readonly why: 'order' | 'both' }
  /** The ledger does not reach there yet. */
  | { readonly code: 'position_ahead' }
  /** Sums over many accounts that no number tells exactly. */
  | { readonly code: 'sums_too_large' }
  /** Of `scope`, or of the `id` that goes with it. */
  | { readonly code: 'scope_invalid'; readonly field: 'scope' | 'id' }
  | { readonly code: 'range_too_long'; readonly maximumDays: number }
  | { readonly code: 'read_models_behind' }
  /** Those of another release stand there: this one's are still filling. */
  | { readonly code: 'read_models_filling'; readonly requestId: string }
  | { readonly code: 'busy' }
  | { readonly code: 'ledger_unavailable' }
  /** During an upgrade, or after going back: this release cannot read what it would have to decide on. */
  | { readonly code: 'written_by_later_release' }
  | { readonly code: 'database_unavailable' }
  | { readonly code: 'internal'; readonly requestId: string };

export type Problem = Refusal | ApiProblem;
export type ProblemCode = Problem['code'];
