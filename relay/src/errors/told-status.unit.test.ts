import { describe, expect, it } from '@jest/globals';
import { toldStatus } from './told-status.ts';

describe('The status due to an error', () => {
  it.each([
    [{ code: 429, status: 'UNAVAILABLE' }, 429],
    [{ code: '402' }, 402],
    [{ code: 'app_unavailable', status: 400 }, 400],
    [{ code: 'invalid_api_key', type: 'invalid_request_error' }, 401],
    [{ code: null, type: 'overloaded_error' }, 529],
    [{ status: 'RESOURCE_EXHAUSTED' }, 429],
    [{ code: 1261, type: 'invalid_request_error' }, 400],
    [{ code: 200 }, 500],
    [{ code: 451.5, type: 'rate_limit' }, 500],
    [{}, 500],
  ])('of %j is %d', (error, status) => {
    expect(toldStatus(error)).toBe(status);
  });
});
