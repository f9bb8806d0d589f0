import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeSettled } from '../testing/close-settled.ts';
import { completion, sendJson } from '../testing/fake-upstream.ts';
import { RelayFixture } from '../testing/relay-fixture.ts';
import { encodingOf, type TokenCounter } from '../usage/token-counter.ts';
import { WorkerTokenCounter } from '../usage/worker-token-counter.ts';

const CHARACTERS = 100_000;
/** Eight characters of one kind are a token. */
const CHARACTERS_TOKENS = CHARACTERS / 8;
/** Three for the answer, three for the message, one for its role. */
const AROUND_TOKENS = 7;
/** More than any promise between a counter and its answer takes. */
const MICROTASKS = 100;

/** The real counter, whose answer for a long text is kept back until `release`. */
class HeldCounter implements TokenCounter {
  /** Long texts given to the counter. */
  begun = 0;
  /** Whether the count of a long text was there before anything else could run: then everything else has stood still for it. */
  stoodStill = false;
  readonly real = new WorkerTokenCounter();
  release = (): void => undefined;
  readonly #released = new Promise<void>((resolve) => {
    this.release = resolve;
  });

  readonly count: TokenCounter['count'] = async (encoding, texts) => {
    const counting = this.real.count(encoding, texts);
    if (texts.every(({ length }) => length < CHARACTERS)) return counting;
    this.begun += 1;
    let isCounted = false;
    void counting.then(() => {
      isCounted = true;
    });
    for (let task = 0; task < MICROTASKS; task += 1) await undefined;
    this.stoodStill = isCounted;
    await this.#released;
    return counting;
  };
}

describe('a prompt of a hundred thousand characters whose upstream tells no usage', () => {
  let counter: HeldCounter;
  let relay: RelayFixture;

  beforeEach(async () => {
    counter = new HeldCounter();
    // Its thread has read its tables: on a busy machine that alone could take so long that an estimate is taken instead.
    await counter.real.count(encodingOf('gpt-4o'), ['a']);
    relay = await RelayFixture.open({ counter });
    relay.upstream.play = (response, { text }) =>
      sendJson(response, text.length > CHARACTERS ? completion(null, 'a b c') : completion());
  });
  afterEach(async () => {
    await closeSettled(relay);
    await counter.real.close();
  });

  it('is counted beside other calls: they are answered meanwhile, and it is charged to the token', async () => {
    const long = relay.chat({ messages: [{ role: 'user', content: 'a'.repeat(CHARACTERS) }] });
    await relay.until(() => counter.begun === 1);
    expect((await relay.chat()).status).toBe(200);
    expect(relay.cashier.charges.map(({ usage }) => usage.source)).toEqual(['provider']);
    expect(counter.stoodStill).toBe(false);
    counter.release();
    expect(await long).toMatchObject({ status: 200, whole: true });
    expect(relay.cashier.charges.at(-1)?.usage).toMatchObject({
      source: 'counted',
      prompt: CHARACTERS_TOKENS + AROUND_TOKENS,
      completion: 3,
    });
  });
});
