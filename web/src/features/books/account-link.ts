const TOP_UPS = '1';
const CHARGES = '2';
const ADJUSTMENTS = '3';
const GIFTS = '4';

/**
 * Where the entries stand that make up a line of the trial balance: the users' balances with their statements, the codes, or the rows of the logs of
 * the same range. undefined where no page shows them.
 */
export function accountLink(account: string, range: string): string | undefined {
  const logs = (type: string): string => `/log?${new URLSearchParams({ type, range }).toString()}`;
  if (account.startsWith('user:')) return '/user';
  if (account.startsWith('cash:')) return logs(TOP_UPS);
  switch (account) {
    case 'revenue':
    case 'suspense':
      return logs(CHARGES);
    case 'adjustment':
      return logs(ADJUSTMENTS);
    case 'promotion':
      return logs(GIFTS);
    case 'codes:claimed':
    case 'topups:claimed':
      return logs(TOP_UPS);
    case 'codes:outstanding':
      return '/redemption';
    default:
      return undefined;
  }
}
