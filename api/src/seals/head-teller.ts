import type { OptionValues } from '@ledgate/domain/options/values';
import type { Clock } from '@ledgate/domain/ports/clock';
import type { Log } from '@ledgate/domain/ports/log';
import type { OutboundCalls } from '@ledgate/domain/ports/outbound-calls';
import {
  SEAL_ALARM_MS,
  SEAL_MAIL_EVERY_MS,
  SEAL_RETRY_FIRST_MS,
  SEAL_RETRY_MAX_MS,
  SEAL_TELL_PERIOD_MS,
} from '../limits.ts';
import { headMail } from '../messages/head-mail.ts';
import type { Mailer } from '../ports.ts';
import { createRounds, type Rounds } from '../rounds.ts';

type Head = { readonly note: string; readonly size: number };

type HeadTellerParts = {
  readonly view: { readonly options: Pick<OptionValues, 'SealWebhook' | 'SealMail' | 'SystemName'> };
  readonly outbound: OutboundCalls;
  readonly mailer: Mailer;
  /** Writes a head down in the place of this process; throws where it cannot. */
  readonly keep: (note: string) => void;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly log: Log;
  readonly periodMs?: number;
};

const HEAD_WAYS = ['webhook', 'mail'] as const;
type Way = (typeof HEAD_WAYS)[number];

/** What waits to go a way. Monotonic milliseconds. */
type Waiting = { head: Head; readonly sinceMs: number; nextMs: number; pauseMs: number; isAlarmed: boolean };

export interface HeadTeller extends Rounds {
  /** A head was signed. Throws where it could not be written down. */
  tell(head: Head): Promise<void>;
  /** For how long a head has not gone a way although it is set, in milliseconds; 0 where none waits. */
  lateMs(): Readonly<Record<Way, number>>;
}

/**
 * Brings heads of the ledger to where they are kept apart from it (docs/operations.md#seals): a file, the address of option SealWebhook, and, an hour apart at
 * least, that of option SealMail. A later head says all that an earlier one says: of those that wait to go a way the newest is kept, and tried until it
 * has gone.
 */
export function createHeadTeller(parts: HeadTellerParts): HeadTeller {
  const { view, clock, log, keep, periodMs = SEAL_TELL_PERIOD_MS } = parts;
  const waiting = new Map<Way, Waiting>();
  let mailedAtMs = -Infinity;
  const isSet = (way: Way): boolean => view.options[way === 'webhook' ? 'SealWebhook' : 'SealMail'].trim() !== '';

  /** A mail is late from when it may go. */
  function lateMsOf(way: Way, nowMs: number): number {
    const sinceMs = waiting.get(way)?.sinceMs;
    if (sinceMs === undefined || !isSet(way)) return 0;
    const mayGoMs = way === 'webhook' ? sinceMs : Math.max(sinceMs, mailedAtMs + SEAL_MAIL_EVERY_MS);
    return Math.max(0, nowMs - mayGoMs);
  }

  async function go(way: Way, one: Waiting): Promise<void> {
    const { head } = one;
    const problem = await (way === 'webhook' ? posted(parts, head) : mailed(parts, head));
    const nowMs = clock.monotonicMs();
    if (problem === undefined) {
      if (way === 'mail') mailedAtMs = nowMs;
      // One that came meanwhile has waited from now on.
      if (one.head === head) waiting.delete(way);
      else waiting.set(way, waitingSince(one.head, nowMs));
      return;
    }
    one.nextMs = nowMs + one.pauseMs;
    one.pauseMs = Math.min(one.pauseMs * 2, SEAL_RETRY_MAX_MS);
    const isAlarm = lateMsOf(way, nowMs) >= SEAL_ALARM_MS && !one.isAlarmed;
    one.isAlarmed ||= isAlarm;
    const facts = { way, size: head.size, problem };
    if (isAlarm) log.error({ ...facts, alarm: true }, 'heads of the ledger do not go out');
    else log.warn(facts, 'a head of the ledger did not go out; it is tried again');
  }

  const rounds = createRounds({
    periodMs,
    onError: (error) => log.warn({ err: error }, 'heads could not be told'),
    look: async (isStopped) => {
      for (const way of HEAD_WAYS) {
        const one = waiting.get(way);
        if (one === undefined || isStopped()) continue;
        const isPaused = way === 'mail' && clock.monotonicMs() - mailedAtMs < SEAL_MAIL_EVERY_MS;
        if (!isSet(way)) waiting.delete(way);
        else if (!isPaused && clock.monotonicMs() >= one.nextMs) await go(way, one);
      }
    },
  });
  return {
    ...rounds,
    tell: (head) => {
      const nowMs = clock.monotonicMs();
      for (const way of HEAD_WAYS.filter(isSet)) {
        const one = waiting.get(way);
        if (one !== undefined) one.head = head;
        else waiting.set(way, waitingSince(head, nowMs));
      }
      return Promise.resolve().then(() => keep(head.note));
    },
    lateMs: () => {
      const nowMs = clock.monotonicMs();
      return { webhook: lateMsOf('webhook', nowMs), mail: lateMsOf('mail', nowMs) };
    },
  };
}

const waitingSince = (head: Head, nowMs: number): Waiting => ({
  head,
  sinceMs: nowMs,
  nextMs: nowMs,
  pauseMs: SEAL_RETRY_FIRST_MS,
  isAlarmed: false,
});

/** Why it has not gone; undefined where it has. */
async function posted({ view, outbound }: HeadTellerParts, { note }: Head): Promise<string | undefined> {
  const answer = await outbound.ask({
    purpose: 'seal',
    url: view.options.SealWebhook.trim(),
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: note,
  });
  if (answer.kind === 'failed') return answer.problem;
  return answer.status >= 200 && answer.status < 300 ? undefined : `HTTP ${answer.status}`;
}

const mailed = ({ view, mailer }: HeadTellerParts, head: Head): Promise<string | undefined> =>
  mailer.send({ to: view.options.SealMail.trim(), ...headMail(head, view.options.SystemName) }).then(
    () => undefined,
    (error: unknown) => String(error instanceof Error ? error.message : error),
  );
