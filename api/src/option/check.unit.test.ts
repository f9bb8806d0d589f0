import { describe, expect, it } from '@jest/globals';
import { checkedOption } from './check.ts';

const nothingSet = () => '';

describe('checkedOption', () => {
  it.each([
    ['RetryTimes', '-1'],
    ['RetryTimes', '1.5'],
    ['RetryTimes', 'many'],
    ['RetryTimes', ''],
    ['PreConsumedQuota', '1e30'],
    ['MinTopUp', '0'],
    ['UpstreamTimeoutSeconds', '0'],
    ['InterruptedPolicy', 'everything'],
    ['DataExportDefaultTime', 'month'],
    ['RegisterEnabled', 'yes'],
    ['SomethingOfTomorrow', 'anything'],
    ['toString', 'true'],
    ['__proto__', 'x'],
    ['constructor', 'true'],
    ['prototype', 'true'],
    ['UserUsableGroups', '{"vip\\u0000":"VIP"}'],
    ['Chats', '[{"a":"\\ud800"}]'],
    ['UserUsableGroups', '{'],
    ['UserUsableGroups', '{"vip":1}'],
    ['TopupGroupRatio', '{"vip":-1}'],
    ['TopupGroupRatio', '{"__proto__":-1}'],
    ['Chats', '{}'],
    ['Chats', '[{"a":1}]'],
  ])('refuses %s = %s and names it', (option, value) => {
    expect(checkedOption(option, value, () => 'set')).toMatchObject({
      ok: false,
      problem: { code: 'option_invalid', option },
    });
  });

  it.each([
    ['UpstreamTimeoutSeconds', '3600', '3601', { low: 1, high: 3_600 }],
    ['RetryTimes', '20', '21', { low: 0, high: 20 }],
    ['HangUpReadSeconds', '9', '10', { low: 0, high: 9 }],
    ['HangUpReadSeconds', '0', '-1', { low: 0, high: 9 }],
  ])('takes %s as far as relays apply it, and tells the bounds', (option, most, more, bounds) => {
    expect(checkedOption(option, most, nothingSet)).toEqual({ ok: true, value: most });
    expect(checkedOption(option, more, nothingSet)).toMatchObject({
      problem: { option, fault: { rule: 'number', ...bounds } },
    });
  });

  it.each([
    ['RetryTimes', '3'],
    ['Price', '7.25'],
    ['InterruptedPolicy', 'reservation'],
    ['UserUsableGroups', '{"vip":"VIP"}'],
    ['Chats', '[{"name":"https://x"}]'],
    ['RegisterEnabled', 'false'],
    ['DemoSiteEnabled', 'false'],
    ['DemoSiteEnabled', 'true'],
    ['UserUsableGroups', '{"__proto__":"plain data"}'],
    ['TopupGroupRatio', '{"__proto__":1}'],
  ])('accepts %s = %s', (option, value) => {
    expect(checkedOption(option, value, nothingSet)).toEqual({ ok: true, value });
  });

  it('switches on only what has what it needs', () => {
    expect(checkedOption('GitHubOAuthEnabled', 'true', nothingSet)).toMatchObject({
      problem: { code: 'option_needs', needs: 'GitHubClientId' },
    });
    expect(checkedOption('GitHubOAuthEnabled', 'false', nothingSet)).toMatchObject({ ok: true });
    expect(checkedOption('GitHubOAuthEnabled', 'true', (key) => (key === 'GitHubClientId' ? 'abc' : ''))).toMatchObject(
      { problem: { code: 'option_needs', needs: 'GitHubClientSecret' } },
    );
    expect(checkedOption('GitHubOAuthEnabled', 'true', () => 'abc')).toMatchObject({ ok: true });
    expect(checkedOption('GitHubOAuthEnabled', 'true', () => ' ')).toMatchObject({ ok: false });
  });

  it('takes nothing away on which something rests that is on', () => {
    const on = (key: string) => (key === 'TurnstileCheckEnabled' ? 'true' : 'set');
    expect(checkedOption('TurnstileSecretKey', '', on)).toMatchObject({
      problem: { code: 'option_needed', option: 'TurnstileSecretKey', by: 'TurnstileCheckEnabled' },
    });
    expect(checkedOption('TurnstileSecretKey', 'another', on)).toMatchObject({ ok: true });
    expect(checkedOption('TurnstileSecretKey', '', () => 'false')).toMatchObject({ ok: true });
  });

  it('takes the slash off the end of an address', () => {
    expect(checkedOption('ServerAddress', ' https://example.com/ ', nothingSet)).toEqual({
      ok: true,
      value: 'https://example.com',
    });
  });
});
