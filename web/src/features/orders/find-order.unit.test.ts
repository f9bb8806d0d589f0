import { describe, expect, it } from '@jest/globals';
import { findOrder, orderMadeAt } from './find-order.ts';

const NEWEST_S = 1_795_000_000;
const numberAt = (second: number, user = 2): string => `USR${user}NOa1Bc4D${second}`;

/** A list with an order every 10 s, and how many of its pages were asked for. */
function listOf(count: number, size: number) {
  const rows = Array.from({ length: count }, (_, index) => {
    const second = NEWEST_S - index * 10;
    return { trade_no: numberAt(second), create_time: second };
  });
  const asked: number[] = [];
  const ask = async (page: number) => {
    asked.push(page);
    return { rows: rows.slice((page - 1) * size, page * size), pages: Math.ceil(count / size) };
  };
  return { rows, asked, ask };
}

describe('an order of another page', () => {
  it('says when it was made', () => {
    expect(orderMadeAt('USR3NOa1Bc4D1794980000')).toBe(1_794_980_000);
    expect(['', '7', 'row:7', 'USR3NO1794980000x', 'NOa1Bc4D1794980000'].map(orderMadeAt)).toEqual(
      Array.from({ length: 5 }, () => undefined),
    );
  });

  it.each([0, 9, 10, 4_321, 99_989, 99_999])('is found among 100,000 in a few calls: the %dth', async (index) => {
    const { rows, asked, ask } = listOf(100_000, 10);
    expect(await findOrder(rows[index]?.trade_no ?? '', ask)).toBe(Math.floor(index / 10) + 1);
    expect(asked.length).toBeLessThanOrEqual(16);
  });

  it('is found beside where its second stands', async () => {
    const { rows, ask } = listOf(100, 10);
    const moved = rows[37];
    const late = { trade_no: numberAt((moved?.create_time ?? 0) - 25), create_time: (moved?.create_time ?? 0) - 25 };
    rows[37] = late;
    expect(await findOrder(late.trade_no, ask)).toBe(4);
  });

  it.each([
    ['of no order', '7', 0],
    ['newer than all', numberAt(NEWEST_S + 5), 3],
    ['older than all', numberAt(NEWEST_S - 999_999), 16],
    ['between two', numberAt(NEWEST_S - 4_321), 16],
  ])('is on no page: %s', async (_what, number, callsMax) => {
    const { asked, ask } = listOf(1_000, 10);
    expect(await findOrder(number, ask)).toBeUndefined();
    expect(asked.length).toBeLessThanOrEqual(callsMax);
    expect(asked.every((page) => page >= 1 && page <= 102)).toBe(true);
  });

  it('is on no page of an empty list', async () => {
    const { ask } = listOf(0, 10);
    expect(await findOrder(numberAt(NEWEST_S), ask)).toBeUndefined();
  });
});
