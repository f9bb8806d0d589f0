import { TOAST_GAP, toastPlace, type Area } from './toast-place.ts';

const [LEFT, RIGHT, BOTTOM] = ['--toasts-left', '--toasts-right', '--toasts-bottom'];
/** How often it is looked whether something has come below them: a drawer, a page. */
const LOOK_EVERY_MS = 200;
const TOASTS = '[data-scope=toast][data-part=root]';
const CONTROLS = [
  'button',
  'a[href]',
  'input',
  'select',
  'textarea',
  'summary',
  '[role=menuitem]',
  '[role=option]',
  '[data-scope=switch][data-part=root]',
  '[data-scope=segment-group][data-part=item]',
].join();
/** What lies below a dialog cannot be pressed; what stands in a toast is its own. */
const OUT_OF_REACH = '[data-scope=toast], [aria-hidden=true], [inert]';
/** What scrolls within a drawer or dialog: beyond its edges nothing of it is seen. */
const SCROLLED = '[data-part=body]';
/** Smaller is only what is there for screen readers. */
const SEEN_PX = 2;

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
    .map(seenOf)
    .filter(
      (area) =>
        area.width > SEEN_PX &&
        area.height > SEEN_PX &&
        area.top + area.height > 0 &&
        area.top < height &&
        area.left + area.width > 0 &&
        area.left < width,
    );
}

function seenOf(control: Element): Area {
  const { left, width, top, bottom } = control.getBoundingClientRect();
  const around = control.closest(SCROLLED)?.getBoundingClientRect();
  const seenTop = Math.max(top, around?.top ?? top);
  return { left, width, top: seenTop, height: Math.min(bottom, around?.bottom ?? bottom) - seenTop };
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
