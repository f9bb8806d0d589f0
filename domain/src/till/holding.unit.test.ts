import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LeaseId, RequestId, TillId, TokenId, UserId } from '../shared/ids.ts';
import { quota } from '../shared/quota.ts';
import { LeaseHolding } from './holding.ts';

const holding = (amount: number) =>
  new LeaseHolding({
    leaseId: 'l' as LeaseId,
    tillId: 't' as TillId,
    accountId: 2 as UserId,
    tokenId: null,
    amount: quota(amount),
  });
const [a, b] = ['a' as RequestId, 'b' as RequestId];
const token = 5 as TokenId;
const q = quota;

describe('a holding', () => {
  it('reserves what is free and not a unit more', () => {
    const lease = holding(10);
    expect(lease.reserve(a, q(7))).toBe(true);
    expect(lease.reserve(b, q(4))).toBe(false);
    expect(lease.reserve(b, q(3))).toBe(true);
    expect(lease).toMatchObject({ free: 0, reserved: 10, needed: 10, idle: false });
  });

  it("gets a reservation's rest back when the charge is acknowledged, not before", () => {
    const lease = holding(10);
    lease.reserve(a, q(7));
    lease.charge(a, q(2));
    expect(lease.free).toBe(3);
    lease.recorded(a, token, q(2));
    expect(lease).toMatchObject({ free: 8, consumed: 2, reserved: 0, idle: true, byToken: { 5: 2 } });
  });

  it('reserves for nothing what is charged for nothing, and is not idle until then', () => {
    const lease = holding(0);
    expect(lease.reserve(a, q(0))).toBe(true);
    expect(lease.idle).toBe(false);
    lease.recorded(a, token, q(0));
    expect(lease).toMatchObject({ idle: true, consumed: 0 });
  });

  it('holds back a charge that exceeds its reservation at once', () => {
    const lease = holding(10);
    lease.reserve(a, q(3));
    lease.charge(a, q(12));
    expect(lease).toMatchObject({ free: 0, needed: 12 });
    expect(lease.reserve(b, q(0))).toBe(true);
    expect(lease.reserve('c' as RequestId, q(1))).toBe(false);
    lease.resized(q(15));
    expect(lease.free).toBe(3);
  });

  it('gives everything back when a request fails', () => {
    const lease = holding(10);
    lease.reserve(a, q(7));
    lease.release(a);
    expect(lease).toMatchObject({ free: 10, idle: true, consumed: 0, byToken: {} });
  });

  it('renews a reservation within what is free', () => {
    const lease = holding(10);
    lease.reserve(a, q(7));
    expect(lease.renew(a, q(11))).toBe(false);
    expect(lease.reservationOf(a)).toBe(7);
    expect(lease.renew(a, q(10))).toBe(true);
    expect(lease.renew(a, q(2))).toBe(true);
    expect(lease.free).toBe(8);
  });

  it('cannot reserve what it gives back, from the moment it begins to, whatever the outcome', () => {
    const lease = holding(10);
    lease.reserve(a, q(3));
    lease.beginLowering(q(3));
    expect(lease.free).toBe(0);
    expect(lease.reserve(b, q(1))).toBe(false);
    lease.notResized();
    expect(lease.free).toBe(7);
    lease.beginLowering(q(3));
    lease.resized(q(3));
    expect(lease).toMatchObject({ amount: 3, free: 0 });
  });

  it('is never lowered below what it needs', () => {
    const lease = holding(10);
    lease.reserve(a, q(3));
    expect(() => lease.beginLowering(q(2))).toThrow(/needs 3, not 2/);
  });

  it('knows its requests', () => {
    const lease = holding(10);
    lease.reserve(a, q(1));
    expect(() => lease.reserve(a, q(1))).toThrow(/has a reservation/);
    expect(() => lease.release(b)).toThrow(/has no reservation/);
    expect(() => lease.renew(b, q(1))).toThrow(/has no reservation/);
  });

  it('never lets more be consumed and reserved than it holds, if no charge exceeds its reservation', () => {
    const step = fc.tuple(
      fc.constantFrom('reserve', 'charge', 'record', 'release', 'renew', 'lower', 'acknowledge', 'refuse', 'raise'),
      fc.nat(7),
      fc.nat(30),
    );
    fc.assert(
      fc.property(fc.nat(60), fc.array(step, { maxLength: 60 }), (amount, steps) => {
        const lease = holding(amount);
        const running = new Map<RequestId, number>();
        let lowering: number | undefined;
        let consumed = 0;
        for (const [action, which, size] of steps) {
          const id = String(which) as RequestId;
          const reservation = running.get(id);
          if (action === 'reserve' && reservation === undefined && lease.reserve(id, q(size))) running.set(id, size);
          if (action === 'renew' && reservation !== undefined && lease.renew(id, q(size))) running.set(id, size);
          if (action === 'charge' && reservation !== undefined) lease.charge(id, q(Math.min(size, reservation)));
          if (action === 'record' && reservation !== undefined) {
            lease.recorded(id, token, q(Math.min(size, reservation)));
            consumed += Math.min(size, reservation);
            running.delete(id);
          }
          if (action === 'release' && reservation !== undefined) {
            lease.release(id);
            running.delete(id);
          }
          if (action === 'lower' && lowering === undefined) lease.beginLowering(q((lowering = lease.needed)));
          if (action === 'acknowledge' && lowering !== undefined) {
            lease.resized(q(lowering));
            lowering = undefined;
          }
          if (action === 'refuse' && lowering !== undefined) {
            lease.notResized();
            lowering = undefined;
          }
          if (action === 'raise' && lowering === undefined) lease.resized(q(lease.amount + size));
          expect(lease.needed).toBe(consumed + [...running.values()].reduce((sum, one) => sum + one, 0));
          expect(lease.needed).toBeLessThanOrEqual(Math.min(lease.amount, lowering ?? lease.amount));
          expect(lease.idle).toBe(running.size === 0);
        }
      }),
    );
  });
});
