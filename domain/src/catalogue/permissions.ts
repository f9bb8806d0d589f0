/**
 * What root gives a user beside his role (docs/behaviour.md#who-may-call). `finance` reads money, `bookkeeping` writes it too. The names are stored and
 * sent.
 */
export const PERMISSIONS = ['finance', 'bookkeeping'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Of the comma text that is stored; names of a later release are left out. */
export const permissionsIn = (text: string): Permission[] =>
  PERMISSIONS.filter((permission) => text.split(',').includes(permission));
