import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

const STORAGE_KEY = 'aff';

/** The inviter's code in the address is kept, so that it survives the way to the registration (docs/console.md#sign-in). */
export function useInviter(): string {
  const [params] = useSearchParams();
  const code = params.get('aff');
  useEffect(() => {
    if (code) localStorage.setItem(STORAGE_KEY, code);
  }, [code]);
  return code ?? localStorage.getItem(STORAGE_KEY) ?? '';
}
