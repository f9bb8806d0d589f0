import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleSession } from '@ledgate/api/testing/console-session';
import { Random } from '@ledgate/domain/testing/simulation/random';
import { Mailbox, sessionOf } from '../testing/mailbox.ts';
import { numberIn } from '../testing/number-in.ts';
import { arm, diedAt } from './deaths.ts';
import { killableProduct } from './killable-product.ts';
import type { CrashPoint } from './plan.ts';

/** Between any two steps, and whether the password is another one from then on. */
const POINTS: readonly (readonly [point: CrashPoint, isChanged: boolean])[] = [
  ['before_ResetTokenUsed', false],
  ['after_ResetTokenUsed', false],
  ['after_PasswordReset', false],
  ['after_SessionsEnded', false],
  ['after_ResetCommitted', true],
];
/** Each point four times: with the database server and without it, twice. */
const ROUNDS_MAX = 4 * POINTS.length;
const ROUNDS = Math.min(numberIn('CRASH_ROUNDS') ?? 2, ROUNDS_MAX);
const SEED = numberIn('CRASH_SEED') ?? Math.floor(Math.random() * 2 ** 31);
const LIMIT_MS = 120_000;
const first = new Random(SEED).whole(0, POINTS.length - 1);

describe(`a product that is killed while it makes a new password by mail (again with CRASH_SEED=${SEED})`, () => {
  const { product } = killableProduct({});
  let mailbox: Mailbox;
  beforeAll(async () => {
    mailbox = await Mailbox.of(product.url);
  }, LIMIT_MS);
  afterAll(() => mailbox.close());

  const statusOf = async (session: ConsoleSession): Promise<number> =>
    (await session.call('GET', '/api/user/self')).status;
  const reset = async (body: object): Promise<unknown> => {
    const { json } = await new ConsoleSession(product.url).call('POST', '/api/user/reset', body);
    return json.success === true ? json.data : undefined;
  };

  for (let round = 0; round < ROUNDS; round += 1) {
    const [point, isChanged] = POINTS[(first + round) % POINTS.length] ?? (POINTS[0] as (typeof POINTS)[number]);
    const nodeOnly = round % 2 === 0;
    it(
      `round ${round + 1}, ${point}${nodeOnly ? '' : ', with its database'}: token, password and sessions are all as before, or none is`,
      async () => {
        const { username, email, password, session } = await mailbox.person(product.url, `forgetful${round}`);
        const asked = await mailbox.resetOf(product.url, email);
        expect(asked.token).toHaveLength(32);
        arm(product, point, 1);
        process.kill(product.pid, 'SIGUSR2');
        const lost = reset(asked).catch(() => 'lost');
        await diedAt(product, point);
        expect(await lost).toBe('lost');
        if (!nodeOnly) await product.killDatabase();

        await product.start();
        expect(await statusOf(session)).toBe(isChanged ? 401 : 200);
        const again = await sessionOf(product.url, username, password);
        expect(again === undefined).toBe(isChanged);
        const made = await reset(asked);
        expect(made === undefined).toBe(isChanged);
        // A link whose answer was lost is used up: the next one makes a password as ever.
        const newest = isChanged ? await reset(await mailbox.resetOf(product.url, email)) : made;
        expect(await sessionOf(product.url, username, String(newest))).toBeDefined();
        for (const ended of [session, ...(again === undefined ? [] : [again])]) expect(await statusOf(ended)).toBe(401);
        expect(await sessionOf(product.url, username, password)).toBeUndefined();
        expect((await product.run('verify')).code).toBe(0);
      },
      LIMIT_MS,
    );
  }
});
