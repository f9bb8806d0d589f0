import { rm } from 'node:fs/promises';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Comparing, pictureFault } from '../../../tools/pictures/pictures.ts';
import { browserSuite } from '../browser-suite.ts';
import { accessibilityProblems, figuresOutOfSight, outOfSight, overlaps, widthFaults } from '../page-checks.ts';
import { cutTexts, textsOnPage, unbracketed } from './text-checks.ts';

/** A page in which nothing is wrong but what stands in it. */
const pageOf = (body: string): string => `<!doctype html><html lang="en"><head><title>[Page~~]</title>
  <meta name="viewport" content="width=device-width"></head><body style="margin:0;font:16px sans-serif">
  <main><h1>[Page~~]</h1>${body}</main></body></html>`;

const PADDED = 'padding:8px;min-width:44px;min-height:44px';
const SMALL = 'width:12px;height:12px;padding:0;border:0;margin:0;display:block';

/** A page that breaks a rule of what everybody must be able to see, press and hear; and what the check says of it. */
const INACCESSIBLE: readonly (readonly [rule: string, body: string])[] = [
  ['color-contrast', '<p style="color:#bbb;background:#fff">[Pale~~]</p>'],
  ['button-name', `<button style="${PADDED}"></button>`],
  [
    'target-size',
    `<button style="${SMALL}" aria-label="[One~~]"></button><button style="${SMALL}" aria-label="[Other~~]"></button>`,
  ],
  ['no name: <table>', '<table><tbody><tr><td>1</td></tr></tbody></table>'],
  ['2 main headings', '<h1>[Another~~~]</h1>'],
  ['doubled ids: twice', '<p id="twice">1</p><p id="twice">2</p>'],
];

const CUT: readonly (readonly [how: string, body: string])[] = [
  ['by a frame that hides its end', '<p style="width:40px;overflow:hidden;white-space:nowrap">[A long text~~~~~]</p>'],
  ['by dots', '<p style="width:40px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">[A long text~~~~~]</p>'],
  ['by the number of its lines', '<p style="width:60px;height:20px;overflow:hidden">[A long text~~~~~]</p>'],
  ['by the window', '<p style="white-space:nowrap;margin-left:340px">[A long text~~~~~]</p>'],
  ['by its field', '<input aria-label="[Name~~]" placeholder="[A long text~~~~~]" style="width:40px">'],
  ['by its choice', '<select aria-label="[Name~~]" style="width:40px"><option>[A long text~~~~~]</option></select>'],
  [
    'by its button, which it leaves',
    '<button style="width:40px;white-space:nowrap;padding:0">[A long text~~~~~]</button>',
  ],
];

const list = (cell: string): string =>
  `<div data-frame style="width:300px;overflow:auto"><table aria-label="[List~~]"><tbody><tr data-row>${cell}</tr></tbody></table></div>`;

await browserSuite('checks of the pages', ({ open, test }) => {
  const showing = async (body: string): Promise<Page> => {
    const { page } = await open('/about', { width: 390, height: 844 });
    // What the console still loads would write into the page that takes its place.
    await page.goto('about:blank');
    await page.setContent(pageOf(body));
    return page;
  };

  test('find nothing where nothing is wrong', async () => {
    const page = await showing(`<p>[Text~~] gpt-4o <button style="${PADDED}">[Save~~]</button></p>`);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await widthFaults(page)).toEqual([]);
    expect(await cutTexts(page)).toEqual([]);
    expect(unbracketed(await textsOnPage(page), new Set(['gpt-4o']))).toEqual([]);
  });

  for (const [rule, body] of INACCESSIBLE)
    test(`report who is shut out: ${rule}`, async () => {
      const problems = await accessibilityProblems(await showing(body));
      expect(problems).toContainEqual(expect.stringMatching(new RegExp(`^${rule}`, 'u')));
    });

  test('report a page that is wider than its window', async () =>
    expect(await widthFaults(await showing('<div style="width:402px">1</div>'))).toEqual([
      'wider than its window by 12 px',
    ]));

  test('report a figure that is out of sight, and one that has no column', async () => {
    const wide = '<td style="min-width:280px">a</td><td data-column="quota" style="min-width:80px">500,000</td>';
    const page = await showing(list(wide));
    expect(await outOfSight(page, ['quota', 'used'])).toEqual([
      'out of sight: quota, 500,000',
      'out of sight: used, which is no column',
    ]);
    await page.setContent(pageOf(list('<td data-column="quota">500,000</td>')));
    expect(await outOfSight(page, ['quota'])).toEqual([]);
  });

  test('report a figure that its frame or the window cuts off, and none that is whole or only heard', async () => {
    const framed = (style: string): string =>
      `<div style="overflow-x:auto;width:200px"><p style="${style}">$1.20</p></div>`;
    const page = await showing(
      `${framed('margin-left:190px;width:80px')}<p style="margin-left:380px;width:90px">500,000</p>`,
    );
    expect(await figuresOutOfSight(page)).toEqual(['out of sight: $1.20', 'out of sight: 500,000']);
    const heard = '<p style="position:absolute;width:1px;height:1px;overflow:hidden">12,000 %</p>';
    await page.setContent(pageOf(`${framed('')}${heard}<p style="margin-left:380px;width:90px">of 12</p>`));
    expect(await figuresOutOfSight(page)).toEqual([]);
  });

  test('report texts that lie on each other, and none beside each other, cut or only heard', async () => {
    const row = (style: string): string =>
      `<div style="display:flex;width:200px"><p style="white-space:nowrap;min-width:0;${style}">a-long-name-of-a-model</p><p>$1.20</p></div>`;
    const page = await showing(row('flex:1'));
    expect(await overlaps(page)).toEqual(['overlap: a-long-name-of-a-model and $1.20']);
    const heard = '<p style="position:absolute;width:1px;height:1px;overflow:hidden">Model</p>';
    await page.setContent(pageOf(`${heard}${row('flex:1;overflow:hidden')}${row('flex:none')}`));
    expect(await overlaps(page)).toEqual([]);
  });

  for (const [what, body] of [
    ['text "Save"', '<p>Save</p>'],
    ['aria-label "Save"', '<button aria-label="Save">1</button>'],
    ['placeholder "Name"', '<input placeholder="Name">'],
    ['title "Of today"', '<p title="Of today">1</p>'],
    ['text "All"', '<select><option>All</option></select>'],
    ['text "[Used~~] today"', '<p>[Used~~] today</p>'],
  ] as const)
    test(`report a text that is not of the catalogue: ${what}`, async () =>
      expect(unbracketed(await textsOnPage(await showing(body)), new Set())).toEqual([`unbracketed: ${what}`]));

  for (const [how, body] of CUT)
    test(`report a text that is cut ${how}`, async () =>
      expect(await cutTexts(await showing(body))).toEqual([expect.stringMatching(/^cut: "\[A long text~~~~~\]" /u)]));

  for (const [where, body] of [
    ['a frame that scrolls', '<div style="width:40px;overflow:auto;white-space:nowrap">[A long text~~~~~]</div>'],
    [
      'for those alone who hear it',
      '<p style="position:absolute;width:1px;overflow:hidden;clip:rect(0,0,0,0)">[A text~~~]</p>',
    ],
    [
      'data',
      '<p style="width:40px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">a-long-name-of-a-model</p>',
    ],
  ] as const)
    test(`leave what is no cut text of ours: ${where}`, async () =>
      expect(await cutTexts(await showing(body))).toEqual([]));

  test('report a picture that differs in more than 0.1 % of its pixels, and print it under another browser', async () => {
    const folder = `${import.meta.dirname}/../../../dist-test/checked`;
    await rm(folder, { recursive: true, force: true });
    try {
      const here: Comparing = { kept: folder, found: `${folder}/found`, version: '148.0.1', isUpdate: false };
      const page = await showing('<div id="box" style="width:10px;height:10px"></div>');
      const faultOf = (part: Partial<Comparing> = {}) => pictureFault(page, 'page', { ...here, ...part });
      expect(await faultOf()).toBeUndefined();
      await faultOf({ isUpdate: true });
      expect(await faultOf()).toBeUndefined();
      const paint = (widthPx: number): Promise<void> =>
        page.evaluate((width) => {
          const box = document.querySelector<HTMLElement>('#box');
          if (box) Object.assign(box.style, { width: `${width}px`, background: 'black' });
        }, widthPx);
      // Of 390 by 844 pixels 0.1 % are 329.
      await paint(30);
      expect(await faultOf()).toBeUndefined();
      await paint(40);
      expect(await faultOf()).toMatch(/^another picture: 0\.12 % of page: /u);
      expect(await faultOf({ version: '149.0.0' })).toBeUndefined();
      expect(await pictureFault(page, 'other', here)).toMatch(/^no such picture is kept: other/u);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
