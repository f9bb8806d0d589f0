import { describe, expect, it } from '@jest/globals';
import { OPTIONS, optionRow } from '@ledgate/domain/options/registry';
import { changedFields, changedOption } from './changed-fields.ts';

describe('what an audit row says about a change', () => {
  it('names the fields that changed, by their columns, and hides secrets', () => {
    expect(
      changedFields(
        { key: 'sk-1', name: 'a', baseUrl: 'x', weight: 1 },
        { key: 'sk-2', name: 'a', baseUrl: 'y', weight: 1 },
      ),
    ).toEqual({
      before: { key: '(hidden)', base_url: 'x' },
      after: { key: '(hidden)', base_url: 'y' },
    });
  });

  it('has no user, password or key of an address, also where it is in JSON or would be cut through', () => {
    const setting = (password: string) => `{"proxy":"http://me:${password}@10.0.0.1:8080/"}`;
    expect(
      changedFields(
        { setting: setting('hunter2'), baseUrl: 'https://api.test/v1?api-version=1' },
        { setting: setting('p@ss'), baseUrl: 'https://api.test/v1?api-version=2&api_key=abc&x=1' },
      ),
    ).toEqual({
      before: { setting: '{"proxy":"http://(hidden)@10.0.0.1:8080/"}', base_url: 'https://api.test/v1?api-version=1' },
      after: {
        setting: '{"proxy":"http://(hidden)@10.0.0.1:8080/"}',
        base_url: 'https://api.test/v1?api-version=2&api_key=(hidden)&x=1',
      },
    });
    const { after } = changedFields({}, { setting: `${' '.repeat(475)}${setting('hunter2')}` });
    expect(after['setting']).not.toContain('hunter');
  });

  it('has no text of JSON under the name of a secret, and no value of a header, but numbers and other texts', () => {
    const setting = (secret: string) =>
      JSON.stringify({
        force_format: true,
        api_key: secret,
        override: { body: { max_tokens: 5, prompt: 'p' }, headers: { set: { 'x-team': secret }, remove: ['x-a'] } },
      });
    const { before, after } = changedFields({ setting: setting('sk-old') }, { setting: setting('sk-new') });
    expect(JSON.stringify([before, after])).not.toMatch(/sk-(old|new)/);
    expect(JSON.parse(String(after['setting']))).toEqual({
      force_format: true,
      api_key: '(hidden)',
      override: {
        body: { max_tokens: 5, prompt: 'p' },
        headers: { set: { 'x-team': '(hidden)' }, remove: ['x-a'] },
      },
    });
  });

  it.each([
    ['a leading blank', ' \n{"api_key":"sk-new"}'],
    ['an escaped address', '{"proxy":"http:\\/\\/me:sk-new@10.0.0.1\\/"}'],
    ['a list under the name of a secret', '{"api_keys":["sk-new"],"secret":{"deep":["sk-new"]}}'],
  ])('hides what stands in settings with %s', (_, setting) => {
    expect(JSON.stringify(changedFields({}, { setting }).after)).not.toContain('sk-new');
  });

  it('hides every option that is a secret', () => {
    const secrets = Object.keys(OPTIONS).filter((key) => optionRow(key)?.kind === 'secret');
    expect(secrets.length).toBeGreaterThan(5);
    for (const key of secrets) expect(JSON.stringify(changedOption(key, 'old', 'new'))).not.toMatch(/old|new/);
  });

  it('has no before for a new row', () => {
    expect(changedFields({}, { name: 'a', passwordHash: 'h' })).toEqual({
      before: {},
      after: { name: 'a', password_hash: '(hidden)' },
    });
  });

  it('hides the values of secret options only, and cuts long texts', () => {
    expect(changedOption('SMTPToken', 'old', 'new')).toEqual({
      before: { SMTPToken: '(hidden)' },
      after: { SMTPToken: '(hidden)' },
    });
    expect(changedOption('SMTPToken', 'old', '')).toEqual({
      before: { SMTPToken: '(hidden)' },
      after: { SMTPToken: '' },
    });
    expect(changedOption('PasswordLoginEnabled', undefined, 'true')).toEqual({
      before: {},
      after: { PasswordLoginEnabled: 'true' },
    });
    expect(changedOption('Notice', '', 'n'.repeat(600)).after['Notice']).toHaveLength(503);
  });
});
