import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  COUNT_TIMEOUT_MS,
  COUNTS_POSTED_CHARACTERS_MAX,
  COUNTS_POSTED_MAX,
  COUNTS_WAITING_MAX,
  FREE_COUNTS_WAITING_MAX,
} from '../limits.ts';
import { WorkerTokenCounter } from './worker-token-counter.ts';

type Posted = { readonly id: number; readonly texts: readonly string[] };

/** A thread that counts when it is told to: seven tokens for whatever it has. */
class SlowThread extends EventEmitter {
  readonly posted: Posted[] = [];
  #answered = 0;

  unref(): void {}

  postMessage(message: Posted): void {
    this.posted.push(message);
  }

  terminate(): Promise<number> {
    return Promise.resolve(0);
  }

  answerNext(): void {
    this.emit('message', { id: this.posted[this.#answered]?.id, tokens: 7 });
    this.#answered += 1;
  }

  get texts(): readonly string[] {
    return this.posted.flatMap(({ texts }) => texts);
  }
}

const EXACT = { tokens: 7, exact: true };
const LONG = 'x'.repeat(COUNTS_POSTED_CHARACTERS_MAX);

describe('texts that wait for the counter', () => {
  let thread: SlowThread;
  let counter: WorkerTokenCounter;
  beforeEach(() => {
    jest.useFakeTimers();
    thread = new SlowThread();
    counter = new WorkerTokenCounter(() => thread as unknown as Worker);
  });
  afterEach(async () => {
    await counter.close();
    jest.useRealTimers();
  });
  const count = (text: string, lane?: 'free') => counter.count('cl100k_base', [text], lane);

  it('are given to its thread only as many as are soon counted, the next as soon as one is', async () => {
    const counts = Array.from({ length: COUNTS_POSTED_MAX + 2 }, (_, index) => count(`${index}`));
    expect(thread.posted).toHaveLength(COUNTS_POSTED_MAX);
    thread.answerNext();
    expect(thread.posted).toHaveLength(COUNTS_POSTED_MAX + 1);
    expect(await counts[0]).toEqual(EXACT);
  });

  it('are given to it one by one where they are long', () => {
    void count('a');
    void count(LONG);
    void count('b');
    expect(thread.texts).toEqual(['a']);
    thread.answerNext();
    expect(thread.texts).toEqual(['a', LONG]);
    thread.answerNext();
    expect(thread.texts).toEqual(['a', LONG, 'b']);
  });

  it('never get there once their time is over, and do not stand in the way of later ones', async () => {
    const stuck = count(LONG);
    const late = Array.from({ length: COUNTS_WAITING_MAX }, () => count(LONG));
    jest.advanceTimersByTime(COUNT_TIMEOUT_MS);
    for (const { exact } of await Promise.all([stuck, ...late])) expect(exact).toBe(false);
    const later = count('later');
    thread.answerNext();
    expect(thread.texts).toEqual([LONG, 'later']);
    thread.answerNext();
    expect(await later).toEqual(EXACT);
  });

  it('are no more than may wait; beyond that an estimate is taken at once', async () => {
    for (let waiting = 0; waiting <= COUNTS_WAITING_MAX; waiting += 1) void count(LONG);
    expect((await count('too many')).exact).toBe(false);
  });

  it('are counted for charges first, which find their places whatever is asked for nothing', async () => {
    void count(LONG);
    for (let waiting = 0; waiting < FREE_COUNTS_WAITING_MAX; waiting += 1) void count('free', 'free');
    expect((await count('too many', 'free')).exact).toBe(false);
    const charged = count('charged');
    thread.answerNext();
    expect(thread.texts.slice(0, 3)).toEqual([LONG, 'charged', 'free']);
    thread.answerNext();
    expect(await charged).toEqual(EXACT);
  });
});
