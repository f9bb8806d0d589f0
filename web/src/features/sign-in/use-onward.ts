import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSession } from '../../shared/session/use-session.ts';
import { afterSignIn } from './after-sign-in.ts';

/** Where somebody is led on to who opens a page for signing in and is signed in already; who signs in on it goes his own way. */
export function useOnward(): string | undefined {
  const { user } = useSession();
  const location = useLocation();
  const [onward] = useState(user === null ? undefined : afterSignIn(location));
  return onward;
}
