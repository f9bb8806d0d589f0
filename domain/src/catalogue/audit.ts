/** What a record of the audit list may be of; `finance`: payment orders, exports, bundles, seals. */
export const AUDIT_TARGET_TYPES = [
  'user',
  'channel',
  'token',
  'redemption',
  'option',
  'pricebook',
  'log',
  'finance',
] as const;
export type AuditTargetType = (typeof AUDIT_TARGET_TYPES)[number];

/** Every act that the audit list has (docs/architecture.md#audit), in the order in which the console offers them. A new act is a row here. */
export const AUDIT_ACTIONS = [
  'user.create',
  'user.edit',
  'user.permissions',
  'user.promote',
  'user.demote',
  'user.disable',
  'user.enable',
  'user.adjust',
  'user.unbind',
  'user.end_sessions',
  'user.close',
  'channel.create',
  'channel.edit',
  'channel.tag',
  'channel.disable',
  'channel.enable',
  'channel.key_disable',
  'channel.key_enable',
  'channel.delete',
  'channel.run_start',
  'channel.run_stop',
  'token.mark',
  'redemption.create',
  'redemption.edit',
  'redemption.rename',
  'redemption.disable',
  'redemption.enable',
  'redemption.delete',
  'option.set',
  'end_user_key.change',
  'pricebook.put',
  'pricebook.difference',
  'topup.credit',
  'topup.settle',
  'finance.export',
  'finance.export_delete',
  'finance.seal',
  'finance.close',
  'finance.reopen',
  'finance.bundle',
  'log.clean',
  'master_key.rotate',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Acts that the ledger has and the list has not: they change nothing. */
export const UNLISTED_ACTIONS = ['channel.test'] as const;
/** What may be recorded as an act of administration. */
export type RecordedAction = AuditAction | (typeof UNLISTED_ACTIONS)[number];

/** What a target begins with in AdministrationRecorded, by the type that it has in the list. */
const TARGET_TYPES = {
  user: 'user',
  channel: 'channel',
  token: 'token',
  code: 'redemption',
  option: 'option',
  pricebook: 'pricebook',
  price: 'pricebook',
  log: 'log',
  topup: 'finance',
  finance: 'finance',
} as const satisfies Readonly<Record<string, AuditTargetType>>;
/** Targets without an id: there is one of each (`channel_`: a kind of run over all channels). They stand with the options. */
type SoleTarget = 'end_user_key' | 'master_key' | 'channel_tests' | 'channel_balances';

/** `channel-17`, `option-RetryTimes`. */
export type RecordedTarget = `${keyof typeof TARGET_TYPES}-${string}` | SoleTarget;

/** `id`: of a user, channel, token or code its number, of an option its key, of a price book its version or a model, of an order its number. */
export type AuditTarget = { readonly type: AuditTargetType; readonly id: string };

/** A target as it was recorded. What a later release calls otherwise is an option by that name. */
export function auditTargetOf(recorded: string): AuditTarget {
  const end = recorded.indexOf('-');
  const [prefix, id] = end === -1 ? [recorded, ''] : [recorded.slice(0, end), recorded.slice(end + 1)];
  return isPrefix(prefix) && id !== '' ? { type: TARGET_TYPES[prefix], id } : { type: 'option', id: recorded };
}

const isPrefix = (text: string): text is keyof typeof TARGET_TYPES => Object.hasOwn(TARGET_TYPES, text);
