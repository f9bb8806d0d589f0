import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { ORIGIN } from '../../testing/console-page.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi } from '../../testing/fake-api.ts';

const CHATS = [{ 'First chat': 'https://chat.example/#k={key}&u={address}' }, { Wrong: 'javascript:alert(1)' }];
const apiWith = (status: object): FakeApi => {
  const api = new FakeApi();
  api.status = { ...api.status, ...status };
  return api;
};

await browserSuite('chats of other sites', ({ open, test }) => {
  test('stand in the menu and under a token, and open with a key and our address', async () => {
    const api = apiWith({ chats: CHATS });
    const { page } = await open('/token', { role: 1, api });
    const key = api.tokens.find(({ status }) => status === 1)?.key ?? '';
    await page.route('https://chat.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>hello</p>' }),
    );
    await page.getByRole('navigation').getByRole('link', { name: 'First chat' }).click();
    await page.waitForURL('**/chat/0');
    const expected = `https://chat.example/#k=sk-${key}&u=${encodeURIComponent(ORIGIN)}`;
    const frame = page.locator('iframe');
    await frame.waitFor();
    expect([await frame.getAttribute('src'), await frame.getAttribute('title')]).toEqual([expected, 'First chat']);
    await shoot(page, 'test-chat');
    await page.goBack();
    await page
      .getByRole('button', { name: /^Actions/u })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Chat: First chat' }).waitFor();
  });

  test('say what is missing: a chat, a right link, a token, which leads to the tokens', async () => {
    const { page } = await open('/chat', { role: 1 });
    await page.getByRole('heading', { name: 'No chat is configured' }).waitFor();
    const wrong = await open('/chat/1', { role: 1, api: apiWith({ chats: CHATS }) });
    await wrong.page.getByRole('heading', { name: 'The chat link is wrong' }).waitFor();
    const api = apiWith({ chats: CHATS });
    api.tokens = api.tokens.map((token) => ({ ...token, status: 2 }));
    const poor = await open('/chat/0', { role: 1, api });
    await poor.page.getByRole('heading', { name: 'No enabled token available' }).waitFor();
    await poor.page.waitForURL('**/token');
  });

  test('the link to the second chat leaves the console', async () => {
    const { page } = await open('/', { role: 1, api: apiWith({ chat_link2: 'https://two.example/{key}' }) });
    await page.route('https://two.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>two</p>' }),
    );
    await page.goto(`${ORIGIN}/chat2link`);
    await eventually(async () => expect(page.url()).toMatch(/^https:\/\/two\.example\/sk-/u));
  });
});
