// It is given to each page anew: what is packed closer is read in half the time.
import axe from 'axe-core/axe.min.js';
import type { Locator, Page } from 'playwright-core';

/** How many pixels the page is wider than its window. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** That the page is wider than its window; nothing where it is not. */
export async function widthFaults(page: Page): Promise<readonly string[]> {
  const tooWidePx = await sidewaysScroll(page);
  return tooWidePx > 0 ? [`wider than its window by ${tooWidePx} px`] : [];
}

/** Cells of these columns of a list that are not wholly within the window and the frame of their table, and columns that there are not. */
export const outOfSight = (page: Page, columns: readonly string[]): Promise<readonly string[]> =>
  page.evaluate((asked) => {
    const frame = document.querySelector('[data-frame]')?.getBoundingClientRect();
    if (!frame) return ['out of sight: no table'];
    return asked.flatMap((column) => {
      const cells = [...document.querySelectorAll(`[data-row] > [data-column=${column}]`)];
      if (cells.length === 0) return [`out of sight: ${column}, which is no column`];
      return cells
        .filter((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const { left, right } = range.getBoundingClientRect();
          return right > Math.min(frame.right, window.innerWidth) || (right > left && left < frame.left);
        })
        .map((cell) => `out of sight: ${column}, ${cell.textContent}`);
    });
  }, columns);

/** Figures of the page (`$1.20`, `−500,000`, `12 %`) of which a part lies outside the window or a frame that cuts it off or scrolls sideways. */
export const figuresOutOfSight = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const FIGURE = /^[−+~≈]?\s?[$¥]?\d[\d,]*(?:\.\d+)?\s?[%kM]?$/u;
    const main = document.querySelector('main');
    if (!main) return ['out of sight: no main'];
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const figure = (text.textContent ?? '').trim();
      const { parentElement: parent } = text;
      if (!FIGURE.test(figure) || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, width } = range.getBoundingClientRect();
      // For those alone who hear the page there is one pixel.
      let isHidden = width === 0;
      let [from, to] = [0, window.innerWidth];
      for (let frame: HTMLElement | null = parent; frame !== null && frame !== main; frame = frame.parentElement) {
        const box = frame.getBoundingClientRect();
        isHidden ||= box.width <= 1;
        if (getComputedStyle(frame).overflowX === 'visible') continue;
        [from, to] = [Math.max(from, box.left), Math.min(to, box.right)];
      }
      if (!isHidden && (left < from - 1 || right > to + 1)) found.push(`out of sight: ${figure}`);
    }
    return found;
  });

/** Texts of the page of which one lies on another, as what it is cut to is seen. */
export const overlaps = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    /** Letters of two lines may touch. */
    const [SIDE_PX, HEIGHT_PX] = [2, 4];
    type Box = { left: number; top: number; right: number; bottom: number };
    type Piece = Box & { readonly text: Node; readonly said: string };
    const common = (one: Box, other: Box): Box => ({
      left: Math.max(one.left, other.left),
      top: Math.max(one.top, other.top),
      right: Math.min(one.right, other.right),
      bottom: Math.min(one.bottom, other.bottom),
    });
    const main = document.querySelector('main');
    if (!main) return ['overlap: no main'];
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const pieces: Piece[] = [];
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const said = (text.textContent ?? '').trim();
      const { parentElement: parent } = text;
      if (said === '' || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      let seen: Box = { left: 0, top: -Infinity, right: window.innerWidth, bottom: Infinity };
      for (let frame: HTMLElement | null = parent; frame !== null && frame !== main; frame = frame.parentElement)
        if (getComputedStyle(frame).overflowX !== 'visible') seen = common(seen, frame.getBoundingClientRect());
      const range = document.createRange();
      range.selectNodeContents(text);
      // What is for those alone who hear the page has one pixel.
      for (const line of range.getClientRects()) {
        const box = common(line, seen);
        if (box.right - box.left > 1 && box.bottom - box.top > 1) pieces.push({ ...box, text, said });
      }
    }
    return pieces.flatMap((piece, index) =>
      pieces
        .slice(index + 1)
        .filter((other) => {
          const { left, top, right, bottom } = common(piece, other);
          return other.text !== piece.text && right - left > SIDE_PX && bottom - top > HEIGHT_PX;
        })
        .map(({ said }) => `overlap: ${piece.said} and ${said}`),
    );
  });

/** The colour of its letters, as the browser computes it. */
export const colourOf = (text: Locator): Promise<string> => text.evaluate((element) => getComputedStyle(element).color);

/** `#B42318` as a browser writes it. */
export const cssColour = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

/** Of what scrolls under a bar that stays: it has its size once it is scrolled into sight. */
const HALF_SCROLLED = 'partially obscured';

/** In what is shown of a key or an id: nobody says such a text to his browser, so its button's name need not hold it. */
const SHORTENED = '…';

const SEVERE: ReadonlySet<string | undefined> = new Set(['serious', 'critical']);
/** Rules whose findings are never severe, as each rule says itself: nobody asks for them, so they are not played. */
const LIGHT = (
  axe as unknown as {
    readonly _audit: { readonly rules: readonly { readonly id: string; readonly impact?: string }[] };
  }
)._audit.rules
  .filter(({ impact }) => impact !== undefined && !SEVERE.has(impact))
  .map(({ id }) => id);

/**
 * What somebody would miss who cannot see the page, cannot see it well, or has no pointer: what axe-core finds that is serious or critical, and what it
 * leaves open: tables and navigations without a name, more than one main heading, ids that are not unique.
 */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  // The violations alone: what passes is as long as the page, and would have to be written down and read.
  const violations = await page.evaluate(async (light) => {
    const played = await (globalThis as unknown as { readonly axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      // Of another site.
      iframes: false,
      rules: {
        ...Object.fromEntries(light.map((id) => [id, { enabled: false }])),
        // Of WCAG 2.2 AA, and not on by itself: whoever has no steady hand meets no other button than the one meant.
        'target-size': { enabled: true },
      },
    });
    return played.violations;
  }, LIGHT);
  const found = violations
    .filter(({ impact }) => SEVERE.has(impact ?? undefined))
    .flatMap(({ id, nodes }) =>
      nodes
        .filter(({ html }) => !(id === 'label-content-name-mismatch' && html.includes(SHORTENED)))
        .filter(({ any }) => !(id === 'target-size' && any.some(({ message }) => message.includes(HALF_SCROLLED))))
        .map(({ target, html, any }) =>
          [id, target.join(' '), html.slice(0, 120), ...any.map(({ message }) => message)].join(' | '),
        ),
    );
  return [...found, ...(await openProblems(page))];
}

const openProblems = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const visible = (element: Element): boolean => element.getClientRects().length > 0;
    const isNamed = (element: Element): boolean =>
      ['aria-label', 'aria-labelledby', 'title'].some((name) => (element.getAttribute(name) ?? '') !== '') ||
      element.querySelector('caption') !== null;
    const unnamed = [...document.querySelectorAll('table, nav')].filter(
      (element) => visible(element) && !isNamed(element),
    );
    const headings = [...document.querySelectorAll('h1')].filter(visible);
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    const doubled = ids.filter((id, index) => ids.indexOf(id) !== index);
    return [
      ...unnamed.map(({ outerHTML }) => `no name: ${outerHTML.slice(0, 120)}`),
      ...(headings.length > 1 ? [`${headings.length} main headings`] : []),
      ...(doubled.length > 0 ? [`doubled ids: ${[...new Set(doubled)].join(', ')}`] : []),
    ];
  });
