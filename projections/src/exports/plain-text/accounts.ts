/**
 * The parts of the name that an account of the chart has in plain-text accounting, as hledger has them (docs/exports.md#accounts). Throws for another account.
 */
export function partsOf(account: string): readonly string[] {
  const user = /^user:(\d+):(wallet|earnings)$/.exec(account);
  if (user !== null) return ['liabilities', user[2] === 'wallet' ? 'prepaid' : 'earnings', 'user', user[1] ?? ''];
  if (account.startsWith(CASH)) return ['assets', 'cash', slugOf(account.slice(CASH.length))];
  const parts = OTHERS[account];
  if (parts === undefined) throw new Error(`no account of the chart: ${account}`);
  return parts;
}

const CASH = 'cash:';

const OTHERS: Readonly<Record<string, readonly string[]>> = {
  'codes:outstanding': ['liabilities', 'codes'],
  'codes:claimed': ['liabilities', 'clearing', 'codes'],
  'topups:claimed': ['liabilities', 'clearing', 'topups'],
  'refunds:claimed': ['liabilities', 'clearing', 'refunds'],
  promotion: ['expenses', 'promotion'],
  adjustment: ['expenses', 'adjustment'],
  revenue: ['revenue', 'usage'],
  suspense: ['revenue', 'suspense'],
  breakage: ['revenue', 'breakage'],
};

/** In small letters, all but `a` to `z` and digits as `-`; what was neither that nor `-` is said behind it by its code point in hexadecimal. */
function slugOf(name: string): string {
  const letters = [...name];
  const slug = letters.map((letter) => (PLAIN.test(letter.toLowerCase()) ? letter.toLowerCase() : '-')).join('');
  const replaced = letters.filter((letter) => !PLAIN.test(letter) && letter !== '-');
  return [slug, ...replaced.map((letter) => letter.codePointAt(0)?.toString(16) ?? '')].join('-');
}

const PLAIN = /^[a-z0-9]$/;
