import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Request, Response } from 'express';
import { CallMarks, callerLimits } from './caller-limits.ts';

type Shown = { readonly from?: string; readonly shows?: string };

/** Whom each session proves, how often each was asked for, and what a call is answered: 'in', or the seconds it has to wait. */
class Door {
  readonly people = new Map<string, number>();
  readonly asked: string[] = [];
  readonly marks = new CallMarks();
  isLost = false;
  readonly #limits;

  constructor(addressCalls: string, personCalls: string) {
    this.#limits = callerLimits(
      { GLOBAL_API_RATE_LIMIT: addressCalls, SESSION_API_RATE_LIMIT: personCalls },
      {
        shownBy: ({ headers }) => headers.cookie,
        provedBy: async ({ headers: { cookie = '' } }) => {
          this.asked.push(cookie);
          if (this.isLost) throw new Error('the database is gone');
          return this.people.get(cookie);
        },
      },
      this.marks,
    );
  }

  call({ from = '10.0.0.1', shows }: Shown, mark?: 'critical' | 'ending'): Promise<'in' | number> {
    const request = { ip: from, headers: shows === undefined ? {} : { cookie: shows } } as Request;
    if (mark !== undefined) this.marks[mark](request, {} as Response, () => undefined);
    return new Promise((resolve, reject) => {
      let seconds = 0;
      const response = {
        status: (status: number) => (expect(status).toBe(429), response),
        setHeader: (name: string, value: string) => {
          expect(name).toBe('Retry-After');
          seconds = Number(value);
          return response;
        },
        end: () => resolve(seconds),
      };
      this.#limits(request, response as unknown as Response, (error?: unknown) =>
        error ? reject(error) : resolve('in'),
      );
    });
  }

  async calls(count: number, shown: Shown): Promise<('in' | number)[]> {
    const answers: ('in' | number)[] = [];
    for (let made = 0; made < count; made += 1) answers.push(await this.call(shown));
    return answers;
  }
}

let nowMs = 0;
beforeEach(() => {
  nowMs = 5_000;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => void jest.restoreAllMocks());

describe('a call of somebody who is signed in', () => {
  it('counts for him, with all that he shows and wherever from, and not for his address', async () => {
    const door = new Door('2/60', '4/60');
    door.people.set('laptop', 7).set('phone', 7).set('hers', 8);
    expect(await door.calls(3, {})).toEqual(['in', 'in', 60]);
    expect(await door.calls(2, { shows: 'laptop' })).toEqual(['in', 'in']);
    expect(await door.calls(2, { shows: 'phone', from: '10.0.0.2' })).toEqual(['in', 'in']);
    expect([await door.call({ shows: 'laptop' }), await door.call({ shows: 'phone' })]).toEqual([60, 60]);
    expect(await door.call({ shows: 'hers' })).toBe('in');
    expect(await door.calls(2, { from: '10.0.0.2' })).toEqual(['in', 'in']);
  });

  it('is refused unasked, but for once a second, when he has no more calls', async () => {
    const door = new Door('100/60', '2/60');
    door.people.set('his', 7);
    expect(await door.calls(12, { shows: 'his' })).toEqual(['in', 'in', ...Array.from({ length: 10 }, () => 60)]);
    expect(door.asked).toHaveLength(2);
    nowMs += 1_000;
    await door.calls(5, { shows: 'his' });
    expect(door.asked).toHaveLength(3);
    door.people.delete('his');
    nowMs += 1_000;
    expect(await door.call({ shows: 'his' })).toBe('in');
  });

  it('that ends sessions counts for its address where he has no more', async () => {
    const door = new Door('2/60', '1/60');
    door.people.set('stolen', 7).set('new', 7);
    expect(await door.calls(2, { shows: 'stolen', from: '10.6.6.6' })).toEqual(['in', 60]);
    expect([await door.call({ shows: 'new' }), await door.call({ shows: 'new' }, 'ending')]).toEqual([60, 'in']);
    expect([await door.call({ shows: 'new' }, 'ending'), await door.call({ shows: 'new' }, 'ending')]).toEqual([
      'in',
      60,
    ]);
  });

  it('counts for its address where it is critical, and nobody is asked who he is', async () => {
    const door = new Door('1/60', '0');
    door.people.set('his', 7);
    expect([await door.call({ shows: 'his' }, 'critical'), await door.call({ shows: 'his' }, 'critical')]).toEqual([
      'in',
      60,
    ]);
    expect(door.asked).toEqual([]);
    expect(await door.call({ shows: 'his' })).toBe('in');
  });
});

describe('a call that proves nobody, whatever it shows', () => {
  it('counts for its address, and beyond the limit is refused unasked', async () => {
    const door = new Door('3/60', '100/60');
    door.people.set('his', 7);
    expect(await door.call({})).toBe('in');
    for (const shows of ['forged 1', 'forged 2']) expect(await door.call({ shows })).toBe('in');
    expect([await door.call({ shows: 'forged 3' }), await door.call({})]).toEqual([60, 60]);
    const asked = door.asked.length;
    expect(await door.calls(5, { shows: 'forged 4' })).toEqual([60, 60, 60, 60, 60]);
    expect(door.asked).toHaveLength(asked);
    expect(await door.call({ shows: 'forged 5', from: '10.0.0.2' })).toBe('in');
  });

  it('does not keep out who was seen to be signed in before', async () => {
    const door = new Door('2/60', '100/60');
    door.people.set('his', 7);
    await door.call({ shows: 'his' });
    await door.calls(4, { shows: 'forged' });
    expect(await door.call({ shows: 'his' })).toBe('in');
    door.people.delete('his');
    expect(await door.calls(2, { shows: 'his' })).toEqual([60, 60]);
  });

  it('is asked for no more often than its address may call, however many come at once', async () => {
    const door = new Door('3/60', '100/60');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_none, index) => door.call({ shows: `forged ${index}` })),
    );
    expect(answers.filter((answer) => answer === 'in')).toHaveLength(3);
    expect(door.asked).toHaveLength(3);
  });

  it('is not made cheap by what a person without calls shows anew each time', async () => {
    const door = new Door('3/60', '1/60');
    for (let number = 0; number < 20; number += 1) door.people.set(`token ${number}`, 7);
    for (let number = 0; number < 20; number += 1) await door.call({ shows: `token ${number}` });
    expect(door.asked.length).toBeLessThanOrEqual(4);
  });
});

it('while the directory cannot be read a call counts for whom it proved before, else for its address', async () => {
  const door = new Door('2/60', '3/60');
  door.people.set('his', 7);
  await door.call({ shows: 'his' });
  door.isLost = true;
  expect(await door.calls(3, { shows: 'new' })).toEqual(['in', 'in', 60]);
  expect(await door.calls(3, { shows: 'his' })).toEqual(['in', 'in', 60]);
});

it('without limits nobody is asked for', async () => {
  const door = new Door('0', '0');
  expect(await door.calls(3, { shows: 'his' })).toEqual(['in', 'in', 'in']);
  expect(door.asked).toEqual([]);
});
