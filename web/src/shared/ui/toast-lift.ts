const LIFT = '--toasts-lift';
const GAP = '1rem';

/** The distance of toasts from the window's lower edge. */
export const TOASTS_BOTTOM = `calc(var(${LIFT}, 0px) + ${GAP})`;

/**
 * Keeps toasts above an element at the window's lower edge as long as it is there: a toast of the call before would lie over the buttons of a drawer
 * for as long as it is shown. For `ref`.
 */
export function liftToasts(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty(LIFT, `${element.offsetHeight}px`));
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty(LIFT);
  };
}
