import { ROLE } from '@ledgate/domain/catalogue/roles';
import type { UserRow } from '@ledgate/projections/directory/rows';
import type { Problem } from '../http/problem.ts';

/** Only root may touch his equals; everybody else only who stands below him (docs/behaviour.md#users). */
export const rankRefusal = (caller: UserRow, target: Pick<UserRow, 'role'>): Problem | undefined =>
  caller.role >= ROLE.root || target.role < caller.role ? undefined : { code: 'rank_too_low' };
