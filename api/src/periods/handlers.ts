import { changeBooks } from '@ledgate/domain/books/books-stream';
import { BOOKS_STREAM } from '@ledgate/domain/books/events';
import { withDirectoryTransaction } from '@ledgate/projections/directory/transaction';
import { PeriodBook } from '@ledgate/projections/periods/period-book';
import { bundleDiffers, keptBundle } from '@ledgate/projections/periods/remake-bundle';
import { tellPeriods } from '@ledgate/projections/periods/tell';
import type { financePeriodRoutes } from '../contract/finance-period.ts';
import { administration } from '../directory/administration.ts';
import { notingAddress } from '../directory/noting-address.ts';
import { done, refusedAt, refusedByCode, type Refused } from '../http/answer.ts';
import type { Handlers } from '../http/call.ts';
import { contextOf } from '../http/context.ts';
import { offsetFromOne } from '../http/paging.ts';
import { readToHead } from '../http/read-to-head.ts';
import { PERIOD_LOOK_MS, PERIOD_WAIT_MS } from '../limits.ts';
import type { ApiPorts } from '../ports.ts';
import { periodAnswers } from './answers.ts';
import { closed } from './close.ts';
import { until } from './until.ts';

/** Periods of the books (docs/behaviour.md#periods). Workers do what takes long; calls begin it and wait for it a while. */
export function financePeriodHandlers(ports: ApiPorts): Handlers<typeof financePeriodRoutes> {
  const book = new PeriodBook(ports.store);
  const one = async (id: number) => {
    const period = (await book.read()).find(({ periodId }) => periodId === id);
    const [answer] = period === undefined ? [] : await periodAnswers(ports, [period]);
    return answer === undefined ? MISSING : done(answer);
  };
  return {
    close: async (call) => {
      const id = await closed(ports, book, call);
      return typeof id === 'number' ? one(id) : id;
    },

    list: async (call) => {
      const { p, page_size } = call.query;
      await readToHead(ports, call.session);
      const newest = (await book.read()).toReversed();
      const from = offsetFromOne(call.query).offset;
      const items = await periodAnswers(ports, newest.slice(from, from + page_size));
      return done({ items, total: newest.length, page: p, page_size });
    },

    get: async (call) => {
      await readToHead(ports, call.session);
      return one(call.params.id);
    },

    file: async (call) => {
      const { id } = call.params;
      const find = async () => (await book.read()).find(({ periodId }) => periodId === id);
      if ((await find()) === undefined) return MISSING;
      const isWhole = (await find())?.closed !== undefined;
      const waiting = {
        everyMs: PERIOD_LOOK_MS,
        signal: AbortSignal.timeout(PERIOD_WAIT_MS),
        tell: () => tellPeriods(ports.db, id),
      };
      const kept = await until(waiting, async () => {
        const period = await find();
        const found = period && (await keptBundle(ports.settings.exportDir, period));
        if (found !== undefined || !isWhole) return period && { period, found };
        return period && (await bundleDiffers(ports.settings.exportDir, period)) ? 'differs' : undefined;
      });
      if (kept === 'differs') return refusedAt('id', { code: 'export_expired', isBundle: true });
      const whole = kept?.period.closed;
      if (kept?.found === undefined || whole === undefined)
        return refusedAt('id', { code: 'export_not_done', status: 'running' });
      const { revision, manifestSha256 } = whole;
      await withDirectoryTransaction(ports.db, null, (tx) => {
        const after = { revision, manifest_sha256: manifestSha256 };
        tx.administered(administration(call, 'finance.bundle', `finance-period-${id}`, { after }));
        return Promise.resolve();
      });
      const file = {
        path: kept.found.path,
        name: `period-${id}-${revision}.tar`,
        type: 'application/x-tar',
        // All of its bytes follow from the manifest.
        etag: `"${manifestSha256}"`,
      };
      return { ok: true, data: undefined as never, file };
    },

    reopen: async (call) => {
      const { id } = call.params;
      const reason = call.body.reason ?? '';
      const change = await changeBooks(
        notingAddress(ports, call),
        { type: 'ReopenPeriod', periodId: id, reason, actorId: call.caller.id },
        contextOf(call, call.caller, 'reopen-period'),
      );
      if (!change.ok) return refusedByCode(change.refusal);
      call.session.wrote(BOOKS_STREAM, change.position);
      return one(id);
    },
  };
}

const MISSING: Refused = refusedAt('id', { code: 'period_missing', field: 'id' });
