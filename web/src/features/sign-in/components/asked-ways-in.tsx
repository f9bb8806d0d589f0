import { useStatus } from '../../../shared/status/status-api.ts';
import { onDemand } from '../../../shared/ui/on-demand.tsx';

/** Its code comes where the operator has one of them. */
export const WaysIn = onDemand(async () => (await import('./ways-in.tsx')).WaysIn);

export function useHasWays(): boolean {
  const { github_oauth: a, linuxdo_oauth: b, wechat_login: c, telegram_oauth: d } = useStatus();
  return a || b || c || d;
}
