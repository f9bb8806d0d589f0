import { describe, expect, it } from '@jest/globals';
import type { UserId } from '@ledgate/domain/shared/ids';
import { BodyMemory } from './body-memory.ts';

const userId = (id: number): UserId => id as UserId;
const memory = (): BodyMemory =>
  new BodyMemory({ bodiesBytesMax: 400, bodiesOfUserBytesMax: 400, smallBodyBytes: 10, smallBodiesOfUserBytes: 50 });

describe('the memory of bodies', () => {
  it('leaves a quarter for small bodies, however many large ones come', () => {
    const bodies = memory();
    expect(bodies.open(userId(1))?.hold(300)).toBe(true);
    expect(bodies.open(userId(2))?.hold(11)).toBe(false);
    const small = bodies.open(userId(3));
    expect(small?.hold(10)).toBe(true);
    expect(small?.hold(1)).toBe(false);
    expect(bodies.bytes).toBe(310);
  });

  it('counts what a user holds in small ones as large beyond his part', () => {
    const bodies = memory();
    bodies.open(userId(1))?.hold(295);
    const held = Array.from({ length: 6 }, () => bodies.open(userId(2))?.hold(10));
    expect(held).toEqual([true, true, true, true, true, false]);
  });
});
