import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import { z } from 'zod';
import { ConsoleClient } from '../../tools/console-client/console-client.ts';
import { makeChannel, makeToken } from '../../tools/console-client/set-up.ts';
import type { Product } from '../testing/product.ts';
import { SerialUpstream } from '../testing/serial-upstream.ts';

export const CALL_PRICE = 5_000;
const MODEL = 'crash-model';
const PASSWORD = 'a long secret';
const nothing = z.unknown();
const account = z.object({ id: z.number(), quota: z.number(), used_quota: z.number() });
const logPage = z.object({
  total: z.number(),
  items: z.array(z.object({ quota: z.number(), prompt_tokens: z.number(), other: z.string() })),
});

export type Spender = { readonly username: string; readonly key: string; readonly credits: number };
export type ChargeRow = { readonly quota: number; readonly serial: number; readonly interrupted: boolean };

/** What crash rounds work on: a product with one channel to a provider of ours, a model with a fixed price, and people who spend. */
export class CrashWorld {
  readonly model = MODEL;
  readonly upstream: SerialUpstream;
  readonly #product: Product;
  #people = 0;

  private constructor(product: Product, upstream: SerialUpstream) {
    this.#product = product;
    this.upstream = upstream;
  }

  static async open(product: Product): Promise<CrashWorld> {
    const world = new CrashWorld(product, await SerialUpstream.open());
    const root = await world.root();
    await root.put('/api/option/', nothing, {
      key: 'ModelPrice',
      value: JSON.stringify({ [MODEL]: CALL_PRICE / 500_000 }),
    });
    await makeChannel(root, { name: 'serial', baseUrl: world.upstream.url, models: MODEL });
    return world;
  }

  root(): Promise<ConsoleClient> {
    return ConsoleClient.signedIn(this.#product.url, 'root', '123456');
  }

  /** A new person with `credits` on a redeemed code and a token without limit. */
  async spender(credits: number): Promise<Spender> {
    const root = await this.root();
    this.#people += 1;
    const username = `spender${this.#people}`;
    await root.post('/api/user/', nothing, { username, display_name: username, password: PASSWORD });
    const [code] = await root.post('/api/redemption/', z.array(z.string()), {
      name: 'crash',
      quota: credits,
      count: 1,
    });
    const console = await this.consoleOf(username);
    await console.post('/api/user/topup', nothing, { key: code ?? '' });
    return { username, key: await this.token(username, 'crash'), credits };
  }

  /** The key of a new token without limit, under a name of its own. */
  async token(username: string, name: string): Promise<string> {
    return makeToken(await this.consoleOf(username), name);
  }

  /**
   * One more model that the same provider serves, priced by tokens: `ratio` a token of the prompt, `completionRatio` times as much one of the answer; over
   * a channel of each of `types`.
   */
  async modelByTokens(
    model: string,
    { ratio, completionRatio }: { readonly ratio: number; readonly completionRatio: number },
    types: readonly ('openai' | 'anthropic')[] = ['openai'],
  ): Promise<void> {
    const root = await this.root();
    await root.put('/api/option/', nothing, { key: 'ModelRatio', value: JSON.stringify({ [model]: ratio }) });
    await root.put('/api/option/', nothing, {
      key: 'CompletionRatio',
      value: JSON.stringify({ [model]: completionRatio }),
    });
    for (const type of types) await makeChannel(root, { name: model, type, baseUrl: this.upstream.url, models: model });
  }

  consoleOf(username: string): Promise<ConsoleClient> {
    return ConsoleClient.signedIn(this.#product.url, username, PASSWORD);
  }

  async account({ username }: Spender): Promise<{ readonly quota: number; readonly used: number }> {
    const { quota, used_quota: used } = await (await this.consoleOf(username)).get('/api/user/self', account);
    return { quota, used };
  }

  async charges({ username }: Spender): Promise<readonly ChargeRow[]> {
    const console = await this.consoleOf(username);
    const rows: ChargeRow[] = [];
    for (let page = 1; ; page += 1) {
      const { items, total } = await console.get(
        `/api/log/self/?p=${page}&page_size=100&type=${LOG_TYPE.consumption}`,
        logPage,
      );
      rows.push(
        ...items.map(({ quota, prompt_tokens: serial, other }) => ({
          quota,
          serial,
          interrupted: other.includes('"interrupted":true'),
        })),
      );
      if (items.length === 0 || rows.length >= total) return rows;
    }
  }
}
