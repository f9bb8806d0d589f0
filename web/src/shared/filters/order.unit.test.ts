import { describe, expect, it } from '@jest/globals';
import { orderIn, pressed, withOrder } from './order.ts';

const COLUMNS = ['id', 'quota'];

describe('the order of a list', () => {
  it.each([
    ['', undefined, 'asc'],
    ['sort=quota', 'quota', 'asc'],
    ['sort=quota&order=desc', 'quota', 'desc'],
    ['sort=quota&order=up', 'quota', 'asc'],
    ['sort=password&order=desc', undefined, 'desc'],
  ])('stands in the address: %j', (address, by, direction) => {
    expect(orderIn(new URLSearchParams(address), COLUMNS)).toEqual({ by, direction });
  });

  it('changes on the first page, and leaves the filters', () => {
    const address = new URLSearchParams('q=a&p=3&sort=id&order=desc');
    expect(withOrder(address, { by: 'quota', direction: 'asc' }).toString()).toBe('q=a&sort=quota');
    expect(withOrder(address, { by: 'quota', direction: 'desc' }).toString()).toBe('q=a&sort=quota&order=desc');
    expect(withOrder(address, { by: undefined, direction: 'asc' }).toString()).toBe('q=a');
  });

  it.each([
    [true, ['desc', 'asc', undefined]],
    [false, ['asc', 'desc', undefined]],
  ])('goes round by presses (a figure: %s)', (isFigure, directions) => {
    let order = orderIn(new URLSearchParams(), COLUMNS);
    const seen = directions.map(() => {
      order = pressed(order, 'quota', isFigure);
      return order.by === undefined ? undefined : order.direction;
    });
    expect(seen).toEqual(directions);
  });

  it('begins anew with another column', () => {
    expect(pressed({ by: 'id', direction: 'desc' }, 'quota', true)).toEqual({ by: 'quota', direction: 'desc' });
  });
});
