import type { Clock } from '@ledgate/domain/ports/clock';
import type { Log } from '@ledgate/domain/ports/log';
import type { RelayView } from '@ledgate/projections/directory/relay-view';
import {
  type DueNotice,
  forgetNotice,
  forgetWaitingNotices,
  noteLowBalances,
  noticeFailed,
  noticeSent,
  takeDueNotices,
} from '@ledgate/projections/directory/notices/notices';
import type { Database } from '@ledgate/projections/shared/database';
import { LOW_BALANCE_PAUSE_S, NOTICE_PROBLEM_CHARACTERS_MAX, NOTICE_TRIED_S, NOTICES_PERIOD_MS } from '../limits.ts';
import { amountText } from '../messages/amount-text.ts';
import { noticeMail } from '../messages/notice-mail.ts';
import type { Mailer } from '../ports.ts';
import { createRounds, type Rounds } from '../rounds.ts';
import { nextTryS } from './retry.ts';

type NoticesPorts = {
  readonly db: Database;
  readonly view: Pick<RelayView, 'options'>;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly log: Log;
  readonly periodMs?: number;
};

const MS = 1_000;

/**
 * Notes balances that have become low, and sends what waits (docs/behaviour.md#notices-by-mail). Any number of processes may run one: a notice is one row, and
 * whoever takes it has it for a while. One that died between sending and noting it lets the mail go out once more, under the same Message-ID.
 */
export function createNoticesWorker({
  db,
  view,
  mailer,
  clock,
  log,
  periodMs = NOTICES_PERIOD_MS,
}: NoticesPorts): Rounds {
  const nowS = (): number => Math.floor(clock.nowMs() / MS);

  async function look(isStopped: () => boolean): Promise<void> {
    const { options } = view;
    const { QuotaRemindThreshold: threshold, SMTPServer: server } = options;
    await noteLowBalances(db, { threshold, pauseS: LOW_BALANCE_PAUSE_S, nowS: nowS() });
    // Old news would go out on the day on which the operator sets a mail server.
    if (server.trim() === '') {
      await forgetWaitingNotices(db);
      return;
    }
    for (const notice of await takeDueNotices(db, nowS())) {
      if (isStopped()) return;
      await send(notice);
    }
  }

  async function send(notice: DueNotice): Promise<void> {
    const { id, kind, email, createdS } = notice;
    if (email === '') {
      await forgetNotice(db, id);
      return;
    }
    if (nowS() - createdS > NOTICE_TRIED_S) {
      await noticeFailed(db, id, { problem: 'nobody sent it for a day', againS: undefined, nowS: nowS() });
      return;
    }
    const { SystemName: systemName, ServerAddress: serverAddress } = view.options;
    const mail = noticeMail(notice, { systemName, serverAddress, amount: amountText(view) });
    const problem = await mailer.send({ to: email, ...mail, id }).then(
      () => undefined,
      (error: unknown) => String(error instanceof Error ? error.message : error),
    );
    if (problem === undefined) {
      await noticeSent(db, id, nowS());
      return;
    }
    const againS = nextTryS(notice, nowS());
    await noticeFailed(db, id, { problem: problem.slice(0, NOTICE_PROBLEM_CHARACTERS_MAX), againS, nowS: nowS() });
    if (againS === undefined) log.error({ id, kind, problem, alarm: true }, 'a notice could not be mailed for a day');
    else log.warn({ id, kind, problem, againS }, 'a notice could not be mailed, and is tried again');
  }

  return createRounds({
    look,
    periodMs,
    onError: (error) => log.warn({ err: error }, 'notices could not be looked at'),
  });
}
