import { describe, expect, it } from '@jest/globals';
import type { LoggedFailure } from '@ledgate/projections/queries/log-row';
import { failureOther, failureText } from './failure-text.ts';

const failure: LoggedFailure = {
  status: 500,
  error: 'upstream_error',
  attempts: [
    { channelId: 7, status: 429, outcome: 'failed', error: 'upstream_error' },
    { channelId: 8, status: 0, outcome: 'failed', error: 'upstream_timeout' },
  ],
};

describe('a failed call', () => {
  it.each(['en', 'zh'] as const)('tells its user in %s what he was told, and nothing of channels', (language) => {
    const text = failureText(failure, language, false);
    expect(text).toContain('500');
    expect(text).toContain('upstream_error');
    expect(text).not.toMatch(/[78]|429|timeout/);
    expect(failureOther(failure, '', false)).toBe('{"status_code":500,"error_code":"upstream_error"}');
  });

  it.each(['en', 'zh'] as const)('tells administrators in %s what became of every attempt', (language) => {
    const text = failureText(failure, language, true);
    for (const part of ['7', 'HTTP 429', '8', 'upstream_timeout']) expect(text).toContain(part);
    expect(JSON.parse(failureOther(failure, '', true))).toMatchObject({
      admin_info: {
        use_channel: ['7', '8'],
        attempts: [
          { channel_id: 7, status: 429 },
          { channel_id: 8, status: 0 },
        ],
      },
    });
  });

  it('tells to what its caller attributed it', () => {
    expect(JSON.parse(failureOther({ ...failure, endUser: 'hash' }, 'a=b', false))).toEqual({
      status_code: 500,
      error_code: 'upstream_error',
      tags: { a: 'b' },
      end_user: 'hash',
    });
  });

  it('says so where nobody waited for it any more', () => {
    const left = { ...failure, status: null, error: null };
    expect(failureText(left, 'en', false)).toBe('Failed after its caller had left');
    expect(failureText(left, 'zh', false)).toBe('调用方离开后失败');
  });
});
