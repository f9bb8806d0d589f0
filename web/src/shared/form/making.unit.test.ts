import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiError } from '../api/api-error.ts';
import { Making } from './making.ts';

type Body = { readonly name: string };

const lost: ApiError = { kind: 'network', status: 0, message: 'cut off', requestId: undefined };
const reused: ApiError = { kind: 'refused', status: 200, message: '', requestId: 'r', code: 'command_id_reused' };

let making: Making<string>;
let asked: { readonly name: string; readonly command_id: string }[];
/** What the next calls end with: undefined is an answer. */
let ends: (ApiError | undefined)[];
beforeEach(() => {
  making = new Making();
  asked = [];
  ends = [];
});

const send = (...names: readonly string[]): Promise<readonly string[] | ApiError> =>
  making
    .all(
      names.map((name): Body => ({ name })),
      async (body) => {
        asked.push(body);
        const end = ends.shift();
        if (end !== undefined) throw end;
        return `answer to ${body.name}`;
      },
    )
    .catch((error: ApiError) => error);
const ids = () => asked.map(({ command_id }) => command_id);

describe('what a form makes', () => {
  it('has one id while its answer is lost, whatever is changed, and another one when it is made', async () => {
    ends = [lost, lost];
    expect(await send('one')).toBe(lost);
    expect(await send('changed')).toBe(lost);
    expect(await send('one')).toEqual(['answer to one']);
    expect(await send('one')).toEqual(['answer to one']);
    const [first, second, third, fourth] = ids();
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
  });

  it('has an id a part, and asks no part again that was answered', async () => {
    ends = [undefined, lost];
    expect(await send('a', 'b', 'c')).toBe(lost);
    expect(await send('a', 'b', 'c')).toEqual(['answer to a', 'answer to b', 'answer to c']);
    expect(asked.map(({ name }) => name)).toEqual(['a', 'b', 'b', 'c']);
    const [a, b, again, c] = ids();
    expect(again).toBe(b);
    expect(new Set([a, b, c]).size).toBe(3);
  });

  it('asks anew for a part that was answered and is changed', async () => {
    ends = [undefined, lost];
    await send('a', 'b');
    await send('changed', 'b');
    expect(asked.map(({ name }) => name)).toEqual(['a', 'b', 'changed', 'b']);
    expect(ids()[2]).not.toBe(ids()[0]);
  });

  it('is another one after it was refused because the first was made', async () => {
    ends = [lost, reused];
    await send('first');
    expect(await send('changed')).toBe(reused);
    await send('changed');
    expect(ids()[1]).toBe(ids()[0]);
    expect(ids()[2]).not.toBe(ids()[0]);
  });
});
