import { BOOKS_STREAM } from '@ledgate/domain/books/events';
import { beginClose } from '@ledgate/projections/periods/begin-close';
import type { BookedPeriod, PeriodBook } from '@ledgate/projections/periods/period-book';
import { tellPeriods } from '@ledgate/projections/periods/tell';
import { sealTreeRow } from '@ledgate/projections/seals/seal-tree-row';
import type { financePeriodRoutes } from '../contract/finance-period.ts';
import type { BodyOf } from '../contract/route.ts';
import { notingAddress } from '../directory/noting-address.ts';
import { refusedAt, refusedByCode, type Refused } from '../http/answer.ts';
import type { SignedCall } from '../http/call.ts';
import { contextOf } from '../http/context.ts';
import { readToHead } from '../http/read-to-head.ts';
import { PERIOD_LOOK_MS, PERIOD_WAIT_MS } from '../limits.ts';
import type { ApiPorts } from '../ports.ts';
import { rangeOf } from '../statement/asked.ts';
import { until } from './until.ts';

type CloseCall = SignedCall & { readonly body: BodyOf<(typeof financePeriodRoutes)['close']> };

/**
 * Begins the close of a period and waits until a worker has finished it, at most PERIOD_WAIT_MS: then it goes on without the call. Answers the period's number,
 * or why there is none; nothing is written of a refused one.
 */
export async function closed(ports: ApiPorts, book: PeriodBook, call: CloseCall): Promise<number | Refused> {
  const { start = 0, end = 0, period = '', zone = '', reason = '' } = call.body;
  const range = rangeOf({ start, end, period, zone });
  if ('problem' in range) return range;
  const asked = { start: range.fromS, end: range.toS ?? 0, zone: range.zone };
  await readToHead(ports, call.session);
  const find = async (): Promise<BookedPeriod | undefined> =>
    (await book.read()).find((one) => one.start === asked.start && one.end === asked.end);
  // One time for all that it waits for: the books of a call end with it.
  const signal = AbortSignal.timeout(PERIOD_WAIT_MS);
  const waiting = { everyMs: PERIOD_LOOK_MS, signal, tell: () => tellPeriods(ports.db) };
  const begin = () =>
    beginClose(asked, {
      source: { db: ports.db, store: notingAddress(ports, call) },
      book,
      nowMs: call.nowMs,
      actorId: call.caller.id,
      context: {
        ...contextOf(call, call.caller, 'close-period'),
        ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      },
      canSign: () => canSign(ports),
      signal,
    });
  const begun = await until(waiting, async () => {
    const change = await begin();
    // Another close that was begun goes first.
    const isWaiting =
      typeof change !== 'string' &&
      !change.ok &&
      change.refusal.code === 'period_open' &&
      change.refusal.why === 'closing';
    return isWaiting ? undefined : change;
  });
  if (begun === undefined) return refusedAt('end', { code: 'period_open', field: 'end', why: 'closing' });
  if (begun === 'read_models_behind') return refusedByCode({ code: begun });
  if (begun === 'ledger_key_missing') return refusedAt('period', { code: begun });
  if (!begun.ok) return refusedByCode(begun.refusal);
  const whole = await until(waiting, async () => {
    const found = await find();
    return found?.status === 'ended' ? undefined : found;
  });
  const found = whole ?? (await find());
  if (found === undefined) throw new Error('a period that was begun is not in the books');
  call.session.wrote(BOOKS_STREAM, found.closed?.closedPosition ?? found.ended.position);
  // Its answer tells of it what lists tell.
  await call.session.caughtUp();
  return found.periodId;
}

/** As far as it is known: a notary without the key says so. */
async function canSign({ db }: Pick<ApiPorts, 'db'>): Promise<boolean> {
  const { trouble } = await sealTreeRow(db);
  return trouble !== 'key_missing' && trouble !== 'key_differs';
}
