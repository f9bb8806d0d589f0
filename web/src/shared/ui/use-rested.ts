import { useEffect, useState } from 'react';

const WAIT_MS = 250;

/** A value once it has rested for 250 ms, the first one at once: typing never waits for the server. Told apart by identity. */
export function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), WAIT_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
