import { type RefObject, useEffect, useRef } from 'react';

/** Of a row that is open as the list comes, since its address has it: it is moved into sight, with the least scrolling. */
export function useInSight<Element extends HTMLElement>(isOpen: boolean): RefObject<Element | null> {
  const row = useRef<Element>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current) row.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return row;
}
