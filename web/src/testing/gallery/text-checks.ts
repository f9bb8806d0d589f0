import type { Page } from 'playwright-core';

/** A text as a page shows it, or tells it to whoever does not see the page. */
export type PageText = {
  readonly text: string;
  /** `text`, or the attribute that has it. */
  readonly of: string;
  /** It is marked as nothing to translate, or somebody typed it. */
  readonly isMarked: boolean;
};

/** Every text of the page that is shown, the title and what is told of pictures, fields and buttons, too. */
export const textsOnPage = (page: Page): Promise<readonly PageText[]> =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-valuetext'];
    const isMarked = (element: Element): boolean => element.closest('[translate=no], textarea') !== null;
    const texts = [{ text: document.title, of: 'title of the document', isMarked: false }];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (!element || element.closest('script, style, noscript')) continue;
      // What a field offers is not drawn until it is opened.
      const drawn = element.closest('select') ?? element;
      if (!drawn.checkVisibility({ visibilityProperty: true })) continue;
      if (node instanceof Element)
        for (const name of attributes) {
          const text = node.getAttribute(name)?.trim() ?? '';
          if (text !== '') texts.push({ text, of: name, isMarked: isMarked(element) });
        }
      else {
        const text = node.textContent?.trim() ?? '';
        if (text !== '') texts.push({ text, of: 'text', isMarked: isMarked(element) });
      }
    }
    return texts;
  });

/** Without what stands in brackets, also in brackets within such. */
export function outsideBrackets(text: string): string {
  let [depth, left] = [0, ''];
  for (const letter of text) {
    if (letter === '[') depth += 1;
    else if (letter === ']' && depth > 0) depth -= 1;
    else if (depth === 0) left += letter;
  }
  return left;
}

/** Names that every language writes alike. */
const NAMES: ReadonlySet<string> = new Set(['Ledgate', 'ID', 'CSV', 'JSON Lines', 'Parquet', 'hledger', 'Beancount']);
const FIGURES: readonly RegExp[] = [
  // A number, an amount, a time of a clock in its zone, a share, a duration, a state of HTTP, and nothing at all.
  /^(?:HTTP )?[\d\s.,:/%$¥+×−–—…()·*=?#-]*(?:(?<=\d\s?)(?:k|M|B|s|ms))?(?: UTC)?$/u,
  // As the browser says it in the language of the page.
  /^(?:now|yesterday|\d+ (?:second|minute|hour|day)s? ago)$/u,
  /^(?:UTC|[A-Z]\w+(?:\/[\w+-]+)+)$/u,
];
const BETWEEN = /\s*(?:·|,|\/|→|×|:|\n|–|\(|\)| #)\s*/u;

/** As of a key whose middle is left out, and that is shown with its beginning. */
function isShown(text: string, data: ReadonlySet<string>): boolean {
  const whole = text.replace(/^sk-/u, '');
  const [start, end, more] = whole.split('…');
  if (end === undefined || more !== undefined || start === undefined || start === '') return data.has(whole);
  return [...data].some((each) => each.startsWith(start) && each.endsWith(end));
}

const isData = (text: string, data: ReadonlySet<string>): boolean =>
  NAMES.has(text) || FIGURES.some((figure) => figure.test(text)) || isShown(text, data);

/** Texts that are neither of the bracketed catalogue nor data. `data`: every text that the api answered. */
export function unbracketed(texts: readonly PageText[], data: ReadonlySet<string>): readonly string[] {
  const faults = texts.flatMap(({ text, of, isMarked }) => {
    const left = outsideBrackets(text)
      .trim()
      .replace(/^https?:\/\/\S*$/u, '');
    if (isMarked || isData(left, data) || left.split(BETWEEN).every((part) => isData(part, data))) return [];
    return [`unbracketed: ${of} "${text}"`];
  });
  return [...new Set(faults)];
}

/** What stands below these is called as people chose: groups, tags, kinds of service. */
const NAMED_BY_PEOPLE: ReadonlySet<string> = new Set(['usable_group', 'group_ratio', 'groups', 'services', 'tags']);

/** Every text in an answer of the api, and the parts of its lists: `gpt-4o,o3-mini`. */
export function textsOfAnswer(answer: unknown): readonly string[] {
  if (typeof answer === 'string') {
    const parts = [answer, ...answer.split(/[,\n]\s*/u)];
    return answer.startsWith('{') ? [...parts, ...textsOfAnswer(JSON.parse(answer))] : parts;
  }
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([name, inner]) => [
    ...(NAMED_BY_PEOPLE.has(name) && typeof inner === 'object' ? Object.keys((inner as object | null) ?? {}) : []),
    ...textsOfAnswer(inner),
  ]);
}

/** Texts of ours that are not wholly in sight: whose end a frame hides that does not scroll, or the window; the value of a field that is too short for it. */
export const cutTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const [sidewaysPx, heightPart] = [1.5, 0.3];
    type Box = { left: number; right: number; top: number; bottom: number };
    const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
    const hides = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
    const insideOf = (element: Element): Box => {
      const { left, top } = element.getBoundingClientRect();
      return {
        left: left + element.clientLeft,
        top: top + element.clientTop,
        right: left + element.clientLeft + element.clientWidth,
        bottom: top + element.clientTop + element.clientHeight,
      };
    };
    /** For those alone who hear the page. */
    const isUnseen = (element: Element): boolean => {
      for (let each: Element | null = element; each; each = each.parentElement) {
        const { clip, clipPath, position, opacity } = getComputedStyle(each);
        const { width } = each.getBoundingClientRect();
        if (opacity === '0') return true;
        if (position === 'absolute' && (clip === 'rect(0px, 0px, 0px, 0px)' || (clipPath !== 'none' && width <= 1)))
          return true;
      }
      return false;
    };
    const cutBy = (element: Element, { left, right, top, bottom }: Box): string | undefined => {
      let [across, down] = [true, true];
      const line = Math.min(bottom - top, Number.parseFloat(getComputedStyle(element).fontSize) * 1.2);
      for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
        const { overflowX, overflowY, display, position, transform } = getComputedStyle(each);
        if (display !== 'inline' && each.clientWidth > 0) {
          const inside = insideOf(each);
          if (across && hides(overflowX) && (right > inside.right + sidewaysPx || left < inside.left - sidewaysPx))
            return each.tagName.toLowerCase();
          if (
            down &&
            hides(overflowY) &&
            (bottom > inside.bottom + line * heightPart || top < inside.top - line * heightPart)
          )
            return each.tagName.toLowerCase();
        }
        if (scrolls(overflowX)) across = false;
        if (scrolls(overflowY)) down = false;
        if (position === 'fixed' && transform === 'none') break;
      }
      return across && (right > innerWidth + sidewaysPx || left < -sidewaysPx) ? 'window' : undefined;
    };
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const [text, element] = [node.textContent ?? '', node.parentElement];
      if (!text.includes('[') || !element || element.closest('select, textarea, script, style')) continue;
      if (!element.checkVisibility({ visibilityProperty: true }) || isUnseen(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const by = cutBy(element, range.getBoundingClientRect());
      const control = element.closest('button, a, [role=tab], th, td');
      const box =
        control && getComputedStyle(control).display !== 'inline' ? control.getBoundingClientRect() : undefined;
      const { right } = range.getBoundingClientRect();
      if (by !== undefined) found.push(`cut: "${text.trim()}" by ${by}`);
      else if (box && right > box.right + sidewaysPx)
        found.push(`cut: "${text.trim()}" leaves its ${control?.tagName.toLowerCase()}`);
    }
    const context = document.createElement('canvas').getContext('2d');
    const drawnPx = (text: string, { font, letterSpacing }: CSSStyleDeclaration): number => {
      if (!context) return 0;
      context.font = font;
      return context.measureText(text).width + (Number.parseFloat(letterSpacing) || 0) * text.length;
    };
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
      if (!field.checkVisibility({ visibilityProperty: true }) || isUnseen(field)) continue;
      const style = getComputedStyle(field);
      const text =
        field instanceof HTMLSelectElement
          ? (field.selectedOptions[0]?.text ?? '')
          : field.value === ''
            ? field.placeholder
            : '';
      const room = field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      if (text.includes('[') && drawnPx(text, style) > room + sidewaysPx)
        found.push(`cut: "${text}" by its ${field.tagName.toLowerCase()}`);
    }
    return [...new Set(found)];
  });
