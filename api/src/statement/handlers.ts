import type { Position } from '@ledgate/domain/ports/event-store';
import type { UserRow } from '@ledgate/projections/directory/rows';
import { findUser } from '@ledgate/projections/directory/users/find';
import { statementOf } from '@ledgate/projections/queries/statements';
import type { QueryOf } from '../contract/route.ts';
import type { Statement, statementRoutes } from '../contract/statement.ts';
import { done, refused } from '../http/answer.ts';
import type { AnyCall, Handlers } from '../http/call.ts';
import { readToHead } from '../http/read-to-head.ts';
import { statementEntryAnswer } from '../ledger/present.ts';
import { amountText } from '../messages/amount-text.ts';
import type { ApiPorts } from '../ports.ts';

export const statementHandlers = (ports: ApiPorts): Handlers<typeof statementRoutes> => ({
  self: async (call) => done(await statement(ports, call, call.caller, call.query, false)),

  user: async (call) => {
    const user = await findUser(ports.db, call.params.id);
    return user === undefined
      ? refused({ code: 'user_missing' })
      : done(await statement(ports, call, user, call.query, true));
  },
});

/** Without an end: up to the last entry. */
async function statement(
  ports: ApiPorts,
  call: AnyCall,
  user: UserRow,
  query: QueryOf<typeof statementRoutes.self>,
  forAdministrator: boolean,
): Promise<Statement> {
  const end = query.end === 0 ? Math.floor(call.nowMs / 1_000) + 1 : query.end;
  // Further pages are of the range whose first one has waited.
  if (query.after === 0) await readToHead(ports, call.session);
  const found = await statementOf(ports.db, {
    accountId: user.id,
    fromS: query.start,
    toS: query.end === 0 ? undefined : query.end,
    limit: query.limit,
    after: query.after === 0 ? undefined : (query.after as Position),
  });
  const reader = { forAdministrator, language: call.language, amounts: amountText(ports.view) };
  return {
    user_id: user.id,
    username: user.username,
    start: query.start,
    end,
    opening: found.opening,
    ...found.sums,
    closing: found.closing,
    entries: found.entries.map((entry) => statementEntryAnswer(entry, reader)),
    next: found.next,
  };
}
