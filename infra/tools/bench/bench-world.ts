import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import { z } from 'zod';
import { ConsoleClient } from '../console-client/console-client.ts';
import { makeChannel, makeToken } from '../console-client/set-up.ts';
import type { BenchProcess } from './bench-process.ts';

const ROOT = { username: 'root', password: '123456' };
const QUOTA_EACH = 100_000_000_000;
const SIGNED_IN_AT_ONCE = 4;
const CAUGHT_UP_WITHIN_MS = 30_000;
const POLL_MS = 20;

type BenchUser = { readonly userId: number; readonly key: string };

const nothing = z.unknown();

type BenchWorldOptions = {
  /** What takes the requests. */
  readonly product: BenchProcess;
  /** Where the console's calls are answered. */
  readonly console: string;
  readonly upstream: string;
  readonly users: number;
};

/** A running product with a channel to the upstream and users who can pay. */
export class BenchWorld {
  readonly product: BenchProcess;
  readonly users: readonly BenchUser[];
  readonly #root: ConsoleClient;
  readonly #console: string;

  private constructor(product: BenchProcess, users: readonly BenchUser[], root: ConsoleClient, console: string) {
    this.product = product;
    this.users = users;
    this.#root = root;
    this.#console = console;
  }

  static async open({ product, console: url, upstream, users }: BenchWorldOptions): Promise<BenchWorld> {
    const root = await ConsoleClient.signedIn(url, ROOT.username, ROOT.password);
    const made: BenchUser[] = [];
    const world = new BenchWorld(product, made, root, url);
    await world.newUsersGet(QUOTA_EACH);
    await world.channel('Upstream', upstream, 'gpt-4o');
    const names = Array.from({ length: users }, (_, index) => `user${index}`);
    await Promise.all(
      Array.from({ length: SIGNED_IN_AT_ONCE }, async () => {
        for (let username = names.pop(); username !== undefined; username = names.pop())
          made.push(await world.user(username));
      }),
    );
    return world;
  }

  /** What people who are made from now on have to spend, in quota. */
  async newUsersGet(amountQuota: number): Promise<void> {
    await this.option('QuotaForNewUser', String(amountQuota));
  }

  async option(key: string, value: string): Promise<void> {
    await this.#root.put('/api/option/', nothing, { key, value });
  }

  /** One more provider, for one model. */
  async channel(name: string, baseUrl: string, model: string): Promise<void> {
    await makeChannel(this.#root, { name, baseUrl, models: model });
  }

  /** One more person with a token. */
  user(username: string): Promise<BenchUser> {
    return makeUser(this.#console, this.#root, username);
  }

  get keys(): readonly string[] {
    return this.users.map(({ key }) => key);
  }

  /** Consumption rows that the log shows. */
  async logged(): Promise<number> {
    return (
      await this.#root.get(`/api/log/?type=${LOG_TYPE.consumption}&p=1&page_size=1`, z.object({ total: z.number() }))
    ).total;
  }

  /** How long until the log shows `rows` consumptions, in milliseconds. Throws when it takes too long. */
  async caughtUp(rows: number): Promise<number> {
    const startedAt = performance.now();
    for (let seen = await this.logged(); seen < rows; seen = await this.logged()) {
      if (performance.now() - startedAt > CAUGHT_UP_WITHIN_MS)
        throw new Error(`the log shows ${seen} of ${rows} requests ${CAUGHT_UP_WITHIN_MS} ms after the load`);
      await new Promise((resolve) => {
        setTimeout(resolve, POLL_MS);
      });
    }
    return performance.now() - startedAt;
  }
}

async function makeUser(url: string, root: ConsoleClient, username: string): Promise<BenchUser> {
  const password = `${username}-bench-password`.slice(0, 20);
  await root.post('/api/user/', nothing, { username, display_name: username, password });
  const user = await ConsoleClient.signedIn(url, username, password);
  return { userId: user.userId, key: `sk-${await makeToken(user, 'bench')}` };
}
