import type { ReactElement } from 'react';
import { useSelector } from 'react-redux';
import { selectHalt } from '../../shared/session/session-slice.ts';
import { useSession } from '../../shared/session/use-session.ts';
import { Nothing, onDemand } from '../../shared/ui/on-demand.tsx';

const SignInOver = onDemand(
  async () => (await import('../../features/sign-in/components/sign-in-over.tsx')).SignInOver,
);
const Elsewhere = onDemand(async () => (await import('./elsewhere.tsx')).Elsewhere, Nothing);

/** What stands over the page while this tab does not go on: a sign-in, or, where a drawer covers the line that says so, who signed in elsewhere. */
export function Halts(): ReactElement | null {
  const { user } = useSession();
  const halt = useSelector(selectHalt);
  if (halt?.by === 'elsewhere') return <Elsewhere key={halt.user?.id ?? 0} halt={halt} name={user?.username ?? ''} />;
  if (halt?.by !== 'interrupted' || !user) return null;
  return <SignInOver user={user} other={halt.other} />;
}
