import { useStatus } from '../status/status-api.ts';
import { useAction } from '../ui/use-action.ts';
import { authorizeAddress, type PageProvider } from './authorize.ts';
import { useOutsideStateMutation } from './outside-api.ts';

/** Leads to a provider's page, in this window: what it leads back to goes on from there (docs/console.md#accounts-with-providers). */
export function useProviderPage(): {
  /** @param aff the inviter's code, '' for none */
  readonly go: (provider: PageProvider, aff: string) => Promise<void>;
  readonly busy: boolean;
} {
  const { github_client_id: github, linuxdo_client_id: linuxdo } = useStatus();
  const [begin] = useOutsideStateMutation();
  const { run, busy } = useAction(begin);
  const go = async (provider: PageProvider, aff: string): Promise<void> => {
    const state = await run({ aff });
    if (state !== undefined)
      window.location.assign(authorizeAddress(provider, provider === 'github' ? github : linuxdo, state));
  };
  return { go, busy };
}
