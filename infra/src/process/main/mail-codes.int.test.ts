import { ConsoleSession } from '@ledgate/api/testing/console-session';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Installation } from '../../../test/testing/installation.ts';
import { bindCall, Mailbox, sessionOf } from '../../../test/testing/mailbox.ts';
import { buildProduct } from '../../../test/testing/product.ts';

const LIMIT_MS = 180_000;
const ROUNDS = 5;

describe('what was mailed, on two processes at the same moment', () => {
  let installation: Installation;
  let mailbox: Mailbox;
  let urls: readonly [string, string];

  beforeAll(async () => {
    buildProduct();
    installation = await Installation.open();
    await installation.start(['projector', 'worker']);
    const [one, other] = [await installation.start(['api']), await installation.start(['api'])];
    urls = [one.url, other.url];
    mailbox = await Mailbox.of(one.url);
  }, LIMIT_MS);
  afterAll(async () => {
    await mailbox.close();
    await installation.close();
  }, LIMIT_MS);

  it(
    'makes one password by ten calls with one token, and that is the one that signs in',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { username, email, password, session } = await mailbox.person(urls[0], `forgetful${round}`);
        const body = await mailbox.resetOf(urls[1], email);
        const answers = await Promise.all(
          Array.from({ length: 10 }, (_, at) =>
            new ConsoleSession(urls[at % 2 === 0 ? 0 : 1]).call('POST', '/api/user/reset', body),
          ),
        );
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
        const made = answers.filter(({ json }) => json.success === true).map(({ json }) => String(json.data));
        expect(made).toHaveLength(1);
        for (const url of urls) {
          expect(await sessionOf(url, username, made[0] ?? '')).toBeDefined();
          expect(await sessionOf(url, username, password)).toBeUndefined();
        }
        expect((await session.call('GET', '/api/user/self')).status).toBe(401);
      }
    },
    LIMIT_MS,
  );

  it(
    'makes an e-mail one person’s of two who prove it',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const email = `both${round}@example.com`;
        const people = [
          await mailbox.person(urls[0], `one${round}`),
          await mailbox.person(urls[1], `other${round}`),
        ] as const;
        const code = await mailbox.codeFor(urls[0], email);
        const answers = await Promise.all(people.map(({ session }) => session.call('GET', bindCall(email, code))));
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
        const won = answers.map(({ json }) => json.success === true);
        expect(won.filter(Boolean)).toHaveLength(1);
        const emails = await Promise.all(
          people.map(
            async ({ session }) => ((await session.call('GET', '/api/user/self')).json.data as { email: string }).email,
          ),
        );
        expect(emails.map((each) => each === email)).toEqual(won);
        const winner = people[won.indexOf(true)];
        for (const url of urls) {
          const { json } = await new ConsoleSession(url).call('POST', '/api/user/login', {
            username: email,
            password: winner?.password,
          });
          expect(json.data).toMatchObject({ username: winner?.username });
        }
      }
    },
    LIMIT_MS,
  );
});
