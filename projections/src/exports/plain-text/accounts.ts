/**
 * An account of the chart as plain-text accounting names it, from the outside in; hledger's form of it (docs/exports.md#accounts). What the chart does not know
 * is a fault.
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

/**
 * In small letters, all but `a` to `z` and digits as `-`; what was no `-` before is said behind it by its code point in hexadecimal, so that two names never
 * become one.
 */
function slugOf(name: string): string {
  const small = [...name.toLowerCase()];
  const slug = small.map((letter) => (PLAIN.test(letter) ? letter : '-')).join('');
  const replaced = small.filter((letter) => !PLAIN.test(letter) && letter !== '-');
  return [slug, ...replaced.map((letter) => letter.codePointAt(0)?.toString(16) ?? '')].join('-');
}

const PLAIN = /^[a-z0-9]$/;
