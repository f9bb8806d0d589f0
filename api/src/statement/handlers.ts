import type { Position } from '@ledgate/domain/ports/event-store';
import { findUser } from '@ledgate/projections/directory/users/find';
import type { UserRow } from '@ledgate/projections/directory/rows';
import { statementOf } from '@ledgate/projections/queries/statements';
import type { financeRoutes, statementRoutes } from '../contract/statement.ts';
import type { ExportRoom } from '../exports/export-room.ts';
import { done, refusedAt } from '../http/answer.ts';
import type { AnyCall, Handlers } from '../http/call.ts';
import { readToHead } from '../http/read-to-head.ts';
import { statementEntryAnswer } from '../ledger/present.ts';
import { amountText } from '../messages/amount-text.ts';
import type { ApiPorts } from '../ports.ts';
import { rangeOf } from './asked.ts';
import { exactOr } from './exact.ts';
import { fileOf } from './file.ts';
import { scopeOf, withAccounts } from './scope.ts';
import { figuresOf, type Whose } from './told.ts';

export const statementHandlers = (ports: ApiPorts, room: ExportRoom): Handlers<typeof statementRoutes> => {
  const ofUser = ({ id, username }: UserRow): Whose => ({ scope: { kind: 'user', id }, name: username });
  const head = ({ id, username }: UserRow) => ({ user_id: id, username });
  return {
    self: async (call) => {
      const told = await statement(ports, call, ofUser(call.caller), call.query, false);
      return 'problem' in told ? told : done({ ...head(call.caller), ...told.figures, ...told.page });
    },

    selfFile: (call) =>
      fileOf(ports, room, call, {
        whose: 'own',
        of: ofUser(call.caller),
        head: head(call.caller),
        forAdministrator: false,
      }),

    user: async (call) => {
      const user = await findUser(ports.db, call.params.id);
      if (user === undefined) return refusedAt('id', { code: 'user_missing' });
      const told = await statement(ports, call, ofUser(user), call.query, true);
      return 'problem' in told ? told : done({ ...head(user), ...told.figures, ...told.page });
    },

    userFile: async (call) => {
      const user = await findUser(ports.db, call.params.id);
      if (user === undefined) return refusedAt('id', { code: 'user_missing' });
      return fileOf(ports, room, call, { whose: 'all', of: ofUser(user), head: head(user), forAdministrator: true });
    },
  };
};

export const financeHandlers = (ports: ApiPorts, room: ExportRoom): Handlers<typeof financeRoutes> => {
  const head = ({ scope, name }: Whose) => ({ scope: scope.kind, id: scope.id ?? null, name });
  return {
    statement: async (call) => {
      const of = await scopeOf(ports, call.query);
      if ('problem' in of) return of;
      const told = await statement(ports, call, of, call.query, true);
      return 'problem' in told
        ? told
        : done({
            ...head(of),
            ...told.figures,
            ...told.page,
            entries: await withAccounts(ports.db, told.found.entries, told.page.entries),
          });
    },

    statementFile: async (call) => {
      const of = await scopeOf(ports, call.query);
      return 'problem' in of
        ? of
        : fileOf(ports, room, call, { whose: 'all', of, head: head(of), forAdministrator: true });
    },
  };
};

type Paged = Parameters<typeof rangeOf>[0] & { readonly after: number; readonly limit: number };

/** Without an end: up to the last entry. */
async function statement(ports: ApiPorts, call: AnyCall, { scope }: Whose, query: Paged, forAdministrator: boolean) {
  const asked = rangeOf(query);
  if ('problem' in asked) return asked;
  // Further pages are of the range whose first one has waited.
  if (query.after === 0) await readToHead(ports, call.session);
  const found = await exactOr(() =>
    statementOf(ports.db, {
      ...asked,
      nowMs: call.nowMs,
      scope,
      limit: query.limit,
      after: query.after === 0 ? undefined : (query.after as Position),
    }),
  );
  if ('problem' in found) return found;
  const reader = { forAdministrator, language: call.language, amounts: amountText(ports.view) };
  return {
    found,
    figures: await figuresOf(ports.db, found, asked, call.nowMs),
    page: { entries: found.entries.map((entry) => statementEntryAnswer(entry, reader)), next: found.next },
  };
}
