/** In CSS pixels of the window. */
export type Area = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
type Size = Pick<Area, 'width' | 'height'>;

/** Where the toasts stand: their distances from the window's lower and left edges. */
export type ToastPlace = { readonly left: number; readonly bottom: number };

/** From the edges of the window. */
export const TOAST_GAP = 16;
const STEP = 8;

const meets = (one: Area, other: Area): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

/**
 * The place for toasts of one size at which they cover the fewest of what can be pressed or typed into: none wherever there is such a place. Of equal ones
 * the lowest, and of these the middle before the right before the left.
 */
export function toastPlace(window: Size, toasts: Size, controls: readonly Area[]): ToastPlace {
  const right = Math.max(TOAST_GAP, window.width - toasts.width - TOAST_GAP);
  const lefts = [Math.max(TOAST_GAP, Math.round((window.width - toasts.width) / 2)), right, TOAST_GAP];
  let best = { left: lefts[0] ?? TOAST_GAP, bottom: TOAST_GAP, covered: Number.POSITIVE_INFINITY };
  const highest = Math.max(TOAST_GAP, window.height - toasts.height - STEP / 2);
  for (let bottom = TOAST_GAP; bottom <= highest; bottom += STEP) {
    for (const left of lefts) {
      const area = { ...toasts, left, top: window.height - bottom - toasts.height };
      const covered = controls.filter((control) => meets(area, control)).length;
      if (covered < best.covered) best = { left, bottom, covered };
      if (covered === 0) return { left, bottom };
    }
  }
  return { left: best.left, bottom: best.bottom };
}
