/** Providers with a page of their own, which leads back to one of ours. */
export type PageProvider = 'github' | 'linuxdo';

/** Where a provider asks whether we may know who somebody is: GitHub docs, "Authorizing OAuth apps"; LinuxDO Connect. */
export function authorizeAddress(provider: PageProvider, clientId: string, state: string): string {
  return provider === 'github'
    ? `https://github.com/login/oauth/authorize?${String(new URLSearchParams({ client_id: clientId, state, scope: 'user:email' }))}`
    : `https://connect.linux.do/oauth2/authorize?${String(new URLSearchParams({ response_type: 'code', client_id: clientId, state }))}`;
}
