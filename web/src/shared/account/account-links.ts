/** Tabs of a person's page; `facts` is there without one being named. */
export const ACCOUNT_TABS = ['facts', 'statement', 'ledger'] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];

/** The page of one person, for administrators: his facts, or another tab with what is chosen on it. */
export function accountPath(
  userId: number,
  tab: AccountTab = 'facts',
  chosen: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({ ...(tab === 'facts' ? {} : { tab }), ...chosen }).toString();
  return `/user/${userId}${query === '' ? '' : `?${query}`}`;
}

/** Where one person is looked at: of a closed account nothing but its entries is left. */
export const personPath = ({ id, DeletedAt }: { readonly id: number; readonly DeletedAt: string | null }): string =>
  accountPath(id, DeletedAt === null ? 'facts' : 'statement');

/**
 * Where the wallet's page of a person is now, which had him in `?user=`; undefined where it is one's own. Who is no administrator does not find the page
 * there, as the server would refuse it.
 */
export function movedFromWallet(search: string, tab: AccountTab, ownId: number | undefined): string | undefined {
  const { user, ...chosen } = Object.fromEntries(new URLSearchParams(search));
  const id = Number(user);
  return Number.isSafeInteger(id) && id > 0 && id !== ownId ? accountPath(id, tab, chosen) : undefined;
}
