import { describe, expect, it } from '@jest/globals';
import { switching, type Switching } from './switching.ts';

type Row = { readonly id: number; readonly name: string; readonly status: number };
const row = (id: number, status: number): Row => ({ id, name: `row ${id}`, status });
const how: Switching<Row> = {
  tags: ['Token'],
  statuses: { enabled: 1, disabled: 2 },
  texts: {
    enableChosen: 'on',
    disableChosen: 'off',
    enabledChosen: (n) => `${n} on`,
    disabledChosen: (n) => `${n} off`,
  },
  request: ({ id }, status) => ({ url: '/', method: 'PUT', body: { id, status } }),
};
const [first, second] = [row(1, 1), row(2, 2)];
const rows = [first, second, row(3, 3)];

describe('switching the chosen rows', () => {
  it.each([
    [true, 'on', '3 on', 1],
    [false, 'off', '3 off', 2],
  ])('on: %p', (enables, title, success, status) => {
    const plan = switching(how, rows, enables);
    expect([plan.title, plan.success(3), plan.tags, plan.keyOf(first), plan.nameOf(first)]).toEqual([
      title,
      success,
      ['Token'],
      '1',
      'row 1',
    ]);
    expect(plan.request(first)).toMatchObject({ body: { id: 1, status } });
  });

  it('is taken back for those alone that were the other way, once', () => {
    const back = switching(how, rows, true).undo?.(rows);
    expect(back?.rows.map(({ id }) => id)).toEqual([2, 3]);
    expect(back?.request(second)).toMatchObject({ body: { id: 2, status: 2 } });
    expect(back?.undo?.(rows)).toBeUndefined();
    expect(
      switching(how, rows, false)
        .undo?.(rows)
        ?.rows.map(({ id }) => id),
    ).toEqual([1]);
    expect(switching(how, [row(2, 2)], false).undo?.([row(2, 2)])).toBeUndefined();
  });
});
