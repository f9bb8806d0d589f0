import { useEffect, useState } from 'react';

/** What had the focus; for an item of a menu, which disappears, the button that opened the menu. */
function origin(): HTMLElement | undefined {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role=menu]');
  const found = menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : activeElement;
  return found instanceof HTMLElement ? found : undefined;
}

/** Gives the focus back to where it came from when the drawer or dialog that uses this goes away. */
export function useReturnFocus(): void {
  const [from] = useState(origin);
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
