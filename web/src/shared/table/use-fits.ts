import { useLayoutEffect, useState } from 'react';

/** Whether what stands in the frame is no wider than it; true until there is something. Asked again whenever one of the two changes its size. */
export function useFits(): { readonly fits: boolean; readonly frame: (element: HTMLElement | null) => void } {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [fits, setFits] = useState(true);
  useLayoutEffect(() => {
    const content = element?.firstElementChild;
    if (!element || !content) return undefined;
    const measure = (): void => setFits(content.getBoundingClientRect().width <= element.clientWidth + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(content);
    return () => observer.disconnect();
  }, [element]);
  return { fits, frame: setElement };
}
