import { useEffect, useState } from 'react';

/** Unix seconds at the time the component appeared; with `everyMs` it goes on in these steps. */
export function useNow(everyMs?: number): number {
  const [now, setNow] = useState(() => Date.now() / 1000);
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const timer = setInterval(() => setNow(Date.now() / 1000), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
