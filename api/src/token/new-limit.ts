import { ACCOUNT_MAX } from '@ledgate/domain/account/limits';
import { accountStream } from '@ledgate/domain/account/events';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import type { TokenRow } from '@ledgate/projections/directory/rows';
import { tokenChargesOf } from '@ledgate/projections/queries/balances';
import { partitionOfStream } from '@ledgate/projections/runner/partition';
import type { CallSession } from '../http/call.ts';
import { isSent } from '../http/sent.ts';
import type { Problem } from '../http/problem.ts';
import { SNAPSHOT_WAIT_MS } from '../limits.ts';
import type { ApiPorts } from '../ports.ts';

/** `limit` undefined: it stays as it is; null: none. */
type NewLimit =
  { readonly ok: true; readonly limit: Quota | null | undefined } | { readonly ok: false; readonly problem: Problem };

type Asked = {
  readonly remain_quota?: number | null | undefined;
  readonly unlimited_quota?: boolean | null | undefined;
};

/**
 * What an edit of a token means for its limit (docs/ledger.md#numbers-that-are-set): a number equal to the one last shown to this session changes nothing; any
 * other becomes limit = used + number, with the use of a snapshot that has passed the ledger's head of this moment, and says
 * so itself. What is used later comes off it.
 */
export async function newLimit(
  ports: Pick<ApiPorts, 'db' | 'store' | 'readModels'>,
  session: CallSession,
  token: TokenRow,
  asked: Asked,
): Promise<NewLimit> {
  if (asked.unlimited_quota ?? token.unlimitedQuota)
    return { ok: true, limit: token.unlimitedQuota ? undefined : null };
  if (!token.unlimitedQuota && !isSent(asked.remain_quota)) return { ok: true, limit: undefined };
  const remain = asked.remain_quota ?? 0;
  if (!token.unlimitedQuota && remain === (await session.lastShown(`token-${token.id}`)))
    return { ok: true, limit: undefined };
  if (remain < 0)
    return refusal({
      code: 'field_invalid',
      field: 'remain_quota',
      fault: { rule: 'too_small', minimum: 0, of: 'number' },
    });

  const head = await ports.store.head();
  const own = partitionOfStream(accountStream(token.userId), ports.readModels.partitions());
  const seen =
    (await ports.readModels.waitFor(head, SNAPSHOT_WAIT_MS, own)) &&
    (await tokenChargesOf(ports.db, token.userId, token.id));
  if (!seen || seen.position < head) return refusal({ code: 'read_models_behind' });
  const used = seen.tillCharges + seen.late;
  if (remain > ACCOUNT_MAX - used)
    return refusal({ code: 'amount_too_large', field: 'remain_quota', maximum: Math.max(0, ACCOUNT_MAX - used) });
  return { ok: true, limit: quota(used + remain) };
}

const refusal = (problem: Problem): NewLimit => ({ ok: false, problem });
