import { describe, expect, it } from '@jest/globals';
import { firstLine, type LineKind } from './line-order.ts';

const IN_ORDER: readonly LineKind[] = ['lost', 'elsewhere', 'paused', 'password', 'release', 'notice', 'demo'];
const holding = (...kinds: readonly LineKind[]) =>
  Object.fromEntries(IN_ORDER.map((kind) => [kind, kinds.includes(kind)])) as Record<LineKind, boolean>;

describe('the line under the top bar', () => {
  it.each(IN_ORDER.map((kind, index) => [kind, IN_ORDER.slice(index)] as const))(
    'says %s before what comes after it',
    (kind, there) => expect(firstLine(holding(...there), { isBarred: false })).toBe(kind),
  );

  it('says nothing where there is nothing', () => expect(firstLine(holding(), { isBarred: false })).toBeUndefined());

  it('says of a barred account that the connection is lost, and nothing else', () => {
    expect(firstLine(holding(...IN_ORDER), { isBarred: true })).toBe('lost');
    expect(firstLine(holding(...IN_ORDER.slice(1)), { isBarred: true })).toBeUndefined();
  });
});
