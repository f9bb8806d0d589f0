import { useEffect, useState } from 'react';

/** What had the focus; for an item of a menu, which disappears, the button that opened the menu. */
function origin(): HTMLElement | undefined {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role=menu]');
  const found = menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : activeElement;
  return found instanceof HTMLElement ? found : undefined;
}

let marked: HTMLElement | undefined;

/** For what opens by a step of the router: when it is drawn, what opened it may have lost the focus. The next one that opens takes it. */
export function markOrigin(): void {
  marked = origin();
}

function takeOrigin(): HTMLElement | undefined {
  const [found, before] = [origin(), marked];
  marked = undefined;
  return found === undefined || found === document.body ? before : found;
}

/** Gives the focus back to where it came from when the drawer or dialog that uses this goes away. */
export function useReturnFocus(): void {
  const [from] = useState(takeOrigin);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (from?.isConnected && (document.activeElement === null || document.activeElement === document.body))
          from.focus();
      });
    },
    [from],
  );
}
