/**
 * What becomes of a call where DemoSiteEnabled is on (docs/behaviour.md#demo): it goes on; it is refused; it goes on for who is not signed in, to whom it is a
 * sign-in; its body says whether it is the switch itself; its handler decides, by whether it would change something.
 */
export type InDemo = 'goes_on' | 'refused' | 'visitors' | 'own_switch' | 'decides';

type Told = { readonly method: string; readonly inDemo?: InDemo | undefined };

/** What a route says of itself; where it says nothing, reads go on, and whatever is no GET is refused. */
export const inDemoOf = ({ inDemo, method }: Told): InDemo => inDemo ?? (method === 'GET' ? 'goes_on' : 'refused');

const DEMO_SWITCH = 'DemoSiteEnabled';

/**
 * Whether a call goes no further on a demo site.
 *
 * @param body as it was sent
 */
export function isRefusedInDemo(
  spec: Told,
  { isSignedIn, body }: { readonly isSignedIn: boolean; readonly body: unknown },
): boolean {
  switch (inDemoOf(spec)) {
    case 'refused':
      return true;
    case 'visitors':
      return isSignedIn;
    case 'own_switch':
      return (body as { readonly key?: unknown } | undefined | null)?.key !== DEMO_SWITCH;
    default:
      return false;
  }
}
