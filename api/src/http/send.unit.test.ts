import { describe, expect, it } from '@jest/globals';
import { fileStatus } from './send.ts';

describe('the status of a file that there is not', () => {
  it.each([
    [{ code: 'receipt_missing' }, 404],
    [{ code: 'size_not_sealed' }, 404],
    [{ code: 'size_not_sealed', isComing: true }, 409],
    [{ code: 'read_models_behind' }, 409],
    [{ code: 'export_expired' }, 410],
    [{ code: 'range_invalid', why: 'order' }, 400],
  ] as const)('is by why: %j has %i', (problem, status) => {
    expect(fileStatus(problem)).toBe(status);
  });
});
