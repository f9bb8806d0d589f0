const UNIQUE_VIOLATION = '23505';

/** By constraint: the field whose value somebody else already has. */
const FIELDS: Readonly<Record<string, string>> = {
  users_username_unique: 'username',
  users_name_owner_unique: 'username',
  users_email_unique: 'email',
  users_aff_code_unique: 'aff_code',
  users_github_unique: 'github_id',
  users_wechat_unique: 'wechat_id',
  users_telegram_unique: 'telegram_id',
  users_linux_do_unique: 'linux_do_id',
  tokens_key_unique: 'key',
  codes_key_unique: 'key',
  token_keys_by_hash: 'key',
  code_keys_by_hash: 'key',
};

/** A value that must be unique is somebody else's: the transaction is undone. An expected refusal, to be told with its field. */
export class ValueTaken extends Error {
  override readonly name = 'ValueTaken';
  readonly field: string;
  constructor(field: string) {
    super(`${field} is taken`);
    this.field = field;
  }
}

/** A unique violation as ValueTaken; every other error as it is. */
export function asValueTaken(error: unknown): unknown {
  const { code, constraint } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: string;
    constraint?: string;
  };
  const field = code === UNIQUE_VIOLATION && constraint !== undefined ? FIELDS[constraint] : undefined;
  return field === undefined ? error : new ValueTaken(field);
}
