import { CODE_STATUS } from '@ledgate/domain/catalogue/statuses';
import type { CodeId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import type { RedemptionCommand } from '@ledgate/domain/redemption/decide';
import { redemptionStream } from '@ledgate/domain/redemption/events';
import { changeRedemption } from '@ledgate/domain/redemption/redemption-stream';
import { createCode, deleteCode, findCode } from '@ledgate/projections/directory/codes/codes';
import { usernamesOf } from '@ledgate/projections/directory/users/list';
import { type CodeView, codePage, codeView } from '@ledgate/projections/queries/codes';
import { codeOrder } from '@ledgate/projections/queries/lists';
import type { Code, redemptionRoutes } from '../contract/redemption.ts';
import type { QueryOf } from '../contract/route.ts';
import { administration } from '../directory/administration.ts';
import { changeDirectory } from '../directory/change-directory.ts';
import { doneOrOwed } from '../directory/done-or-owed.ts';
import { madeOnce } from '../directory/made-once.ts';
import { notingAddress } from '../directory/noting-address.ts';
import { done, DONE, type Refused, refused, refusedByCode } from '../http/answer.ts';
import type { Handlers, SignedCall } from '../http/call.ts';
import { contextOf } from '../http/context.ts';
import { offsetFromOne } from '../http/paging.ts';
import type { Problem } from '../http/problem.ts';
import type { ApiPorts } from '../ports.ts';
import { editCode } from './edit.ts';

export const redemptionHandlers = (ports: ApiPorts): Handlers<typeof redemptionRoutes> => ({
  list: async ({ query }) => done(await codesPage(ports, { ...query, keyword: '' })),
  search: async ({ query }) => done(await codesPage(ports, query)),
  get: async ({ params }) => codeAnswerOf(ports, params.id as CodeId),

  create: async (call) => {
    const { name, quota: amount, count } = call.body;
    const created = await madeOnce(ports, call, {
      kind: 'redemption.create',
      ready: async () => ({
        ok: true,
        make: async (tx) => {
          const made: CodeId[] = [];
          for (let one = 0; one < count; one += 1) {
            const { id } = await createCode(tx, ports.directoryKeys, {
              name,
              amount: quota(amount),
              actorId: call.caller.id,
              requestId: call.requestId,
            });
            made.push(id);
            tx.administered(
              administration(call, 'redemption.create', `code-${id}`, { after: { name, quota: amount } }),
            );
          }
          return made;
        },
      }),
      streams: (ids) => ids.map(redemptionStream),
    });
    if (!created.ok) return created;
    // Read anew, since no secret is kept with what was made: a code that was deleted meanwhile has none.
    const keys = await ports.directoryKeys.of(ports.db, 'code', created.ids);
    return doneOrOwed(
      created.ids.flatMap((id) => keys.get(id) ?? []),
      created,
    );
  },

  edit: async (call) => {
    const { id, name, quota: amount } = call.body;
    const edited = await editCode(ports, call);
    if (!edited.ok) return refused(edited.problem);
    const answer = await codeAnswerOf(
      ports,
      id as CodeId,
      (await call.session.caughtUp()) && edited.inLedger ? {} : { name, quota: amount },
    );
    return answer.ok ? doneOrOwed(answer.data, edited) : answer;
  },

  setStatus: async (call) => {
    const { id, status } = call.body;
    const problem = await changed(ports, call, id, {
      type: status === CODE_STATUS.unused ? 'EnableCode' : 'DisableCode',
      actorId: call.caller.id,
    });
    if (problem !== undefined) return refused(problem);
    return codeAnswerOf(ports, id as CodeId, (await call.session.caughtUp()) ? {} : { status });
  },

  /**
   * Withdrawn first: whoever dies in between leaves a code that is worth nothing, and deleting it again finishes. That it was withdrawn is the record; of one
   * that was used up there is no such event.
   */
  delete: async (call) => {
    const { id } = call.params;
    const problem = await changed(ports, call, id, { type: 'WithdrawCode', actorId: call.caller.id });
    if (problem !== undefined && problem.code !== 'code_used') return refusedByCode(problem);
    await changeDirectory(ports, call, null, async (tx) => {
      const gone = await findCode(tx.client, id);
      const isGone = await deleteCode(tx, ports.directoryKeys, id);
      if (!isGone || gone === undefined || problem === undefined) return;
      const before = { name: gone.name, status: CODE_STATUS.used };
      tx.administered(administration(call, 'redemption.delete', `code-${id}`, { before }));
    });
    return DONE;
  },
});

/** Changes a code's stream; undefined when that is done. */
async function changed(
  ports: ApiPorts,
  call: SignedCall,
  id: number,
  command: RedemptionCommand,
): Promise<Problem | undefined> {
  if ((await findCode(ports.db, id)) === undefined) return { code: 'redemption_missing' };
  const change = await changeRedemption(
    notingAddress(ports, call),
    id as CodeId,
    command,
    contextOf(call, call.caller, `${command.type}-${id}`),
  );
  if (!change.ok) return change.refusal;
  call.session.wrote(redemptionStream(id as CodeId), change.position);
  return undefined;
}

/** `setTo`: what the call has changed, where the read models do not have it yet. */
async function codeAnswerOf(
  ports: ApiPorts,
  id: CodeId,
  setTo: Partial<Code> = {},
): Promise<{ readonly ok: true; readonly data: Code } | Refused> {
  const code = await codeView(ports.db, id);
  if (code === undefined) return refused({ code: 'redemption_missing' });
  const [answer] = await codeAnswers(ports, [code]);
  return answer === undefined ? refused({ code: 'redemption_missing' }) : { ok: true, data: { ...answer, ...setTo } };
}

async function codesPage(ports: ApiPorts, query: QueryOf<typeof redemptionRoutes.search>) {
  const { keyword, status, p, page_size } = query;
  const search = { keyword: keyword.trim(), status };
  const { items, total } = await codePage(ports.db, search, codeOrder(query), offsetFromOne(query));
  return { items: await codeAnswers(ports, items), total, page: p, page_size };
}

export async function codeAnswers({ db, directoryKeys }: ApiPorts, codes: readonly CodeView[]): Promise<Code[]> {
  const ids = codes.map(({ id }) => id);
  const redeemers = [...new Set(codes.map(({ usedUserId }) => usedUserId))].filter((user) => user > 0);
  const [keys, names] = await Promise.all([directoryKeys.of(db, 'code', ids), usernamesOf(db, redeemers)]);
  return codes.map((code) => codeAnswer(code, keys.get(code.id)?.[0], names.get(code.usedUserId)));
}

/** A code that was deleted meanwhile has no text any more. */
const codeAnswer = (code: CodeView, key = '', redeemer = ''): Code => ({
  id: code.id,
  user_id: code.accountId,
  key,
  status: code.status,
  name: code.name,
  quota: code.amount,
  created_time: code.createdTime,
  redeemed_time: code.status === CODE_STATUS.used ? code.redeemedTime : 0,
  count: 0,
  used_user_id: code.usedUserId,
  used_username: redeemer,
  DeletedAt: null,
});
