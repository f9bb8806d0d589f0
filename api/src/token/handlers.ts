import { accountStream } from '@ledgate/domain/account/events';
import { callLimitsText } from '@ledgate/domain/call-limits/sent-call-limits';
import { type Faults, NO_FAULTS } from '@ledgate/domain/ports/faults';
import { quota } from '@ledgate/domain/shared/quota';
import { createToken } from '@ledgate/projections/directory/tokens/create';
import { countTokens, findToken, listTokens } from '@ledgate/projections/directory/tokens/find';
import { TOKEN_KEYS_OPENED_MAX } from '@ledgate/projections/directory/limits';
import { deleteToken } from '@ledgate/projections/directory/tokens/update';
import { newTokenSuffix } from '@ledgate/projections/directory/random-text';
import type { TokenRow } from '@ledgate/projections/directory/rows';
import { lockUser } from '@ledgate/projections/directory/users/find';
import { tokenUseOf } from '@ledgate/projections/queries/balances';
import { tokenOrder, tokensInStatus } from '@ledgate/projections/queries/lists';
import type { BodyOf, QueryOf } from '../contract/route.ts';
import type { Token, tokenRoutes } from '../contract/token.ts';
import { changeDirectory } from '../directory/change-directory.ts';
import { doneOrOwed } from '../directory/done-or-owed.ts';
import { madeOnce } from '../directory/made-once.ts';
import { unknownGroup } from '../group/unknown-group.ts';
import { done, DONE, listed, refused, refusedByCode } from '../http/answer.ts';
import type { Handlers, SignedCall } from '../http/call.ts';
import { actorOf } from '../http/context.ts';
import { offsetFromZero } from '../http/paging.ts';
import { isSent } from '../http/sent.ts';
import { TOKENS_OF_USER_MAX } from '../limits.ts';
import type { ApiPorts } from '../ports.ts';
import type { TokenBatchStep } from './fault-points.ts';
import { editToken, setTokenStatus } from './edit.ts';
import { tokenAnswer } from './present.ts';

export const tokenHandlers = (ports: ApiPorts): Handlers<typeof tokenRoutes> => ({
  list: (call) => tokensPage(ports, call, { ...call.query, keyword: '', token: '' }),
  search: (call) => tokensPage(ports, call, call.query),

  get: async (call) => {
    const token = await findToken(ports.db, call.params.id, call.caller.id);
    const [answer] = token === undefined ? [] : await shown(ports, call, [token]);
    return answer === undefined ? refused({ code: 'token_missing' }) : done(answer);
  },

  create: async (call) => {
    const created = await makeTokens(ports, call, 'token.create', [call.body.name]);
    return created.ok ? doneOrOwed(null, created) : created;
  },

  createMany: async (call) => {
    const { name, count } = call.body;
    const names = Array.from({ length: count }, (_, index) => (index === 0 ? name : `${name}-${newTokenSuffix()}`));
    const created = await makeTokens(ports, call, 'token.create_many', names);
    if (!created.ok) return created;
    // Read anew, since no secret is kept with what was made: a token that was deleted meanwhile has none.
    const keys = await ports.directoryKeys.of(ports.db, 'token', created.ids);
    return doneOrOwed(
      created.ids.flatMap((id) => keys.get(id) ?? []),
      created,
    );
  },

  edit: editToken(ports),
  setStatus: setTokenStatus(ports),

  delete: async (call) => {
    const asker = { actor: actorOf(call.caller), requestId: call.requestId };
    const deleted = await changeDirectory(ports, call, null, (tx) =>
      deleteToken(tx, ports.directoryKeys, { id: call.params.id, userId: call.caller.id }, asker),
    );
    return deleted === undefined ? refusedByCode({ code: 'token_missing' }) : DONE;
  },
});

/** All of them in one transaction, once for the call's `command_id`. */
async function makeTokens(
  ports: ApiPorts,
  call: SignedCall & {
    readonly body: BodyOf<typeof tokenRoutes.create> | BodyOf<typeof tokenRoutes.createMany>;
  },
  kind: string,
  names: readonly string[],
) {
  const { remain_quota, unlimited_quota, expired_time, model_limits_enabled, model_limits, allow_ips, group, limits } =
    call.body;
  const token = {
    userId: call.caller.id,
    limit: unlimited_quota === true ? null : quota(remain_quota ?? 0),
    expiredTime: expired_time ?? -1,
    modelLimitsEnabled: model_limits_enabled ?? false,
    modelLimits: model_limits ?? '',
    allowIps: allow_ips ?? '',
    group: group ?? '',
    limits: isSent(limits) ? callLimitsText(limits) : '',
  };
  const asker = { actor: actorOf(call.caller), requestId: call.requestId };
  const faults: Faults<TokenBatchStep> = ports.faults ?? NO_FAULTS;
  const tooMany = { code: 'tokens_too_many', maximum: TOKENS_OF_USER_MAX } as const;
  const making = madeOnce(ports, call, {
    kind,
    ready: () => {
      const problem = unknownGroup(ports.view, group ?? '');
      if (problem !== undefined) return Promise.resolve(refused(problem));
      return Promise.resolve({
        ok: true,
        make: async (tx) => {
          // Calls of one person come one after the other: none takes what another has counted as free.
          await lockUser(tx.client, call.caller.id);
          if ((await countTokens(tx.client, call.caller.id)) + names.length > TOKENS_OF_USER_MAX)
            throw new TooManyTokens();
          const ids: number[] = [];
          faults.hit('before_TokensMade');
          for (const name of names) {
            ids.push((await createToken(tx, ports.directoryKeys, { ...token, name }, asker)).id);
            faults.hit('after_TokenMade');
          }
          return ids;
        },
      });
    },
    streams: () => [accountStream(call.caller.id)],
  });
  return making.catch((error: unknown) => {
    if (error instanceof TooManyTokens) return refused(tooMany);
    throw error;
  });
}

/** Undoes what was begun. */
class TooManyTokens extends Error {
  override readonly name = 'TooManyTokens';
}

async function tokensPage(ports: ApiPorts, call: SignedCall, query: QueryOf<typeof tokenRoutes.search>) {
  const { keyword, token, status, p, size } = query;
  const search = {
    userId: call.caller.id,
    keyword: keyword.trim(),
    key: token.trim().replace(/^sk-/, ''),
    inStatus: status === 0 ? undefined : tokensInStatus(status, call.nowMs / 1_000),
  };
  const paging = offsetFromZero(p, size);
  const { items, total, isCut } = await listTokens(ports.db, ports.directoryKeys, search, tokenOrder(query), paging);
  const notice = isCut ? ({ code: 'token_search_cut', maximum: TOKEN_KEYS_OPENED_MAX } as const) : undefined;
  return { ...listed(await shown(ports, call, items), total), notice };
}

/** The tokens as answers, remembered as shown: a form that sends `remain_quota` back unchanged changes nothing. */
async function shown(ports: ApiPorts, call: SignedCall, tokens: readonly TokenRow[]): Promise<Token[]> {
  const ids = tokens.map(({ id }) => id);
  const [uses, keys] = await Promise.all([tokenUseOf(ports.db, ids), ports.directoryKeys.of(ports.db, 'token', ids)]);
  const answers = tokens.map((token) =>
    tokenAnswer(token, keys.get(token.id)?.[0], uses.get(token.id), call.nowMs / 1_000),
  );
  await call.session.shown(new Map(answers.map(({ id, remain_quota }) => [`token-${id}`, remain_quota])));
  return answers;
}
