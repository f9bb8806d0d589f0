import { readFile } from 'node:fs/promises';
import { expect } from '@jest/globals';
import { consistencyRanges, type LeafRange } from '@ledgate/domain/seal/proofs';
import { Frontier, leafHash } from '@ledgate/domain/seal/tree';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { answered, FakeApi, refused } from '../../testing/fake-api.ts';
import { checkpoint, ledgerKeys, ledgerSeals, nowS } from '../../testing/fixtures.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';
import { browserDigest, type Digest, hashedBy } from './hashed-by.ts';

const digest = browserDigest() as Digest;
const base64 = (hash: Uint8Array): string => Buffer.from(hash).toString('base64');
const LEAVES = 21;
const KEPT = 13;

/** The root of a range of a small ledger. */
const rootOf = ({ from, before }: LeafRange): Promise<string> =>
  hashedBy(digest, (sha256) => {
    const tree = new Frontier(sha256);
    for (let leaf = from; leaf < before; leaf += 1) tree.add(leafHash(Uint8Array.of(leaf), sha256));
    return base64(tree.root);
  });
const headOf = async (size: number): Promise<string> => checkpoint(size, await rootOf({ from: 0, before: size }));

/** A ledger of 21 events, of which 13 were sealed before. */
async function smallLedger(): Promise<FakeApi> {
  const api = new FakeApi();
  const note = await headOf(LEAVES);
  const hashes = await Promise.all(consistencyRanges(KEPT, LEAVES).map(rootOf));
  const seal = { ...ledgerSeals()[0], size: LEAVES, root: note.split('\n')[2], note };
  api.when(/ledger\/seals$/u, () =>
    answered({
      items: [seal],
      total: 1,
      page: 1,
      page_size: 10,
      unsealed: { events: 0, since: null },
      at: nowS(),
      trouble: null,
    }),
  );
  api.when(/ledger\/proof$/u, ({ url }) =>
    url.searchParams.get('from') === String(KEPT)
      ? answered({ from: KEPT, to: LEAVES, hashes })
      : {
          status: 200,
          body: { success: false, message: 'not sealed', code: 'size_not_sealed', field: 'from' },
        },
  );
  return api;
}

const asked = ({ calls }: FakeApi): number => calls.filter((call) => call.startsWith('GET /api/ledger/seals')).length;

const sealsAnswer = (
  trouble: string | null,
  waitedS: number,
  { at = nowS(), items = ledgerSeals().slice(0, 10) } = {},
) =>
  answered({
    items,
    total: 34,
    page: 1,
    page_size: 10,
    unsealed: { events: 9_341, since: at - waitedS },
    at,
    trouble,
  });

await browserSuite('seals', ({ open, test }) => {
  for (const variant of VARIANTS) {
    const isEnglish = variant.language === 'en';
    test(`say how far the ledger is sealed: ${variantName(variant)}`, async () => {
      const { page, problems } = await open('/seals', { role: 100, ...variant });
      await page.getByRole('heading', { level: 1, name: isEnglish ? 'Seals' : '封存' }).waitFor();
      await page.getByText(isEnglish ? 'Sealed regularly' : '封存正常').waitFor();
      await page.getByText('1,204,331').first().waitFor();
      expect(await page.getByRole('alert').filter({ hasText: /\S/u }).count()).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await eventually(async () => expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0));
      await shoot(page, `test-seals-${variantName(variant)}`);
      expect(problems).toEqual([]);
    });
  }

  for (const [trouble, waitedS, said] of [
    [null, 299, undefined],
    [null, 320, 'Seals are late'],
    ['key_missing', 20, 'Nothing is sealed: the worker has no key'],
    ['key_differs', 20, 'Nothing is sealed: the worker has another key than the last seal'],
    ['ledger_differs', 20, 'Nothing is sealed: the ledger no longer begins with what was sealed'],
  ] as const)
    test(`warn of what waits for ${waitedS} s with trouble ${trouble ?? 'of no kind'}`, async () => {
      const api = new FakeApi();
      api.when(/ledger\/seals$/u, () => sealsAnswer(trouble, waitedS));
      const { page } = await open('/seals', { role: 100, api });
      await page.getByText('9,341').waitFor();
      const warning = page.getByRole('main').getByRole('alert').filter({ hasText: /\S/u });
      if (said === undefined) expect(await warning.count()).toBe(0);
      else await warning.getByText(said, { exact: true }).waitFor();
    });

  test('are made at the press of a button by who keeps the books, and refusals are told', async () => {
    const api = new FakeApi();
    const answers = [
      () => refused('Nobody has the key to sign with.'),
      () => answered({ ...ledgerSeals()[0], size: 1_204_343 }),
    ];
    api.when(/^POST \/api\/ledger\/seal$/u, () => answers.shift()?.() ?? refused('asked too often'));
    const { page } = await open('/seals', { role: 100, api });
    const button = page.getByRole('button', { name: 'Seal now' });
    await button.click();
    await page.getByText('Nobody has the key to sign with.').waitFor();
    await button.click();
    await page.getByText('Sealed: 1,204,343 events.').waitFor();
    await eventually(async () => expect(asked(api)).toBeGreaterThanOrEqual(2));
  });

  test('are not made by who only reads money', async () => {
    const api = new FakeApi();
    api.user = { ...api.user, role: 1, permissions: ['finance'] };
    const { page } = await open('/seals', { role: 1, api });
    await page.getByText('Sealed regularly').waitFor();
    expect(await page.getByRole('button', { name: 'Seal now' }).count()).toBe(0);
  });

  test('have heads to copy and download, page by page, and keys to copy', async () => {
    const { page } = await open('/seals', { role: 100 });
    const [newest] = ledgerSeals();
    await page.getByRole('button', { name: 'Copy the head of 1,204,331 events' }).click();
    await page.getByText('Head copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(newest?.note);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the head of 1,204,331 events' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('checkpoint-1204331.txt');
    expect(await readFile(await saved.path(), 'utf8')).toBe(newest?.note);
    await page.getByRole('button', { name: 'Copy Verifier key' }).first().click();
    await eventually(async () =>
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ledgerKeys()[0]?.vkey),
    );
    await page.getByText('event 1,104,200').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('button', { name: 'Copy the head of 1,186,441 events' }).waitFor();
    // What the last seal is does not change with the page.
    expect(await page.getByText('1,204,331', { exact: true }).count()).toBe(1);
  });

  test('of one size by two keys are two lines, each with its own head', async () => {
    const api = new FakeApi();
    const [newest, ...others] = ledgerSeals().slice(0, 3);
    if (newest === undefined) throw new Error('no seal');
    const note = newest.note.replace('\u2014 ', '\u2014 other-');
    const twice = { ...newest, position: newest.position + 1, note };
    api.when(/ledger\/seals$/u, () => sealsAnswer(null, 20, { items: [twice, newest, ...others] }));
    const { page, problems } = await open('/seals', { role: 100, api });
    const buttons = page.getByRole('button', { name: 'Download the head of 1,204,331 events' });
    await buttons.first().waitFor();
    for (const [line, head] of [twice, newest].entries()) {
      const saving = page.waitForEvent('download');
      await buttons.nth(line).click();
      expect(await readFile(await (await saving).path(), 'utf8')).toBe(head.note);
    }
    expect(problems).toEqual([]);
  });

  test('say of when they are where asking again fails, and grow no later by that nor by a wrong clock here', async () => {
    const api = new FakeApi();
    let asks = 0;
    // The server's clock is an hour behind.
    const at = nowS() - 3_600;
    api.when(/ledger\/seals$/u, () => {
      asks += 1;
      return asks === 1 ? sealsAnswer(null, 20, { at }) : refused('The ledger cannot be read.');
    });
    const { page } = await open('/seals', { role: 100, api, clock: true });
    await page.getByText('Sealed regularly').waitFor();
    await page.getByText('· 20 seconds ago').waitFor();
    expect(await page.getByText(/asking again has failed/u).count()).toBe(0);
    await page.clock.runFor(16_000);
    await page.getByText(/asking again has failed/u).waitFor();
    await page.clock.runFor(600_000);
    expect(await page.getByText('Seals are late').count()).toBe(0);
  });

  test('of earlier are checked in the browser', async () => {
    const { page, problems } = await open('/seals', { role: 100, api: await smallLedger() });
    const field = page.getByRole('textbox', { name: 'Head' });
    const check = page.getByRole('button', { name: 'Check' });
    const [kept, other] = [await headOf(KEPT), await headOf(KEPT - 1)];
    for (const [typed, said] of [
      ['no head', 'This is no head: name, number of events and root, a line each, are expected.'],
      [kept, 'It holds: the 13 events of this head are the beginning of the present 21.'],
      [
        kept.replace(/\n[^\n]{44}\n/u, `\n${other.split('\n')[2]}\n`),
        'It does not hold: the ledger does not begin with this head. Keep both heads as evidence.',
      ],
      [other, 'This ledger never sealed 12 events: the head is not from here, or seals were removed.'],
      [kept.replaceAll('ledgate/2f', 'ledgate/99'), /^This head is of another ledger: ledgate\/99/u],
      [
        kept.replace('\n13\n', '\n22\n'),
        'The head has 22 events, but only 21 are sealed: this ledger is older than the head, or was cut off.',
      ],
    ] as const) {
      await field.fill(typed);
      await check.click();
      await page.getByText(said).waitFor();
    }
    expect(problems).toEqual([]);
  });
});
