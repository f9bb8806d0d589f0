/** A key that the relay does not keep yet, on the path of a request: $1 the key without `sk-`. */
export const TOKEN_WITH_OWNER = `
  select token.id, token.key, token.status, token.name, token.expired_time as "expiredTime", token.unlimited_quota as "unlimitedQuota",
    token.model_limits_enabled as "modelLimitsEnabled", token.model_limits as "modelLimits", token.allow_ips as "allowIps", token."group",
    token.limit_version as "limitVersion", owner.id as "ownerId", owner.username, owner.role, owner.status as "ownerStatus",
    owner."group" as "ownerGroup", owner.closed_time as "closedTime"
  from directory.tokens token join directory.users owner on owner.id = token.user_id
  where token.key = $1 and token.deleted_time is null`;
