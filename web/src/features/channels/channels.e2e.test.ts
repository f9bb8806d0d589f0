import { expect } from '@jest/globals';
import { browserSuite } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi } from '../../testing/fake-api.ts';
import { channel } from '../../testing/fixtures.ts';

await browserSuite('channels', ({ open, test }) => {
  test('one is created with the models of its type', async () => {
    const { page, api } = await open('/channel', { role: 100 });
    await page.getByRole('button', { name: 'New channel' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Create' }).click();
    await eventually(async () => expect(await drawer.getByText('This field is required.').count()).toBe(3));
    await drawer.getByLabel('Name').fill('Backup');
    await drawer.getByLabel('Key').fill('sk-upstream');
    await drawer.getByRole('button', { name: 'Add the type’s models' }).click();
    await drawer.getByLabel('Model mapping').fill('{not json');
    await drawer.getByRole('button', { name: 'Create' }).click();
    await drawer.getByText('Model mapping must be valid JSON.').waitFor();
    await drawer.getByLabel('Model mapping').fill('{"a": "b"}');
    await drawer.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('row', { name: /Backup/u }).waitFor();
    expect(api.bodies).toContainEqual(
      expect.objectContaining({
        type: 1,
        name: 'Backup',
        key: 'sk-upstream',
        models: 'gpt-4o,gpt-4o-mini,o3-mini',
        group: 'default',
        model_mapping: '{"a": "b"}',
      }),
    );
  });

  test('an address that is none is told at its field, and what the server refuses is told by its name', async () => {
    const { page, api } = await open('/channel', { role: 100 });
    await page.getByRole('button', { name: 'New channel' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Name').fill('Elsewhere');
    await drawer.getByLabel('Key').fill('sk-upstream');
    await drawer.getByRole('button', { name: 'Add the type’s models' }).click();
    const address = drawer.getByLabel('Base URL');
    await address.fill('api.example.com');
    await drawer.getByRole('button', { name: 'Create' }).click();
    await drawer.getByText('An address that begins with http:// or https://.').waitFor();
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    await eventually(async () =>
      expect(await address.evaluate((field) => field === document.activeElement)).toBe(true),
    );
    expect(api.calls).not.toContain('POST /api/channel');

    api.when(/^POST \/api\/channel$/u, () => ({
      status: 200,
      body: { success: false, message: 'base_url is not accepted: http:// or https:// expected.' },
    }));
    await address.fill('http://[');
    await drawer.getByRole('button', { name: 'Create' }).click();
    await drawer.getByText('base_url is not accepted').waitFor();
    expect(await address.inputValue()).toBe('http://[');
  });

  test('a test says how long it took, or what the upstream said', async () => {
    const { page } = await open('/channel', { role: 100 });
    await page.getByRole('button', { name: 'Test OpenAI primary' }).click();
    await page.getByText('OpenAI primary answered in 830 ms').waitFor();
    await page.getByRole('button', { name: 'Test Trial account' }).click();
    await page.getByText('Trial account, after 210 ms: The test failed: invalid api key').waitFor();
  });

  test('the keys of a channel are counted, and who is disabled says why; none is shown', async () => {
    const api = new FakeApi();
    const key = { state: 1, reason: '', time: 0 };
    api.channels = [
      channel(1, 'Several keys', {
        keys: [
          { ...key, number: 7 },
          { ...key, number: 8, state: 2, reason: 'account_deactivated' },
        ],
      }),
    ];
    const { page } = await open('/channel', { role: 100, api });
    await page.getByRole('button', { name: /^Actions for/u }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('The channel has 2 keys').waitFor();
    await drawer.getByText('Key 8 is disabled: account_deactivated').waitFor();
    expect(await drawer.getByLabel('Key').inputValue()).toBe('');
  });

  test('a long name keeps clear of the button that closes', async () => {
    const api = new FakeApi();
    api.channels = [channel(1, 'A provider whose name goes on and on, for whoever has many of them')];
    const { page } = await open('/channel', { role: 100, api, width: 390, height: 844 });
    await page.getByRole('button', { name: /^Actions for/u }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const title = page.getByRole('dialog').getByRole('heading');
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
    await eventually(async () => {
      const [text, button] = [await title.boundingBox(), await close.boundingBox()];
      expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0);
    });
  });

  test('priority is changed in its row and checked', async () => {
    const { page, api } = await open('/channel', { role: 100 });
    const priority = page.getByLabel('Priority of OpenAI spare');
    await priority.fill('7.5');
    await priority.press('Enter');
    await page.getByText('Priority must be an integer').waitFor();
    expect(await priority.inputValue()).toBe('5');
    await priority.fill('12');
    await priority.press('Enter');
    await page.getByText('OpenAI spare saved').waitFor();
    expect(api.bodies).toContainEqual({ id: 2, priority: 12 });
  });

  test('one whose last test failed says so, not how quick it was', async () => {
    const api = new FakeApi();
    api.channels = [channel(1, 'Broken', { test_passed: false, response_time: 7 }), channel(2, 'Whole')];
    const { page } = await open('/channel', { role: 100, api });
    await page
      .getByRole('row', { name: /Broken/u })
      .getByText('Failed, 7 ms')
      .waitFor();
    await page.getByRole('row', { name: /Whole/u }).getByText('640 ms', { exact: true }).waitFor();
  });
});
