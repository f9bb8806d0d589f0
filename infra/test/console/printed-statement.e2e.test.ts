import { htmlParts } from '@ledgate/api/statement/html-parts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { moneyText } from '@ledgate/domain/shared/money-text';
import { findBrowser, openWindow } from '@ledgate/web/testing/console-page';
import { eventually } from '@ledgate/web/testing/eventually';
import { getDocumentProxy } from 'unpdf';
import { z } from 'zod';
import { ConsoleClient } from '../../tools/console-client/console-client.ts';
import { makeToken } from '../../tools/console-client/set-up.ts';
import { writeCharges } from '../testing/many-charges.ts';
import { buildProduct, Product } from '../testing/product.ts';
import { ConsoleVisit } from './console-visit.ts';

const LIMIT_MS = 300_000;
const ROOT = { username: 'root', password: '123456' };
/** All of them take a busy machine minutes. */
const CHARGES = process.env['BROWSER_VARIANTS'] === 'all' ? 20_000 : 5_000;
const MODELS = Array.from({ length: CHARGES }, () => 'gpt-4o-mini');
const QUOTA_PER_UNIT = '500000';
/** A4 in points, as Chromium rounds it. */
const A4 = { width: 595, height: 842 };
/** Below it stands the page's number alone; points from the bottom. */
const NUMBER_AREA = 50;
/** How far pieces of one line may stand apart; points. */
const SAME_LINE = 3;

type Line = { readonly y: number; readonly text: string };
type Leaf = {
  readonly lines: readonly Line[];
  readonly number: string;
  readonly width: number;
  readonly height: number;
};

const browser = await findBrowser();
if (!browser)
  process.stderr.write('NOT RUN: browser tests of paper: no Chromium found (set CHROMIUM_PATH, or install it)\n');

/** A page as it leaves the printer, line by line from the top. */
async function printed(html: string): Promise<readonly Leaf[]> {
  if (!browser) throw new Error('no browser');
  const page = await browser.newPage();
  const pdf = await (async () => {
    try {
      await page.setContent(html);
      return await page.pdf({ preferCSSPageSize: true });
    } finally {
      await page.close();
    }
  })();
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const leaves: Leaf[] = [];
  for (let number = 1; number <= document.numPages; number += 1)
    leaves.push(await leafOf(await document.getPage(number)));
  return leaves;
}

type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;

async function leafOf(page: PdfPage): Promise<Leaf> {
  const [, , width = 0, height = 0] = page.view;
  const { items } = await page.getTextContent();
  const pieces = items
    .flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []))
    .map(({ str, transform }) => ({ text: str, x: Number(transform[4]), y: Number(transform[5]) }))
    .toSorted((one, other) => other.y - one.y || one.x - other.x);
  const lines: { y: number; text: string }[] = [];
  for (const { text, y } of pieces) {
    const last = lines.at(-1);
    if (last && last.y - y < SAME_LINE) last.text += ` ${text}`;
    else lines.push({ y, text });
  }
  const below = lines.filter(({ y }) => y < NUMBER_AREA);
  return {
    lines: lines.filter(({ y }) => y >= NUMBER_AREA),
    number: below.map(({ text }) => text.replaceAll(' ', '')).join(),
    width: Math.round(width),
    height: Math.round(height),
  };
}

const textOf = (leaves: readonly Leaf[]): string =>
  leaves.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n');

/** What holds of whatever is printed. */
function expectNumbered(leaves: readonly Leaf[]): void {
  expect(leaves.map(({ number }) => number)).toEqual(leaves.map((_, index) => `${index + 1}/${leaves.length}`));
  expect(leaves.filter(({ width, height }) => width !== A4.width || height !== A4.height)).toEqual([]);
}

(browser ? describe : describe.skip)('a statement on paper', () => {
  const product = new Product();
  let root: ConsoleClient;

  beforeAll(async () => {
    buildProduct();
    await product.start();
    root = await ConsoleClient.signedIn(product.url, ROOT.username, ROOT.password);
    await makeToken(root, 'nightly');
    await writeCharges(product, root.userId, MODELS);
    const used = z.object({ request_count: z.number() });
    await eventually(async () => expect((await root.get('/api/user/self', used)).request_count).toBe(CHARGES));
  }, LIMIT_MS);

  afterAll(async () => {
    await browser?.close();
    await product.stop();
    await product.discard();
  });

  it(
    `of ${CHARGES} charges is what the console prints, has all of them, and ends with the balance of the account`,
    async () => {
      if (!browser) return;
      const visit = new ConsoleVisit(await openWindow(browser, { language: 'en' }), product.url);
      await visit.signIn(ROOT, () => visit.page.getByRole('button', { name: 'Later' }).click());
      await visit.page.goto(`${product.url}/topup/statement`);
      // What the browser would print is the page in the frame: here nothing opens a printer.
      await visit.page.getByRole('button', { name: 'Print' }).click();
      const frame = visit.page.locator('#printed-statement');
      await frame.waitFor({ state: 'attached', timeout: LIMIT_MS });
      const html = (await frame.getAttribute('srcdoc')) ?? '';
      const leaves = await printed(html);
      expectNumbered(leaves);
      const text = textOf(leaves);
      expect(text.match(/^\d{2}:\d{2}:\d{2} .* -0\.000200 [\d.]+$/gmu)?.length).toBe(CHARGES);
      const { quota } = await root.get('/api/user/self', z.object({ quota: z.number() }));
      expect(leaves.at(-1)?.lines.at(-1)?.text).toBe(`Closing balance ${moneyText(quota, QUOTA_PER_UNIT)}`);
      for (const said of [/^Issued by/mu, /^Of User root \(1\)$/mu, /^Time zone/mu, /^Ledger up to position \d+/mu])
        expect(text).toMatch(said);
    },
    LIMIT_MS,
  );

  it(
    'has no head of a day alone at the foot of a page, and the head of the table on each',
    async () => {
      const leaves = await printed(await pageOfDays(120, 17));
      expectNumbered(leaves);
      expect(leaves.length).toBeGreaterThan(20);
      const entries = leaves.slice(leaves.findIndex(({ lines }) => lines.some(({ text }) => text === 'Entries')));
      const heads = entries.flatMap(({ lines }) => lines.filter(({ text }) => DAY.test(text)));
      expect(heads.length).toBe(120);
      for (const { lines } of entries) expect(lines.at(-1)?.text).not.toMatch(DAY);
      for (const { lines } of entries.slice(1)) expect(lines[0]?.text).toBe('Time Entry USD Balance, USD');
      expect(textOf(leaves)).toContain('<b>&amp;"\'</b>');
    },
    LIMIT_MS,
  );
});

const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const DAY_S = 86_400;

/** The page of a statement of so many charges on each of so many days. */
async function pageOfDays(days: number, charges: number): Promise<string> {
  const since = Date.UTC(2026, 0, 1) / 1_000;
  const entries = Array.from({ length: days * charges }, (_, index) => {
    const at = since + Math.floor(index / charges) * DAY_S + (index % charges) * 60;
    return {
      position: index + 1,
      at,
      atMs: at * 1_000,
      day: new Date(at * 1_000).toISOString().slice(0, 10),
      kind: 'charge' as const,
      type: 'ConsumptionRecorded',
      amount: -100,
      balance: -100 * (index + 1),
      // Some take two lines, so that pages break at different places.
      text: `a charge ${'of many words '.repeat(index % 7 === 0 ? 12 : 1)}`,
      facts: {},
      request_id: '',
      quotaPerUnit: QUOTA_PER_UNIT,
    };
  });
  const sum = -100 * entries.length;
  const total = moneyText(sum, QUOTA_PER_UNIT);
  const none = moneyText(0, QUOTA_PER_UNIT);
  const figures = {
    start: since,
    end: since + days * DAY_S,
    zone: 'UTC',
    position: entries.length,
    index: entries.length - 1,
    opening: 0,
    credits: 0,
    charges: sum,
    refunds: 0,
    adjustments: 0,
    closing: sum,
    money: {
      currency: 'USD' as const,
      quota_per_unit: QUOTA_PER_UNIT,
      opening: none,
      credits: none,
      charges: total,
      refunds: none,
      adjustments: none,
      closing: total,
    },
    credits_by_kind: [],
    charges_by_model: [],
    charges_by_token: [],
    charges_by_day: [],
    late: [],
    reopened: [],
  };
  const parts: string[] = [];
  const filed = {
    of: { scope: { kind: 'group', id: 'vip' }, name: `<b>&amp;"'</b>` },
    head: {},
    figures,
    language: 'en',
    issuer: 'Ledgate',
    nowMs: since * 1_000,
    pages: (async function* () {
      yield entries;
    })(),
  } as const;
  for await (const part of htmlParts(filed)) parts.push(part);
  return parts.join('');
}
