import { useCallback } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { useSignOutMutation } from '../../shared/session/self-api.ts';
import { left, selectHalt } from '../../shared/session/session-slice.ts';

/** Ends the session and leads to sign-in. A session that is another person's by now stays, and so does who is stored: the page is loaded again for him. */
export function useSignOut(): () => Promise<void> {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const halt = useSelector(selectHalt);
  const [signOut] = useSignOutMutation();
  return useCallback(async () => {
    const { error } = halt?.by === 'elsewhere' ? { error: { kind: 'elsewhere' } } : await signOut();
    if (error && 'kind' in error && error.kind === 'elsewhere') return window.location.reload();
    dispatch(left());
    await navigate('/login', { replace: true });
  }, [halt, signOut, dispatch, navigate]);
}
