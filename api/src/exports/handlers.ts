import { EXACT_TOTAL_ROWS_MAX } from '@ledgate/projections/limits';
import { bringAudit } from '@ledgate/projections/directory/audit/bring-audit';
import { channelOwnersOf, channelsInStretch, countChannelsLike } from '@ledgate/projections/directory/channels/find';
import { tokensByStretches } from '@ledgate/projections/directory/tokens/find';
import { countUsers, usersInStretch } from '@ledgate/projections/directory/users/list';
import { auditRowsByStretches } from '@ledgate/projections/queries/audit';
import { tokenUseOf } from '@ledgate/projections/queries/balances';
import { codesInStretch, countCodes } from '@ledgate/projections/queries/codes';
import { tokensInStatus } from '@ledgate/projections/queries/lists';
import type { LogFilter } from '@ledgate/projections/queries/log-filter';
import { logRowsByStretches } from '@ledgate/projections/queries/logs';
import { countTopUps, topUpsInStretch } from '@ledgate/projections/queries/top-ups';
import type { Stretch } from '@ledgate/projections/shared/paging';
import { auditAnswer, auditFilterOf } from '../audit/handlers.ts';
import { answers as channelAnswers } from '../channel/handlers.ts';
import type { exportRoutes } from '../contract/export.ts';
import { type Refused, refused } from '../http/answer.ts';
import type { Handlers, SignedCall } from '../http/call.ts';
import { readToHead } from '../http/read-to-head.ts';
import type { CsvFile } from '../http/send-csv.ts';
import { EXPORT_STRETCH_ROWS } from '../limits.ts';
import { adminFilterOf, filterOf } from '../log/handlers.ts';
import { logAnswers } from '../log/answers.ts';
import { amountText } from '../messages/amount-text.ts';
import type { ApiPorts } from '../ports.ts';
import { codeAnswers } from '../redemption/handlers.ts';
import { tokenAnswer } from '../token/present.ts';
import { orderAnswer, seconds, stuckTimes, topUpSearch } from '../topup/handlers.ts';
import { userAnswers } from '../user/present.ts';
import {
  AUDIT_COLUMNS,
  cellsOf,
  CHANNEL_COLUMNS,
  CODE_COLUMNS,
  type CsvColumns,
  LOG_COLUMNS,
  type LogLine,
  ORDER_COLUMNS,
  OWN_LOG_COLUMNS,
  TOKEN_COLUMNS,
  USER_COLUMNS,
} from './columns.ts';
import type { ExportRoom } from './export-room.ts';

/** Where a row stands in its list, and the row as its columns tell it. */
type Placed<Row> = { readonly number: number; readonly row: Row };

type Listed<Row> = {
  readonly name: string;
  readonly columns: CsvColumns<Row>;
  readonly total: number | undefined;
  /** Rows below a number, the newest first; fewer than asked for at the end. */
  readonly rows: (stretch: Stretch) => Promise<readonly Placed<Row>[]>;
};

/** Lists as files (docs/behaviour.md#files). Every part is a query of its own: who does not read holds no connection of the database. */
export const exportHandlers = (ports: ApiPorts, room: ExportRoom): Handlers<typeof exportRoutes> => {
  const own = fileOf(room, 'own');
  const all = fileOf(room, 'all');
  const { db, directoryKeys } = ports;
  return {
    log: (call) =>
      all(call, () => logFile(ports, call, { ...filterOf(call.query), ...adminFilterOf(call.query) }, true)),
    logSelf: (call) =>
      own(call, () => logFile(ports, call, { ...filterOf(call.query), accountId: call.caller.id }, false)),

    user: (call) =>
      all(call, async () => {
        const { keyword, group, status } = call.query;
        const search = { keyword: keyword.trim(), group: group.trim(), status };
        return {
          name: 'users',
          columns: USER_COLUMNS,
          total: await countUsers(db, search),
          rows: async (stretch) =>
            (await userAnswers(db, await usersInStretch(db, search, stretch))).map((row) => ({ number: row.id, row })),
        };
      }),

    channel: (call) =>
      all(call, async () => {
        const { keyword, group, model, tag, status, type } = call.query;
        const search = {
          keyword: keyword.trim(),
          group: group.trim(),
          model: model.trim(),
          tag: tag.trim(),
          status,
          type,
        };
        const owners = await channelOwnersOf(db, directoryKeys, search.keyword);
        return {
          name: 'channels',
          columns: CHANNEL_COLUMNS,
          total: await countChannelsLike(db, search, owners),
          rows: async (stretch) =>
            (await channelAnswers(ports, await channelsInStretch(db, search, owners, stretch), call.language)).map(
              (row) => ({
                number: row.id,
                row,
              }),
            ),
        };
      }),

    token: (call) =>
      own(call, async () => {
        const { keyword, token, status } = call.query;
        const nowS = call.nowMs / 1_000;
        const search = {
          userId: call.caller.id,
          keyword: keyword.trim(),
          key: token.trim().replace(/^sk-/, ''),
          inStatus: status === 0 ? undefined : tokensInStatus(status, nowS),
        };
        const inStretch = await tokensByStretches(db, directoryKeys, search);
        return {
          name: 'tokens',
          columns: TOKEN_COLUMNS,
          total: undefined,
          rows: async (stretch) => {
            const items = await inStretch(stretch);
            const uses = await tokenUseOf(
              db,
              items.map(({ id }) => id),
            );
            return items.map((row) => ({
              number: row.id,
              row: tokenAnswer(row, undefined, uses.get(row.id), nowS),
            }));
          },
        };
      }),

    redemption: (call) =>
      all(call, async () => {
        const search = { keyword: call.query.keyword.trim(), status: call.query.status };
        return {
          name: 'codes',
          columns: CODE_COLUMNS,
          total: await countCodes(db, search),
          rows: async (stretch) =>
            (await codeAnswers(ports, await codesInStretch(db, search, stretch))).map((row) => ({
              number: row.id,
              row,
            })),
        };
      }),

    topUp: (call) =>
      all(call, async () => {
        await readToHead(ports, call.session);
        const search = topUpSearch(call.query);
        return {
          name: 'payment-orders',
          columns: ORDER_COLUMNS,
          total: await countTopUps(db, search),
          rows: async (stretch) =>
            (await topUpsInStretch(db, search, stuckTimes(call.nowMs), stretch)).map(({ topUp, position }) => ({
              number: position,
              row: orderAnswer(topUp, ports.view.options.QuotaPerUnit, seconds(call.nowMs)),
            })),
        };
      }),

    audit: (call) =>
      all(call, async () => {
        await bringAudit(ports.store, ports.db);
        await readToHead(ports, call.session);
        const { total, inStretch } = await auditRowsByStretches(db, auditFilterOf(call.query));
        return {
          name: 'audit',
          columns: AUDIT_COLUMNS,
          total: total > EXACT_TOTAL_ROWS_MAX ? undefined : total,
          rows: async (stretch) =>
            (await inStretch(stretch)).map((row) => ({ number: row.position, row: auditAnswer(row) })),
        };
      }),
  };
};

type Exported = { readonly ok: true; readonly data: string; readonly file: CsvFile } | Refused;

const fileOf =
  (room: ExportRoom, whose: 'own' | 'all') =>
  async <Row>(call: SignedCall, open: () => Promise<Listed<Row>>): Promise<Exported> => {
    const release = room.take(call.caller.id, whose);
    if (typeof release !== 'function') return refused(release);
    try {
      const { name, columns, total, rows } = await open();
      const day = new Date(call.nowMs).toISOString().slice(0, 10);
      const stretches = stretchesOf(columns, rows);
      return {
        ok: true,
        data: '',
        file: { name: `${name}-${day}`, columns: Object.keys(columns), total, stretches, release },
      };
    } catch (error) {
      release();
      throw error;
    }
  };

async function* stretchesOf<Row>(columns: CsvColumns<Row>, rows: Listed<Row>['rows']) {
  let before: number | undefined;
  for (;;) {
    const found = await rows({ before, limit: EXPORT_STRETCH_ROWS });
    if (found.length > 0) yield found.map(({ row }) => cellsOf(columns, row));
    const last = found.at(-1);
    if (last === undefined || found.length < EXPORT_STRETCH_ROWS) return;
    before = last.number;
  }
}

async function logFile(
  ports: ApiPorts,
  call: SignedCall,
  filter: LogFilter,
  forAdministrator: boolean,
): Promise<Listed<LogLine>> {
  const { total, totalIsExact, inStretch } = await logRowsByStretches(ports.db, filter);
  const reader = { forAdministrator, language: call.language, amounts: amountText(ports.view) };
  return {
    name: 'log',
    columns: forAdministrator ? LOG_COLUMNS : OWN_LOG_COLUMNS,
    total: totalIsExact ? total : undefined,
    rows: async (stretch) => {
      const found = await inStretch(stretch);
      const answers = await logAnswers(ports, found, reader);
      return answers.map((answer, at) => ({
        number: answer.position,
        row: { ...answer, status: found[at]?.status ?? 0 },
      }));
    },
  };
}
