import { describe, expect, it } from '@jest/globals';
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
    expect(changedOption('PasswordLoginEnabled', undefined, 'true')).toEqual({
      before: {},
      after: { PasswordLoginEnabled: 'true' },
    });
    expect(changedOption('Notice', '', 'n'.repeat(600)).after['Notice']).toHaveLength(503);
  });
});
