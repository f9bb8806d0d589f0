function tokenWhere(condition: string): string {
  return `
  select token.id, token.status, token.name, token.expired_time as "expiredTime", token.unlimited_quota as "unlimitedQuota",
    token.model_limits_enabled as "modelLimitsEnabled", token.model_limits as "modelLimits", token.allow_ips as "allowIps", token."group",
    token.limit_version as "limitVersion", token.limits, owner.limits as "ownerLimits",
    owner.id as "ownerId", owner.username, owner.role, owner.status as "ownerStatus",
    owner."group" as "ownerGroup", owner.closed_time as "closedTime"
  from directory.tokens token join directory.users owner on owner.id = token.user_id
  where ${condition} and token.deleted_time is null`;
}

/** A token by the hash of its key, which the relay does not keep yet, on the path of a request: $1 its hashes, one for each master key. */
export const TOKEN_WITH_OWNER = tokenWhere(
  'token.id = (select token_id from directory.token_keys where hash = any($1::bytea[]))',
);

/** The same where keys stand in clear: $1 the key without `sk-`. */
export const TOKEN_OF_CLEAR_KEY = tokenWhere('token.key = $1');
