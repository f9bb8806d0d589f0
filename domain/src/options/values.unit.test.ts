import { describe, expect, it } from '@jest/globals';
import { CREDIT_MAX } from '../account/limits.ts';
import { priceOptionValues } from '../pricebook/options.ts';
import { defaultPriceBook } from '../pricing/defaults.ts';
import type { StoredOptionKey } from './registry.ts';
import { publicOptions } from './public-options.ts';
import { optionValues, withPrices } from './values.ts';

const read = (key: StoredOptionKey, text: string): unknown => optionValues(new Map([[key, text]]))[key];

describe('option values', () => {
  it('are numbers, truths and texts, those saved over the defaults', () => {
    const values = optionValues(
      new Map([
        ['RetryTimes', '3'],
        ['CheckSensitiveEnabled', 'false'],
        ['ServerAddress', 'https://gate.example'],
      ]),
    );
    const [retries, filtered]: [number, boolean] = [values.RetryTimes, values.CheckSensitiveEnabled];
    expect([retries, filtered, values.ServerAddress]).toEqual([3, false, 'https://gate.example']);
    expect([values.PreConsumedQuota, values.LogConsumeEnabled, values.SystemName]).toEqual([500, true, 'Ledgate']);
  });

  it('cannot be changed by who reads them, nor by an unknown text that was saved', () => {
    const values = optionValues(
      new Map([
        ['__proto__', 'x'],
        ['OptionOfTomorrow', 'x'],
      ]),
    );
    expect(Object.isFrozen(values) && Object.isFrozen(values.UserUsableGroups) && Object.isFrozen(values.Chats)).toBe(
      true,
    );
    expect(Object.keys(values)).toEqual(Object.keys(optionValues(new Map())));
  });

  it.each<[StoredOptionKey, string, unknown]>([
    ['TurnstileCheckEnabled', 'true', true],
    ['DemoSiteEnabled', 'true', true],
    ['RetryTimes', '0', 0],
    ['RetryTimes', '2', 2],
    ['RetryTimes', '-1', 0],
    ['RetryTimes', 'x', 0],
    ['RetryTimes', '1.5', 0],
    ['RetryTimes', '999', 20],
    ['UpstreamTimeoutSeconds', '30', 30],
    ['UpstreamTimeoutSeconds', '0.5', 0.5],
    ['UpstreamTimeoutSeconds', '', 60],
    ['UpstreamTimeoutSeconds', 'x', 60],
    ['UpstreamTimeoutSeconds', '0', 60],
    ['UpstreamTimeoutSeconds', '-5', 60],
    ['UpstreamTimeoutSeconds', '1e9', 3_600],
    ['HangUpReadSeconds', '0', 0],
    ['HangUpReadSeconds', '0.5', 0.5],
    ['HangUpReadSeconds', '', 2],
    ['HangUpReadSeconds', 'x', 2],
    ['HangUpReadSeconds', '-1', 2],
    ['HangUpReadSeconds', '60', 9],
    ['PreConsumedQuota', '0', 0],
    ['PreConsumedQuota', '1000', 1_000],
    ['PreConsumedQuota', '', 500],
    ['PreConsumedQuota', '-1', 500],
    ['PreConsumedQuota', '1.5', 500],
    ['PreConsumedQuota', '1e30', 500],
    ['QuotaForNewUser', String(CREDIT_MAX), CREDIT_MAX],
    ['QuotaForNewUser', String(CREDIT_MAX + 1), 0],
    ['QuotaForNewUser', '-5', 0],
    ['QuotaForNewUser', '1.5', 0],
    ['Price', '7.25', 7.25],
    ['Price', 'much', 7.3],
    ['ChannelDisableThreshold', '0', 0],
    ['ChannelDisableThreshold', '0.5', 0.5],
    ['InterruptedPolicy', 'reservation', 'reservation'],
    ['InterruptedPolicy', 'everything', 'prompt'],
    ['InterruptedPolicy', '', 'prompt'],
    ['LogConsumeEnabled', 'true', true],
    ['LogConsumeEnabled', 'yes', false],
    ['LogConsumeEnabled', '', false],
    ['UserUsableGroups', '{"vip":"VIP","n":1,"no":null}', { vip: 'VIP', n: '1' }],
    ['UserUsableGroups', '{', {}],
    ['UserUsableGroups', '[]', {}],
    ['TopupGroupRatio', '{"vip":0.5,"x":-1,"y":"1"}', { vip: 0.5 }],
    ['Chats', '[{"Chat":"https://chat.example"},5]', [{ Chat: 'https://chat.example' }]],
    ['Chats', '{}', []],
    ['SensitiveWords', 'Bad\n\n worse \r\nbad', ['bad', 'worse']],
    ['SensitiveWords', '', []],
    ['TagKeys', 'team\r\n project ,team\n\nä\nTeam', ['team', 'project', 'Team']],
    ['TagKeys', '', []],
    [
      'TagKeys',
      Array.from({ length: 70 }, (_, index) => `n${index}`).join('\n'),
      Array.from({ length: 64 }, (_, index) => `n${index}`),
    ],
  ])('reads %s %j as %j', (key, text, value) => {
    expect(read(key, text)).toEqual(value);
  });

  it('have groups that are called as every object has a member', () => {
    expect(Object.entries(optionValues(new Map([['UserUsableGroups', '{"__proto__":"x"}']])).UserUsableGroups)).toEqual(
      [['__proto__', 'x']],
    );
  });
});

describe('options that are the price book’s', () => {
  it('are numbers, of the book that was published last', () => {
    const before = optionValues(new Map([['RetryTimes', '3']]));
    expect(before).toMatchObject(priceOptionValues(defaultPriceBook()));
    const book = { ...defaultPriceBook(), quotaPerUnit: '400000.5', groupRatio: { vip: '0.85' } };
    const { QuotaPerUnit, GroupRatio, RetryTimes } = withPrices(before, priceOptionValues(book));
    expect({ QuotaPerUnit, GroupRatio, RetryTimes }).toEqual({
      QuotaPerUnit: 400_000.5,
      GroupRatio: { vip: 0.85 },
      RetryTimes: 3,
    });
  });
});

describe('what everybody may know of the options', () => {
  const told = publicOptions(optionValues(new Map([['SMTPToken', 'hidden']])));

  it('goes by the names of the rows', () => {
    expect(told).toMatchObject({ system_name: 'Ledgate', quota_per_unit: 500_000, register_enabled: true, chats: [] });
  });

  it('holds neither secrets nor what has a path of its own', () => {
    expect(JSON.stringify(told)).not.toContain('hidden');
    expect(Object.keys(told).filter((name) => name.startsWith('/'))).toEqual([]);
  });
});
