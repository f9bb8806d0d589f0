import { TOAST_GAP, toastPlace, type Area } from './toast-place.ts';

const [LEFT, RIGHT, BOTTOM] = ['--toasts-left', '--toasts-right', '--toasts-bottom'];
/** How often it is looked whether something has come below them: a drawer, a page. */
const LOOK_EVERY_MS = 200;
const TOASTS = '[data-scope=toast][data-part=root]';
const CONTROLS = 'button, a[href], input, select, textarea, summary, [role=menuitem], [role=option], [role=tab]';
/** What lies below a dialog cannot be pressed; what stands in a toast is its own. */
const OUT_OF_REACH = '[data-scope=toast], [aria-hidden=true], [inert], [data-inert]';

/** Where the region of toasts stands: changed as long as there are some. */
export const toastOffsets = {
  top: `${TOAST_GAP}px`,
  left: `var(${LEFT}, ${TOAST_GAP}px)`,
  right: `var(${RIGHT}, ${TOAST_GAP}px)`,
  bottom: `var(${BOTTOM}, ${TOAST_GAP}px)`,
};

function controlsInSight(width: number, height: number): readonly Area[] {
  return [...document.querySelectorAll(CONTROLS)]
    .filter((control) => control.closest(OUT_OF_REACH) === null)
    .map((control) => control.getBoundingClientRect())
    .filter(
      (area) =>
        area.width > 0 &&
        area.height > 0 &&
        area.bottom > 0 &&
        area.top < height &&
        area.right > 0 &&
        area.left < width,
    );
}

function place(): void {
  const toasts = [...document.querySelectorAll<HTMLElement>(TOASTS)];
  if (toasts.length === 0) return;
  const { clientWidth: width, style } = document.documentElement;
  const height = window.innerHeight;
  const size = {
    width: Math.max(...toasts.map(({ offsetWidth }) => offsetWidth)),
    height: toasts.reduce((sum, { offsetHeight }) => sum + offsetHeight + TOAST_GAP, -TOAST_GAP),
  };
  const { left, bottom } = toastPlace({ width, height }, size, controlsInSight(width, height));
  style.setProperty(LEFT, `${left}px`);
  style.setProperty(RIGHT, `${Math.max(0, width - left - size.width)}px`);
  style.setProperty(BOTTOM, `${bottom}px`);
}

let shown = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Keeps the toasts where they cover no field and no button as long as one is shown. For an effect of each toast; answers the end of it. */
export function keepToastsPlaced(): () => void {
  shown += 1;
  place();
  timer ??= setInterval(place, LOOK_EVERY_MS);
  return () => {
    shown -= 1;
    if (shown > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
