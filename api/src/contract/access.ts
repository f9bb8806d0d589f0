import { ROLE } from '@ledgate/domain/catalogue/roles';
import type { InDemo } from './demo.ts';
import type { Permission } from '@ledgate/domain/catalogue/permissions';

/** Who may call (docs/behaviour.md#who-may-call): everybody; everybody, the identity being used if there is one; who has the role, or a higher one. */
export type Level = 'public' | 'try_user' | 'user' | 'admin' | 'root';

/**
 * Who may make a call. `opens`: it is open to who holds one of these, whatever his role. `inDemo`: what becomes of it on a demo site, where that does not go by
 * its method.
 */
export type Access = { readonly level: Level; readonly opens?: readonly Permission[]; readonly inDemo?: InDemo };

const ROLE_NEEDED: Readonly<Record<Level, number>> = { public: 0, try_user: 0, ...ROLE };

/** Whether somebody who is signed in may make a call. */
export const mayCall = (
  { level, opens = [] }: Access,
  { role, permissions }: { readonly role: number; readonly permissions: readonly string[] },
): boolean => role >= ROLE_NEEDED[level] || opens.some((permission) => permissions.includes(permission));
