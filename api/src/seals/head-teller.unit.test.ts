import { describe, expect, it } from '@jest/globals';
import { silentLog } from '@ledgate/domain/ports/log';
import type { OutboundAnswer, OutboundCall, OutboundFailure } from '@ledgate/domain/ports/outbound-calls';
import { SEAL_ALARM_MS, SEAL_MAIL_EVERY_MS, SEAL_RETRY_FIRST_MS } from '../limits.ts';
import type { Mail } from '../ports.ts';
import { createHeadTeller, type HeadTeller } from './head-teller.ts';

const PERIOD_MS = 1;
const ANSWERED: OutboundAnswer = { kind: 'answered', status: 200, headers: {}, body: new Uint8Array() };
const head = (size: number) => ({ note: `note ${size}`, size });

type World = {
  readonly teller: HeadTeller;
  readonly options: { SealWebhook: string; SealMail: string; readonly SystemName: string };
  readonly kept: string[];
  readonly posted: OutboundCall[];
  readonly mailed: Mail[];
  readonly alarms: unknown[];
  answer: OutboundAnswer | OutboundFailure;
  mailProblem: string | undefined;
  nowMs: number;
};

/** `looked`: some rounds later. */
async function within(work: (world: World, looked: () => Promise<void>) => Promise<void>): Promise<void> {
  const world: World = {
    options: { SealWebhook: 'https://heads.example/', SealMail: '', SystemName: 'Ledgate' },
    kept: [],
    posted: [],
    mailed: [],
    alarms: [],
    answer: ANSWERED,
    mailProblem: undefined,
    nowMs: 0,
    teller: createHeadTeller({
      view: {
        get options() {
          return world.options;
        },
      },
      outbound: {
        ask: async (call) => {
          world.posted.push(call);
          return world.answer;
        },
        refusalOf: async () => undefined,
      },
      mailer: {
        send: async (mail) => {
          if (world.mailProblem !== undefined) throw new Error(world.mailProblem);
          world.mailed.push(mail);
        },
      },
      keep: (note) => void world.kept.push(note),
      clock: { monotonicMs: () => world.nowMs },
      log: { ...silentLog, error: (facts: unknown) => void world.alarms.push(facts) },
      periodMs: PERIOD_MS,
    }),
  };
  world.teller.start();
  try {
    await work(world, () => new Promise((resolve) => setTimeout(resolve, 40)));
  } finally {
    await world.teller.stop();
  }
}

describe('heads of the ledger', () => {
  it('are written down and posted as text', () =>
    within(async ({ teller, kept, posted }, looked) => {
      await teller.tell(head(7));
      await looked();
      expect(kept).toEqual(['note 7']);
      expect(posted).toMatchObject([
        { purpose: 'seal', url: 'https://heads.example/', method: 'POST', body: 'note 7' },
      ]);
      expect(posted[0]?.headers).toEqual({ 'content-type': 'text/plain; charset=utf-8' });
      expect(teller.lateMs()).toEqual({ webhook: 0, mail: 0 });
    }));

  it('go nowhere where no way is set', () =>
    within(async ({ teller, options, kept, posted, mailed }, looked) => {
      options.SealWebhook = '';
      await teller.tell(head(7));
      await looked();
      expect([kept, posted, mailed]).toEqual([['note 7'], [], []]);
    }));

  it.each<[string, OutboundAnswer | OutboundFailure]>([
    ['nobody answers', { kind: 'failed', problem: 'timeout' }],
    ['it is refused', { ...ANSWERED, status: 500 }],
    ['it is sent elsewhere', { ...ANSWERED, status: 302 }],
  ])('are tried again, the newest alone, further and further apart, where %s; an alarm says so once', (_, failure) =>
    within(async (world, looked) => {
      const { teller, posted, alarms } = world;
      world.answer = failure;
      await teller.tell(head(7));
      await looked();
      await teller.tell(head(8));
      await looked();
      expect(posted.map(({ body }) => body)).toEqual(['note 7']);
      world.nowMs = SEAL_RETRY_FIRST_MS;
      await looked();
      world.nowMs = 2 * SEAL_RETRY_FIRST_MS;
      await looked();
      expect(posted.map(({ body }) => body)).toEqual(['note 7', 'note 8']);
      for (const at of [1, 2, 3]) {
        world.nowMs = at * SEAL_ALARM_MS;
        await looked();
      }
      expect(alarms).toMatchObject([{ alarm: true, way: 'webhook', size: 8 }]);
      expect(teller.lateMs().webhook).toBe(3 * SEAL_ALARM_MS);
      world.answer = ANSWERED;
      world.nowMs = 4 * SEAL_ALARM_MS;
      await looked();
      expect(teller.lateMs().webhook).toBe(0);
    }),
  );

  it('go by mail an hour apart at least, and a mail server that does not take one is asked again', () =>
    within(async (world, looked) => {
      const { teller, options, mailed } = world;
      Object.assign(options, { SealWebhook: '', SealMail: 'auditor@example.com' });
      world.mailProblem = 'no';
      await teller.tell(head(7));
      await looked();
      world.mailProblem = undefined;
      world.nowMs = SEAL_RETRY_FIRST_MS;
      await looked();
      expect(mailed).toMatchObject([{ to: 'auditor@example.com', subject: 'Ledgate: head of the ledger, 7 events' }]);
      expect(mailed[0]?.text).toContain('note 7');
      await teller.tell(head(8));
      await teller.tell(head(9));
      await looked();
      expect(mailed).toHaveLength(1);
      expect(teller.lateMs().mail).toBe(0);
      world.mailProblem = 'no';
      world.nowMs = SEAL_RETRY_FIRST_MS + SEAL_MAIL_EVERY_MS;
      await looked();
      // It could not go before.
      expect(world.alarms).toEqual([]);
      world.mailProblem = undefined;
      world.nowMs += SEAL_RETRY_FIRST_MS;
      await looked();
      expect(mailed.map(({ subject }) => subject.includes('9 events'))).toEqual([false, true]);
    }));
});
