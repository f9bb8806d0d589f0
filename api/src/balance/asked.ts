import type { Position } from '@ledgate/domain/ports/event-store';
import type { Instant } from '@ledgate/projections/queries/balance-at';
import { BASES } from '../contract/balance.ts';
import { refusedAt, type Refused } from '../http/answer.ts';

type Asked = {
  readonly at_ms?: number | undefined;
  readonly basis: string;
  readonly position?: number | undefined;
};

/** The instant that a call asks for: a time, by one of two bases, or a position; without either the present. */
export function instantOf({ at_ms: atMs, basis: named, position }: Asked): Instant | Refused {
  const basis = named.trim() === '' ? BASES[0] : BASES.find((known) => known === named.trim());
  if (basis === undefined) return refusedAt('basis', { code: 'filter_unknown', choices: BASES.join(', ') });
  if (position !== undefined && atMs !== undefined)
    return refusedAt('position', { code: 'range_invalid', why: 'both' });
  if (position !== undefined) return { basis: 'position', position: position as Position };
  return atMs === undefined ? { basis: 'head' } : { basis, atMs };
}
