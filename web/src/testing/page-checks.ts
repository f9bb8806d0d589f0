import type { Locator, Page } from 'playwright-core';

/** How many pixels the page is wider than its window. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The colour of its letters, as the browser computes it. */
export const colourOf = (text: Locator): Promise<string> => text.evaluate((element) => getComputedStyle(element).color);

/** `#B42318` as a browser writes it. */
export const cssColour = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

/**
 * What somebody who cannot see the page would miss: controls without a name, pictures without a text, a document without language, title or one
 * main heading, and ids that are not unique.
 */
export const accessibilityProblems = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const problems: string[] = [];
    const visible = (element: Element): boolean => element.getClientRects().length > 0;
    const textOf = (id: string): string => document.querySelector(`#${CSS.escape(id)}`)?.textContent ?? '';
    const nameOf = (element: Element): string => {
      const labels =
        'labels' in element && element.labels instanceof NodeList
          ? [...element.labels].map((label) => label.textContent).join(' ')
          : '';
      const labelled = (element.getAttribute('aria-labelledby') ?? '')
        .split(/\s+/u)
        .filter((id) => id !== '')
        .map(textOf)
        .join(' ');
      return [
        element.getAttribute('aria-label'),
        labelled,
        labels,
        element.textContent,
        element.getAttribute('title'),
        element.querySelector('img[alt]')?.getAttribute('alt'),
      ]
        .join(' ')
        .trim();
    };
    for (const control of document.querySelectorAll(
      'button, a[href], input, select, textarea, [role=menuitem], [role=dialog], [role=alertdialog], table, nav',
    )) {
      if (visible(control) && nameOf(control) === '') problems.push(`no name: ${control.outerHTML.slice(0, 120)}`);
    }
    for (const picture of document.querySelectorAll('img:not([alt])'))
      problems.push(`no alt: ${picture.outerHTML.slice(0, 80)}`);
    if (document.documentElement.lang === '') problems.push('no language');
    if (document.title === '') problems.push('no title');
    const headings = [...document.querySelectorAll('h1')].filter(visible);
    if (headings.length > 1) problems.push(`${headings.length} main headings`);
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    const doubled = ids.filter((id, index) => ids.indexOf(id) !== index);
    if (doubled.length > 0) problems.push(`doubled ids: ${[...new Set(doubled)].join(', ')}`);
    return problems;
  });
