import { expect } from '@jest/globals';
import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi, type FakeCall, refused } from '../../testing/fake-api.ts';
import { channel, channelRun } from '../../testing/fixtures.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { openRowMenu } from '../../testing/row-actions.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';

/** Of a row: the page has a menu of its own at 390 px. */
const ACTIONS_OF_ONE = /^Actions for (?!all channels)|^(?!全部渠道).* 的操作$/u;
const UNPRICED = /^POST \/api\/channel\/unpriced$/u;

/** An api in which nothing prices a name that begins with `house-`, by the form or by the channels in its list. */
function unpricedApi(calls: 'ratio' | 'refuse', wide = ''): FakeApi {
  const api = new FakeApi();
  const unpriced_models = [
    { model: 'house-large', billed_as: 'house-large' },
    { model: 'fast', billed_as: 'house-small' },
  ];
  api.channels = [
    channel(1, `House models${wide}`, {
      models: 'gpt-4o,house-large,fast',
      model_mapping: '{"fast": "house-small"}',
      unpriced_models,
      tag: 'west',
    }),
    channel(2, 'Priced'),
  ];
  api.when(UNPRICED, (call) => ({
    status: 200,
    body: { success: true, message: '', data: { models: unpricedOf(call), calls } },
  }));
  return api;
}

function unpricedOf({ body }: FakeCall): readonly { readonly model: string; readonly billed_as: string }[] {
  const { models, model_mapping } = body as { readonly models: string; readonly model_mapping: string };
  const mapping = JSON.parse(model_mapping || '{}') as Readonly<Record<string, string>>;
  return models
    .split(',')
    .map((model) => ({ model, billed_as: mapping[model] ?? model }))
    .filter(({ billed_as: billed }) => billed.startsWith('house-'));
}

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

  test('its drawer has an address: in another browser it opens the same, Back and closing lead to the filtered list', async () => {
    const { page } = await open('/channel?q=open', { role: 100 });
    const drawer = page.getByRole('dialog');
    const question = page.getByRole('alertdialog');
    const isAt = (address: string) => page.waitForURL((url) => `${url.pathname}${url.search}` === address);
    await page.getByRole('button', { name: 'Actions for OpenAI primary' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await drawer.getByLabel('Name').fill('Renamed');
    await isAt('/channel/edit/1?q=open');
    await page.evaluate(() => history.back());
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await drawer.getByLabel('Name').inputValue()).toBe('Renamed');
    await page.evaluate(() => history.back());
    await question.getByRole('button', { name: 'Discard' }).click();
    await drawer.waitFor({ state: 'detached' });
    await isAt('/channel?q=open');
    await page.waitForFunction(
      () => document.activeElement?.getAttribute('aria-label') === 'Actions for OpenAI primary',
    );
    await page.getByRole('button', { name: 'New channel' }).click();
    await drawer.waitFor();
    await isAt('/channel/add?q=open');
    await page.keyboard.press('Escape');
    await isAt('/channel?q=open');

    const { page: other } = await open('/channel/edit/4?q=open', { role: 100 });
    const same = other.getByRole('dialog', { name: 'Edit Trial account' });
    await same.getByLabel('Name').fill('Trial, renamed');
    expect(await other.locator('[data-row]').count()).toBe(2);
    await same.getByRole('button', { name: 'Save' }).click();
    await same.waitFor({ state: 'detached' });
    expect(new URL(other.url()).pathname).toBe('/channel');
    await other.goto(other.url().replace('/channel', '/channel/edit/99'));
    await other.getByRole('dialog', { name: 'Channels #99' }).getByText('There is no such channel.').waitFor();
    await shoot(other, 'test-channel-missing');
    await other.keyboard.press('Escape');
    await other.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(other.url()).search).toBe('?q=open');
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
    await page.getByText('1 of 2 keys put aside').waitFor();
    await openRowMenu(page, ACTIONS_OF_ONE);
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('The channel has 2 keys').waitFor();
    const spent = drawer.getByText('Key 8 is put aside: account_deactivated');
    await spent.waitFor();
    expect(await drawer.getByLabel('Key', { exact: true }).inputValue()).toBe('');
    await drawer.getByRole('button', { name: 'Enable key 8' }).click();
    await spent.waitFor({ state: 'detached' });
    expect(api.bodies).toContainEqual({ id: 1, number: 8 });
  });

  test('a key in parts is asked for part by part, or a line each, and pasted whole', async () => {
    const { page, api } = await open('/channel', { role: 100 });
    await page.getByRole('button', { name: 'New channel' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Type').selectOption('AWS Claude');
    await drawer.getByLabel('Name').fill('Bedrock');
    await drawer.getByLabel('Models', { exact: true }).fill('claude,');
    await drawer.getByLabel('Access key').fill('AKID');
    await drawer.getByRole('button', { name: 'Create' }).click();
    await eventually(async () => expect(await drawer.getByText('This field is required.').count()).toBe(2));
    await drawer.getByLabel('Secret key').fill('secret');
    await drawer.getByLabel('Region').fill('eu-central-1');
    await drawer.getByText('Several keys').click();
    expect(await drawer.getByRole('textbox', { name: /^Key/u }).inputValue()).toBe('AKID|secret|eu-central-1');
    await drawer.getByRole('textbox', { name: /^Key/u }).fill('AKID|secret|eu-central-1\nAKID|');
    await drawer.getByRole('button', { name: 'Create' }).click();
    await drawer.getByText('Each key is AccessKey|SecretKey|Region; key 2 is not.').waitFor();
    await drawer.getByRole('textbox', { name: /^Key/u }).fill('');
    await drawer.getByText('Several keys').click();
    await drawer.getByLabel('Access key').fill('AKID2|secret2|us-east-1');
    expect(await drawer.getByLabel('Region').inputValue()).toBe('us-east-1');
    await drawer.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('row', { name: /Bedrock/u }).waitFor();
    expect(api.bodies).toContainEqual(expect.objectContaining({ type: 33, key: 'AKID2|secret2|us-east-1' }));
  });

  for (const variant of VARIANTS) {
    test(`what each type needs fits into the form: ${variantName(variant)}`, async () => {
      const zh = variant.language === 'zh';
      const { page, problems } = await open('/channel', { role: 100, ...variant });
      await page.getByRole('button', { name: zh ? '新建渠道' : 'New channel' }).click();
      const drawer = page.getByRole('dialog');
      for (const [type, needed] of [
        ['AWS Claude', zh ? '访问密钥' : 'Access key'],
        ['Vertex AI', zh ? '部署地区' : 'Region'],
        ['iFlytek Spark', zh ? 'API 私钥' : 'API secret'],
      ] as const) {
        await drawer.getByRole('combobox').first().selectOption(type);
        await drawer.getByLabel(needed).waitFor();
        await drawer.getByRole('button', { name: zh ? '创建' : 'Create', exact: true }).click();
        expect(await accessibilityProblems(page)).toEqual([]);
        await eventually(async () => expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0));
        await shoot(page, `drawer-channel-needs-${type.split(' ')[0]}-${variantName(variant).replaceAll(' ', '-')}`);
      }
      expect(problems).toEqual([]);
    });
  }

  test('what a channel changes of its requests is told in words, refused at its field, and sent with its settings', async () => {
    const api = new FakeApi();
    api.channels = [
      channel(1, 'Changing', { setting: '{"proxy":"http://p:1","override":{"body":{"remove":["seed"]}}}' }),
    ];
    const { page } = await open('/channel', { role: 100, api });
    await openRowMenu(page, ACTIONS_OF_ONE);
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Removes seed').waitFor();
    expect(await drawer.getByLabel('Settings (JSON)').inputValue()).toBe('{"proxy":"http://p:1"}');
    const override = drawer.getByLabel('Override (JSON)');
    await override.fill('{"headers":{"set":{"Host":"a"}}}');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByText('headers.set.Host: is no header that a channel can change.').waitFor();
    expect(await override.getAttribute('aria-invalid')).toBe('true');
    await override.fill('{"body":{"set":{"model":"gpt-4o","n":2},"rename":{"max_tokens":"max_completion_tokens"}}}');
    await drawer.getByText('Asked for and billed as gpt-4o').waitFor();
    await drawer.getByText('Renames max_tokens → max_completion_tokens').waitFor();
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.waitFor({ state: 'detached' });
    const sent = api.bodies.findLast((body) => (body as { readonly id?: number } | undefined)?.id === 1);
    expect(JSON.parse((sent as { readonly setting: string }).setting)).toEqual({
      proxy: 'http://p:1',
      override: {
        body: { set: { model: 'gpt-4o', n: 2 }, rename: { max_tokens: 'max_completion_tokens' } },
      },
    });
  });

  for (const variant of VARIANTS) {
    test(`an override fits into its form: ${variantName(variant)}`, async () => {
      const zh = variant.language === 'zh';
      const api = new FakeApi();
      const override = {
        body: {
          set: { model: 'gpt-4o', 'response_format.json_schema.strict': true },
          rename: { max_tokens: 'max_completion_tokens' },
        },
        headers: { set: { 'X-Team': 'a' }, remove: ['OpenAI-Beta'] },
      };
      api.channels = [channel(1, 'Changing', { setting: JSON.stringify({ override }) })];
      const { page, problems } = await open('/channel', { role: 100, api, ...variant });
      await openRowMenu(page, ACTIONS_OF_ONE);
      await page.getByRole('menuitem', { name: zh ? '编辑' : 'Edit' }).click();
      const drawer = page.getByRole('dialog');
      const field = drawer.getByLabel(zh ? '覆盖（JSON）' : 'Override (JSON)');
      await field.scrollIntoViewIfNeeded();
      await drawer.getByText(zh ? '按 gpt-4o 发送并计费' : 'Asked for and billed as gpt-4o').scrollIntoViewIfNeeded();
      expect(await accessibilityProblems(page)).toEqual([]);
      await eventually(async () => expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0));
      await shoot(page, `drawer-channel-override-${variantName(variant).replaceAll(' ', '-')}`);
      await field.fill('{"body":{"set":{"max_tokens":"many"}}}');
      await drawer.getByRole('button', { name: zh ? '保存' : 'Save' }).click();
      await drawer.getByText(/body\.set\.max_tokens: /u).waitFor();
      await shoot(page, `drawer-channel-override-wrong-${variantName(variant).replaceAll(' ', '-')}`);
      expect(problems).toEqual([]);
    });

    test(`keys that are put aside fit into row and form: ${variantName(variant)}`, async () => {
      const zh = variant.language === 'zh';
      const api = new FakeApi();
      const aside = { state: 2, reason: 'Your account is not active, please check your billing details.', time: 1 };
      const keys = [7, 8, 9].map((number) => ({
        number,
        ...(number === 7 ? { state: 1, reason: '', time: 0 } : aside),
      }));
      api.channels = [channel(1, 'Several keys', { keys })];
      const { page, problems } = await open('/channel', { role: 100, api, ...variant });
      const picture = variantName(variant).replaceAll(' ', '-');
      await page.getByText(zh ? /3 个.*2 个/u : '2 of 3 keys put aside').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await eventually(async () => expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0));
      await shoot(page, `page-channel-keys-${picture}`);

      await openRowMenu(page, ACTIONS_OF_ONE);
      await page.getByRole('menuitem', { name: zh ? '编辑' : 'Edit' }).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByText(aside.reason).first().waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await eventually(async () => expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0));
      await shoot(page, `drawer-channel-keys-${picture}`);
      expect(problems).toEqual([]);
    });
  }

  test('limits of its calls are part of a channel', async () => {
    const api = new FakeApi();
    api.channels = [channel(1, 'Limited', { limits: { rpm: 500, tpm: 0, parallel: 20 } })];
    const { page } = await open('/channel', { role: 100, api });
    await openRowMenu(page, ACTIONS_OF_ONE);
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const limits = page.getByRole('dialog').getByRole('group', { name: 'Limits of calls' });
    expect(await limits.getByLabel('Requests a minute').inputValue()).toBe('500');
    await limits.getByLabel('Tokens a minute').fill('90000');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(api.bodies).toContainEqual(expect.objectContaining({ limits: { rpm: 500, tpm: 90_000, parallel: 20 } }));
  });

  test('several keys make one channel where that is asked for', async () => {
    const { page, api } = await open('/channel', { role: 100 });
    await page.getByRole('button', { name: 'New channel' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Name').fill('Many keys');
    await drawer.getByLabel('Key').fill('sk-one\nsk-two');
    await drawer.getByRole('button', { name: 'Add the type’s models' }).click();
    await drawer.getByText('One channel for all lines').click();
    await drawer.getByRole('button', { name: 'Create' }).click();
    await drawer.waitFor({ state: 'detached' });
    expect(api.bodies).toContainEqual(expect.objectContaining({ key: 'sk-one\nsk-two', multi_key: true }));
  });

  test('one whose type is no longer offered says so in its form', async () => {
    const api = new FakeApi();
    api.channels = [channel(1, 'Older than its provider', { type: channelTypeNamed('aiProxy').code })];
    const { page } = await open('/channel', { role: 100, api });
    await openRowMenu(page, ACTIONS_OF_ONE);
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const drawer = page.getByRole('dialog');
    const about = drawer.getByText('This type is no longer offered');
    await about.waitFor();
    await drawer.getByLabel('Type').selectOption('OpenAI');
    await about.waitFor({ state: 'detached' });
  });

  test('a long name keeps clear of the button that closes', async () => {
    const api = new FakeApi();
    api.channels = [channel(1, 'A provider whose name goes on and on, for whoever has many of them')];
    const { page } = await open('/channel', { role: 100, api, width: 390, height: 844 });
    await openRowMenu(page, ACTIONS_OF_ONE);
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

  test('all are tested: the top bar says how far it is on any page and after a reload, stops it, and tells the end', async () => {
    const { page, api, problems } = await open('/channel', { role: 100 });
    await page.getByRole('button', { name: 'Test all' }).click();
    const running = { ...channelRun({ total: 5 }), age: 3 };
    api.channelRuns = [{ ...running, done: 2, failed: 1 }];
    const place = page.getByRole('button', { name: /^Test all channels: 2 of 5$/u });
    await place.waitFor();
    expect(await page.getByRole('button', { name: 'Test all', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('navigation').getByRole('link', { name: 'Tokens', exact: true }).click();
    await page.getByRole('heading', { name: 'Tokens', level: 1 }).waitFor();
    await page.reload();
    await place.waitFor();
    await place.click();
    await page.getByText('1 failed').waitFor();
    await page.getByRole('button', { name: 'Stop: Test all channels' }).click();
    await page.getByText('Stops after the call that is on its way').waitFor();
    expect(api.bodies).toContainEqual({ kind: 'tests' });
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Show channels' }).click();
    await page.getByRole('heading', { name: 'Channels', level: 1 }).waitFor();
    api.channelRuns = [{ ...running, state: 'ended', done: 5, failed: 1 }];
    await page.getByText('All channels tested, 1 of 5 failed').waitFor();
    await page.getByRole('button', { name: /^Test all channels: 5 of 5$/u }).click();
    await page.getByText('4 of 5 done').waitFor();
    await page.getByRole('button', { name: 'Clear what has ended' }).click();
    await place.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Test all', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^Test all channels/u }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('a test of all that is quick is told by its toast alone, and one that somebody else has begun is found', async () => {
    const { page, api } = await open('/channel', { role: 100 });
    api.when(/^GET \/api\/channel\/test$/u, () => {
      api.channelRuns = [channelRun({ state: 'ended', done: 5 })];
      return { status: 200, body: { success: true, message: '', data: null } };
    });
    await page.getByRole('button', { name: 'Test all' }).click();
    await page.getByText('All channels tested, 5 passed').waitFor();
    expect(await page.getByRole('button', { name: /^Test all channels/u }).count()).toBe(0);
    api.channelRuns = [channelRun({ number: 2, asked_by: 9, done: 1, age: 40 })];
    await page.reload();
    await page.getByRole('button', { name: /^Test all channels: 1 of 5$/u }).waitFor();
    api.channelRuns = [channelRun({ number: 2, asked_by: 9, done: 1, age: 42, state: 'broken' })];
    await page.getByText('Test all channels: 1 of 5 done; Broke off: its server process ended').waitFor();
    await page.getByRole('button', { name: /^Test all channels: 1 of 5$/u }).click();
    await page.getByText('1 of 5 done · 4 not begun · Broke off: its server process ended').waitFor();
  });

  test('a balance is asked for by a press, and the words of one that cannot be read are shown', async () => {
    const { page } = await open('/channel', { role: 100, width: 1440 });
    await page.getByRole('button', { name: 'Balance of OpenAI primary: $84.20. Ask again' }).click();
    await page.getByText('OpenAI primary: $12.50 left').waitFor();
    await page.getByRole('button', { name: 'Balance of OpenAI primary: $12.50. Ask again' }).waitFor();
    await page.getByRole('button', { name: 'Ask for the balance of Local inference cluster' }).click();
    await page.getByText('llm.example.org cannot be reached').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('all balances are asked for, with what failed and what was disabled', async () => {
    const { page, api } = await open('/channel', { role: 100 });
    await page.getByRole('button', { name: 'Update balances' }).click();
    await page.getByText('2 balances updated').waitFor();
    api.when(/^GET \/api\/channel\/update_balance$/u, () => {
      api.runBalances({ state: 'ended', total: 3, done: 3, failed: 1 });
      return {
        status: 200,
        body: {
          success: true,
          message: '',
          data: {
            asked: 3,
            failed: 1,
            failures: [{ id: 3, name: 'Far', error: 'far.example cannot be reached.' }],
            disabled: [{ id: 2, name: 'Poor' }],
          },
        },
      };
    });
    await page.getByRole('button', { name: 'Update balances' }).click();
    await page
      .getByText(
        '2 balances updated; 1 failed: Far: far.example cannot be reached.; disabled, since nothing is left: Poor',
      )
      .waitFor();
    expect(await page.getByText(/^All balances/u).count()).toBe(0);
  });

  test('all balances that are stopped are told as that, and their end by the page that was loaded meanwhile', async () => {
    const { page, api } = await open('/channel', { role: 100 });
    let answer = (): void => undefined;
    api.when(/^GET \/api\/channel\/update_balance$/u, async () => {
      api.runBalances({ total: 5, done: 1, age: 3 });
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return {
        status: 200,
        body: { success: true, message: '', data: { asked: 3, failed: 1, failures: [], disabled: [] } },
      };
    });
    await page.getByRole('button', { name: 'Update balances' }).click();
    await page.getByRole('button', { name: /^Update balances: 1 of 5$/u }).waitFor();
    api.channelRuns = api.channelRuns.map((run) => ({ ...run, state: 'stopped', done: 3, failed: 1 }));
    answer();
    await page.getByText('Update balances: 2 of 5 done; 1 failed; Stopped before its end', { exact: true }).waitFor();
    expect(await page.getByText('2 balances updated').count()).toBe(0);

    api.runBalances({ total: 5, done: 1, age: 3 });
    await page.reload();
    await page.getByRole('button', { name: /^Update balances: 1 of 5$/u }).waitFor();
    api.channelRuns = api.channelRuns.map((run) => ({ ...run, state: 'ended', done: 5, failed: 2 }));
    const end = page.getByText('All balances asked for, 2 of 5 failed', { exact: true });
    await end.waitFor();
    expect(await end.count()).toBe(1);
  });

  for (const variant of VARIANTS) {
    test(`the form tells the last test with its reason: ${variantName(variant)}`, async () => {
      const zh = variant.language === 'zh';
      const api = new FakeApi();
      api.channels = [channel(1, 'Broken', { test_passed: false, response_time: 7 })];
      const { page, problems } = await open('/channel', { role: 100, api, ...variant });
      await openRowMenu(page, /Actions for Broken|Broken 的操作/u);
      await page.getByRole('menuitem', { name: zh ? '编辑' : 'Edit' }).click();
      const last = page.getByRole('dialog').getByRole('region', { name: zh ? '上次测试' : 'Last test' });
      await last.getByText('Incorrect API key provided').waitFor();
      await last.getByText(zh ? '失败' : 'Failed').waitFor();
      await last.getByText('gpt-4o', { exact: true }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await shoot(page, `drawer-channel-last-test-${variantName(variant).replaceAll(' ', '-')}`);
      expect(problems).toEqual([]);
    });

    test(`models without a price are told in the row and in the form, which fit: ${variantName(variant)}`, async () => {
      const zh = variant.language === 'zh';
      const api = unpricedApi('ratio', ' of the second data centre');
      const { page, problems } = await open('/channel', { role: 100, api, ...variant });
      const picture = variantName(variant).replaceAll(' ', '-');
      const sign = page.getByText(zh ? '2 个模型没有价格' : '2 models without a price', { exact: true });
      await sign.waitFor();
      expect(await sign.count()).toBe(1);
      expect(await sign.getAttribute('title')).toBe('house-large, fast → house-small');
      expect(await accessibilityProblems(page)).toEqual([]);
      await eventually(async () => expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0));
      await shoot(page, `page-channel-unpriced-${picture}`);

      await openRowMenu(page, ACTIONS_OF_ONE);
      await page.getByRole('menuitem', { name: zh ? '编辑' : 'Edit' }).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByText('house-large, fast → house-small').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await shoot(page, `drawer-channel-unpriced-${picture}`);
      expect(problems).toEqual([]);
    });
  }

  test('models without a price are named as they are typed, also of a new channel, and as the mapping says', async () => {
    const { page, api } = await open('/channel', { role: 100, api: unpricedApi('refuse') });
    await page.getByRole('button', { name: 'New channel' }).click();
    const drawer = page.getByRole('dialog');
    const note = drawer.getByRole('status');
    const models = drawer.getByLabel('Models', { exact: true });
    await models.fill('gpt-4o,house-large,');
    await note.getByText('Nothing prices this model:').waitFor();
    await note.getByText('house-large', { exact: true }).waitFor();
    await note.getByText('Calls are refused.').waitFor();
    expect(await note.getByRole('link', { name: 'Set prices' }).getAttribute('href')).toBe('/pricebook');
    // The form stays as it is.
    expect(await note.getByRole('link', { name: 'Set prices' }).getAttribute('target')).toBe('_blank');

    const mapping = drawer.getByLabel('Model mapping');
    await mapping.fill('{"gpt-4o": "house-');
    await models.fill('o3-mini,');
    // While the mapping is no JSON nothing is asked, and what is known stays.
    await note.getByText('house-large', { exact: true }).waitFor();
    await mapping.fill('{"gpt-4o": "house-small"}');
    await note.getByText('gpt-4o → house-small, house-large').waitFor();
    await note.getByText('Nothing prices these 2 models:').waitFor();
    await mapping.fill('{"gpt-4o": "o3-mini", "house-large": "gpt-4o"}');
    await eventually(async () => expect(await note.innerText()).toBe(''));
    const asked = api.bodies.filter((body) => typeof body === 'object' && body !== null && 'model_mapping' in body);
    expect(asked.map((body) => (body as { model_mapping: string }).model_mapping)).not.toContain('{"gpt-4o": "house-');
    expect(api.calls).not.toContain('POST /api/channel');
  });

  test('what nothing prices is asked again while somebody looks at the form, and not while nobody does', async () => {
    const { page, api } = await open('/channel', { role: 100, api: unpricedApi('refuse') });
    await page.clock.install();
    await page.reload();
    await page.getByRole('button', { name: 'New channel' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Models', { exact: true }).fill('house-large,');
    await page.clock.runFor(1_000);
    await drawer.getByRole('status').getByText('house-large', { exact: true }).waitFor();
    const asked = (): number => api.calls.filter((call) => UNPRICED.test(call)).length;
    const look = (state: 'visible' | 'hidden') =>
      page.evaluate((now) => {
        Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      }, state);
    const first = asked();
    await page.clock.runFor(31_000);
    await eventually(async () => expect(asked()).toBe(first + 1));
    await look('hidden');
    await page.clock.runFor(95_000);
    await look('visible');
    expect(asked()).toBe(first + 1);
    await page.clock.runFor(31_000);
    await eventually(async () => expect(asked()).toBeGreaterThan(first + 1));
  });

  test('many models without a price are counted beyond the first twelve, and taking them out takes the note away', async () => {
    const { page } = await open('/channel', { role: 10, api: unpricedApi('ratio') });
    await page.getByRole('button', { name: 'New channel' }).click();
    const drawer = page.getByRole('dialog');
    const note = drawer.getByRole('status');
    const names = Array.from({ length: 14 }, (_, at) => `house-${at + 1}`);
    await drawer.getByLabel('Models', { exact: true }).fill(names.join(','));
    await note.getByText('Nothing prices these 14 models:').waitFor();
    await note.getByText(`${names.slice(0, 12).join(', ')}, and 2 more`).waitFor();
    await note.getByText('Calls are charged at the model ratio 30.').waitFor();
    // Only root changes prices.
    expect(await note.getByRole('link').count()).toBe(0);
    await drawer.getByRole('button', { name: 'Remove all' }).click();
    await eventually(async () => expect(await note.innerText()).toBe(''));
  });

  test('where nobody can tell whether models have a price, the form says so and is saved all the same', async () => {
    const api = new FakeApi();
    api.when(UNPRICED, () => refused('The ledger is not reachable.'));
    const { page } = await open('/channel', { role: 100, api });
    await page.getByRole('button', { name: 'New channel' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Name').fill('Blind');
    await drawer.getByLabel('Key').fill('sk-upstream');
    await drawer.getByLabel('Models', { exact: true }).fill('gpt-4o,');
    await drawer.getByText('Whether these models have a price cannot be told now.').waitFor();
    await drawer.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('row', { name: /Blind/u }).waitFor();
  });
});
