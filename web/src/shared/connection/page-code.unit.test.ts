import { describe, expect, it, jest } from '@jest/globals';
import { CodeGone, loadedCode } from './page-code.ts';

/** `answers`: whether the server does, at each question. */
function world(answers: readonly boolean[]) {
  const left = [...answers];
  const done: string[] = [];
  const place = {
    connection: {
      check: async () => {
        done.push('asked');
        return left.shift() ?? true;
      },
      back: async () => void done.push('waited'),
    },
    release: { incomplete: () => void done.push('incomplete') },
  };
  return { place, done };
}

const failing = (times: number) => {
  let left = times;
  return jest.fn(async () => {
    left -= 1;
    if (left >= 0) throw new TypeError('Failed to fetch dynamically imported module');
    return 'page';
  });
};

describe('code that comes on demand', () => {
  it('is loaded once where it comes', async () => {
    const { place, done } = world([]);
    const load = failing(0);
    expect([await loadedCode(load, place), load.mock.calls.length, done]).toEqual(['page', 1, []]);
  });

  it('waits for the connection and is loaded then, as often as that takes', async () => {
    const { place, done } = world([false, false]);
    expect(await loadedCode(failing(2), place)).toBe('page');
    expect(done).toEqual(['asked', 'waited', 'asked', 'waited']);
  });

  it('is tried once more where the connection is back by then', async () => {
    const { place, done } = world([false, true]);
    expect(await loadedCode(failing(2), place)).toBe('page');
    expect(done).toEqual(['asked', 'waited', 'asked']);
  });

  it('is gone where the server answers and does not have it', async () => {
    const { place, done } = world([true, true]);
    const load = failing(9);
    await expect(loadedCode(load, place)).rejects.toThrow(CodeGone);
    expect([load.mock.calls.length, done]).toEqual([2, ['asked', 'asked', 'incomplete']]);
  });
});
