import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { silentLog } from '@ledgate/domain/ports/log';
import { noticeFigures } from '@ledgate/projections/directory/notices/notices';
import { type ReadModelDatabase, readModelDatabase } from '@ledgate/projections/testing/read-model-database';
import { systemClock } from '@ledgate/projections/testing/system-clock';
import type { Mail } from '../ports.ts';
import { createNoticesWorker } from './notices-worker.ts';

const PERIOD_MS = 10;
const nowS = (): number => Math.floor(Date.now() / 1_000);

let database: ReadModelDatabase;
let mails: Mail[];
/** Why the mail server takes none. */
let trouble: string | undefined;
beforeEach(async () => {
  database = await readModelDatabase();
  [mails, trouble] = [[], undefined];
  await person(7, 'ada@example.com');
});
afterEach(() => database.drop());

const person = (id: number, email: string): Promise<unknown> =>
  database.pool.query(
    `insert into directory.users (id, username, password_hash, email, created_time) values ($1::bigint, $1::text, '', $2, 0)`,
    [id, email],
  );
const notice = (id: string, userId: number, createdS = nowS()): Promise<unknown> =>
  database.pool.query(`insert into directory.notices values ($1, 'low_balance', $2, '{"balance":1}', $3, $3)`, [
    id,
    userId,
    createdS,
  ]);

/** Until nothing is due any more. */
async function worked(server = 'mail.example.com'): Promise<void> {
  const options = {
    QuotaRemindThreshold: 1_000,
    SMTPServer: server,
    SystemName: 'Gate',
    ServerAddress: '',
    DisplayInCurrencyEnabled: false,
    QuotaPerUnit: 500_000,
  };
  const worker = createNoticesWorker({
    db: database.pool,
    view: { options } as never,
    mailer: {
      send: async (mail) => {
        if (trouble !== undefined) throw new Error(trouble);
        mails.push(mail);
      },
    },
    clock: systemClock,
    log: silentLog,
    periodMs: PERIOD_MS,
  });
  worker.start();
  const due = 'select 1 from directory.notices where sent_time = 0 and dropped_time = 0 and next_time <= $1';
  for (let looks = 0; looks < 500 && (await database.pool.query(due, [nowS()])).rows.length > 0; looks += 1)
    await new Promise((resolve) => {
      setTimeout(resolve, PERIOD_MS);
    });
  await worker.stop();
}

describe('what sends notices', () => {
  it('mails each once, under its id', async () => {
    await notice('low-balance-7-1', 7);
    await worked();
    await worked();
    expect(mails.map(({ to, id }) => [to, id])).toEqual([['ada@example.com', 'low-balance-7-1']]);
  });

  it('keeps what the mail server does not take, with its words', async () => {
    trouble = '421 later';
    await notice('a', 7);
    await worked();
    const { rows } = await database.pool.query(
      'select problem, next_time - created_time as pause from directory.notices',
    );
    expect(rows).toEqual([{ problem: '421 later', pause: expect.stringMatching(/^3[0-5]$/) }]);
  });

  it('counts no failure where nobody has an e-mail, or no mail server is set, and forgets its news', async () => {
    await person(8, '');
    await notice('a', 8);
    await worked();
    await notice('b', 7);
    await worked('');
    await worked();
    expect([mails, await noticeFigures(database.pool, nowS())]).toEqual([
      [],
      { waiting: 0, oldestAgeS: 0, dropped: 0 },
    ]);
  });

  it('sends nothing that is older than a day', async () => {
    await notice('a', 7, nowS() - 24 * 3_600 - 60);
    await worked();
    expect([mails, (await noticeFigures(database.pool, nowS())).dropped]).toEqual([[], 1]);
  });
});
