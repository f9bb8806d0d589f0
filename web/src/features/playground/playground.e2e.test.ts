import { expect } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi } from '../../testing/fake-api.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';

const CALL = '**/pg/chat/completions';
const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const stream = (...pieces: readonly object[]): string =>
  [...pieces.map((delta) => data({ choices: [{ delta }] })), 'data: [DONE]\n\n'].join('');
const answers = (page: Page, body: string, status = 200): Promise<unknown> =>
  page.route(CALL, (route) =>
    route.fulfill({
      status,
      body,
      contentType: status === 200 ? 'text/event-stream' : 'application/json',
      headers: { 'x-oneapi-request-id': 'req-play-1' },
    }),
  );
const bodyOf = (route: Route) => route.request().postDataJSON() as { messages: readonly unknown[] };
const ANSWER = [
  { reasoning_content: 'Two words.' },
  { content: '# Hello\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n' },
  { content: '`code` <img src="https://else.example/x.png" onerror="window.hit=1"> <script>window.hit=1</script>' },
];

await browserSuite('the playground', ({ open, test }) => {
  for (const variant of VARIANTS) {
    test(`has names for everything, fits, with an answer and a failure: ${variantName(variant)}`, async () => {
      const { page, problems } = await open('/playground', { role: 1, ...variant });
      await answers(page, stream(...ANSWER));
      await page.getByRole('textbox', { name: /^(Question|问题)$/u }).fill('Say hello in two words');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Hello' }).waitFor();
      await answers(
        page,
        `${data({ choices: [{ delta: { content: 'Half an' } }] })}${data({ error: { message: 'overloaded' } })}`,
      );
      await page.getByRole('textbox', { name: /^(Question|问题)$/u }).fill('And once more');
      await page.keyboard.press('Enter');
      await page.getByText('overloaded').waitFor();
      await page.getByText('Half an').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await eventually(async () => expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0));
      await shoot(page, `page-playground-${variantName(variant).replaceAll(' ', '-')}`);
      expect(problems).toEqual([]);
    });
  }

  test('nothing that a model wrote runs or is fetched', async () => {
    const { page } = await open('/playground', { role: 1 });
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await answers(page, stream(...ANSWER));
    await page.getByRole('textbox', { name: 'Question' }).fill('x');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'Hello' }).waitFor();
    expect(await page.evaluate(() => 'hit' in window)).toBe(false);
    expect(fetched.filter((url) => url.includes('else.example'))).toEqual([]);
  });

  test('sends what is chosen and what was said before, and an answer leads to its receipt', async () => {
    const { page } = await open('/playground', { role: 1 });
    const bodies: unknown[] = [];
    await page.route(CALL, async (route) => {
      bodies.push({ ...bodyOf(route), user: await route.request().headerValue('new-api-user') });
      await route.fulfill({
        body: stream({ content: 'Yes.' }),
        contentType: 'text/event-stream',
        headers: { 'x-oneapi-request-id': 'req-7' },
      });
    });
    await page.getByRole('combobox', { name: 'Group' }).selectOption('vip');
    await page.getByRole('combobox', { name: 'Temperature' }).selectOption('0.7');
    await page.getByRole('textbox', { name: 'Tokens of an answer at most' }).fill('50');
    await page.getByRole('textbox', { name: 'System prompt' }).fill('Be brief.');
    const question = page.getByRole('textbox', { name: 'Question' });
    await question.fill('line one');
    await question.press('Shift+Enter');
    await question.pressSequentially('line two');
    await question.press('Enter');
    await page.getByText('Yes.').waitFor();
    await question.fill('really?');
    await question.press('Enter');
    await eventually(async () => expect(await page.getByText('Yes.').count()).toBe(2));
    const first = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'line one\nline two' },
    ];
    const chosen = { model: 'gpt-4o-mini', group: 'vip', stream: true, temperature: 0.7, max_tokens: 50, user: '2' };
    expect(bodies).toEqual([
      { ...chosen, messages: first },
      {
        ...chosen,
        messages: [...first, { role: 'assistant', content: 'Yes.' }, { role: 'user', content: 'really?' }],
      },
    ]);
    await page.getByRole('link', { name: 'Receipt' }).last().click();
    await page.waitForURL('**/receipt/req-7');
    await page.goBack();
    await eventually(async () => expect(await page.getByText('Yes.').count()).toBe(2));
    await page.reload();
    expect(await page.getByRole('combobox', { name: 'Group' }).inputValue()).toBe('vip');
    await page.getByText('Ask something', { exact: true }).waitFor();
  });

  test('a refusal stands in the reply with its request id, keeps the question, and can be asked again', async () => {
    const { page } = await open('/playground', { role: 1 });
    await answers(page, JSON.stringify({ error: { message: 'user quota is not enough', type: 'x' } }), 403);
    await page.getByRole('textbox', { name: 'Question' }).fill('hello');
    await page.keyboard.press('Enter');
    await page.getByText('user quota is not enough').waitFor();
    await page.getByRole('button', { name: 'Copy Request id' }).waitFor();
    await answers(page, stream({ content: 'Now it works.' }));
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.getByText('Now it works.').waitFor();
    expect(await page.getByText('user quota is not enough').count()).toBe(0);
  });

  test('a stream without an end is said to have broken off; one that waits can be stopped', async () => {
    const { page } = await open('/playground', { role: 1 });
    await answers(page, data({ choices: [{ delta: { content: 'Half' } }] }));
    await page.getByRole('textbox', { name: 'Question' }).fill('hello');
    await page.keyboard.press('Enter');
    await page.getByText('The answer broke off.').waitFor();
    await page.route(CALL, () => undefined);
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped').waitFor();
    await page.getByRole('button', { name: 'New conversation' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'New conversation' }).click();
    await page.getByText('Ask something', { exact: true }).waitFor();
  });

  test('a session that has ended is renewed over the page, and the question goes on', async () => {
    const { page } = await open('/playground', { role: 1 });
    await answers(page, JSON.stringify({ error: { message: 'sign in again' } }), 401);
    await page.getByRole('textbox', { name: 'Question' }).fill('hello');
    await page.keyboard.press('Enter');
    const over = page.getByRole('dialog');
    await over.waitFor();
    await page.unroute(CALL);
    await answers(page, stream({ content: 'Welcome back.' }));
    await over.getByLabel('Password').fill('a long secret');
    await over.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Welcome back.').waitFor();
    await page.getByText('hello', { exact: true }).waitFor();
  });

  test('nothing is sent for somebody else who has signed in, nor with a maximum that is none', async () => {
    const { page } = await open('/playground', { role: 1 });
    let calls = 0;
    await page.route(CALL, async (route) => {
      calls += 1;
      await route.fulfill({ body: stream({ content: 'Yes.' }), contentType: 'text/event-stream' });
    });
    const question = page.getByRole('textbox', { name: 'Question' });
    await question.fill('hello');
    await page.getByRole('textbox', { name: 'Tokens of an answer at most' }).fill('many');
    await page.getByText('A whole number from 0').waitFor();
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Tokens of an answer at most' }).fill('0');
    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('user') ?? '{}') as object;
      localStorage.setItem('user', JSON.stringify({ ...user, id: 77, username: 'else' }));
    });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Not sent: nobody, or somebody else, is signed in here.').waitFor();
    expect(calls).toBe(0);
  });

  test('says so where no model is to be had', async () => {
    const api = new FakeApi();
    api.when(/^GET \/api\/user\/models$/u, () => ({ status: 200, body: { success: true, message: '', data: [] } }));
    const { page } = await open('/playground', { role: 1, api });
    await page.getByText('No models are available to your group').waitFor();
  });
});
