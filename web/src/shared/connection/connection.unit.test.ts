import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Connection, nextDelayMs } from './connection.ts';

describe('the next try', () => {
  it('follows after 1 to 15 s', () => {
    expect([0, 1, 2, 3, 4, 5, 100].map(nextDelayMs)).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  });
});

describe('a connection', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** When the server was asked, in seconds since the loss; it answers from `answersFromS` on. */
  function world({ answersFromS = Number.POSITIVE_INFINITY, hangs = false } = {}) {
    const startMs = Date.now();
    const passedS = (): number => (Date.now() - startMs) / 1000;
    const place = { isInSight: true, answersFromS, hangs };
    const asked: number[] = [];
    const versions: (string | undefined)[] = [];
    const connection = new Connection({
      ask: (signal) => {
        asked.push(passedS());
        if (passedS() >= place.answersFromS) return Promise.resolve('2.0.0');
        if (!place.hangs) return Promise.reject(new TypeError('Failed to fetch'));
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('over')));
        });
      },
      onVersion: (version) => versions.push(version),
      isInSight: () => place.isInSight,
      nowMs: Date.now,
    });
    return { connection, asked, versions, place };
  }

  it('is asked for until it is back, and no longer', async () => {
    const { connection, asked, versions } = world({ answersFromS: 20 });
    connection.lost();
    connection.lost();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual([1, 3, 7, 15, 30]);
    expect([connection.isLost, versions]).toEqual([false, ['2.0.0']]);
  });

  it('is asked for at once when there is hope, one try at a time, and once more where hope came during one', async () => {
    const { connection, asked, place } = world({ hangs: true });
    connection.lost();
    await jest.advanceTimersByTimeAsync(500);
    connection.hopeful();
    connection.hopeful();
    await jest.advanceTimersByTimeAsync(9_000);
    expect(asked).toEqual([0.5]);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(asked).toEqual([0.5, 10.5]);
    place.answersFromS = 0;
    await jest.advanceTimersByTimeAsync(20_000);
    expect(connection.isLost).toBe(false);
  });

  it('is not asked for in a hidden tab, and at once when it is seen again', async () => {
    const { connection, asked, place } = world();
    place.isInSight = false;
    connection.lost();
    await jest.advanceTimersByTimeAsync(100_000);
    connection.hopeful();
    expect(asked).toEqual([]);
    place.isInSight = true;
    connection.hopeful();
    expect(asked).toEqual([100]);
  });

  it('is not lost by the word of the browser alone', async () => {
    const { connection, asked, place } = world({ answersFromS: 0 });
    connection.doubtful();
    await jest.advanceTimersByTimeAsync(10);
    expect([asked, connection.isLost]).toEqual([[0], false]);
    place.answersFromS = 100;
    connection.doubtful();
    await jest.advanceTimersByTimeAsync(10);
    expect(connection.isLost).toBe(true);
  });

  it('that is lost again within 15 s is asked for no sooner than before', async () => {
    const { connection, asked } = world();
    connection.lost();
    await jest.advanceTimersByTimeAsync(3_500);
    connection.answered();
    connection.lost();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(asked).toEqual([1, 3, 7.5]);
    connection.answered();
    await jest.advanceTimersByTimeAsync(15_500);
    connection.lost();
    await jest.advanceTimersByTimeAsync(1_500);
    expect(asked).toEqual([1, 3, 7.5, 25]);
  });

  it('lets who waits go on when it is back, or when nobody wants it any more', async () => {
    const { connection } = world();
    await connection.back();
    connection.lost();
    const [left, gone] = [new AbortController(), new AbortController()];
    gone.abort();
    const went: string[] = [];
    void connection.back(left.signal).then(() => went.push('left'));
    void connection.back(gone.signal).then(() => went.push('gone'));
    void connection.back().then(() => went.push('back'));
    await jest.advanceTimersByTimeAsync(1);
    expect(went).toEqual(['gone']);
    left.abort();
    await jest.advanceTimersByTimeAsync(1);
    expect(went).toEqual(['gone', 'left']);
    connection.answered();
    await jest.advanceTimersByTimeAsync(1);
    expect(went).toEqual(['gone', 'left', 'back']);
  });
});
