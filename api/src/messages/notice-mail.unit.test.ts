import { describe, expect, it } from '@jest/globals';
import type { DueNotice } from '@ledgate/projections/directory/notices/notices';
import { noticeMail } from './notice-mail.ts';

const around = { systemName: 'Gate', serverAddress: 'https://gate.example', amount: (quota: number) => `$${quota}` };
const notice = { id: 'a', createdS: 1, attempts: 1, email: 'a@example.com' };
const low: DueNotice = { ...notice, kind: 'low_balance', facts: { balance: 12 } };

describe('mails that nobody asked for', () => {
  it('tell a low balance in both languages, with the way to top up', () => {
    const { subject, text } = noticeMail(low, around);
    expect(subject).toBe('Gate: Your balance is low · 余额不足');
    expect(text).toContain('Your balance is $12.');
    expect(text).toContain('您的余额为 $12。');
    expect(text.match(/https:\/\/gate\.example\/topup/g)).toHaveLength(2);
  });

  it('name no address where the operator has set none', () =>
    expect(noticeMail(low, { ...around, serverAddress: '' }).text).not.toContain('/topup'));

  it('name the channel, and why it was disabled', () => {
    const facts = { channelId: 7, channel: 'East', reason: 'the key is not valid' };
    const { subject, text } = noticeMail({ ...notice, kind: 'channel_disabled', facts }, around);
    expect(subject).toBe('Gate: Channel East was disabled · 渠道 East 已被禁用');
    expect(text).toContain('Channel East (#7) was disabled by itself: the key is not valid');
  });

  it('tell what a test of all channels has found and done', () => {
    const facts = { total: 12, failed: 3, disabled: 2, enabled: 1 };
    const { subject, text } = noticeMail({ ...notice, kind: 'channels_tested', facts }, around);
    expect(subject).toBe('Gate: 3 of 12 channel tests failed · 12 项渠道测试中有 3 项失败');
    expect(text).toContain('12 tests, 3 failed. Disabled by it: 2. Enabled again: 1.');
    const well = noticeMail({ ...notice, kind: 'channels_tested', facts: { ...facts, failed: 0 } }, around);
    expect(well.subject).toContain('All channels passed their test');
  });
});
