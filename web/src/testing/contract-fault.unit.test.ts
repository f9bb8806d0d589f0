import { describe, expect, it } from '@jest/globals';
import { contractFault } from './contract-fault.ts';
import { FakeApi } from './fake-api.ts';

const call = (method: string, path: string) => ({ method, url: new URL(`http://localhost${path}`), body: undefined });
const success = (data: unknown, beside: object = {}) => ({
  status: 200,
  body: { success: true, message: '', data, ...beside },
});
const stat = { position: 1, quota: 1, rpm: 0, tpm: 0, charged: 1, cleaned: 0, unlogged: 0, complete: true, refused: 0 };

describe('an answer of the fake api', () => {
  it('is what the schemas of its call say', () => {
    for (const path of ['/api/log/stat', '/api/log/stat/?type=2', '/api/log/self/stat'])
      expect(contractFault(call('GET', path), success(stat))).toBeUndefined();
    expect(contractFault(call('DELETE', '/api/token/7'), success(null))).toBeUndefined();
    expect(contractFault(call('GET', '/api/channel/test/7'), success(null, { time: 0.2 }))).toBeUndefined();
  });

  it.each([
    ['a field that is missing', 'GET', '/api/log/stat', success({ ...stat, complete: undefined })],
    ['a field of another kind', 'GET', '/api/log/stat', success({ ...stat, quota: 0.5 })],
    ['a field that the contract does not know', 'GET', '/api/log/stat', success({ ...stat, note: '' })],
    ['no data', 'DELETE', '/api/token/7', success(undefined)],
    ['what stands beside the data of no such call', 'GET', '/api/log/stat', success(stat, { time: 1 })],
    ['nothing where something stands beside the data', 'GET', '/api/channel/test/7', success(null)],
    ['the answer of another method', 'POST', '/api/log/stat', success(stat)],
    ['a call that nobody serves', 'GET', '/api/nobody', success(null)],
    ['no wrapper', 'GET', '/api/log/stat', { status: 200, body: stat }],
    [
      'a refusal with data',
      'GET',
      '/api/log/stat',
      { status: 200, body: { success: false, message: 'no', data: stat } },
    ],
  ])('is none with %s', (_what, method, path, answer) => {
    expect(contractFault(call(method, path), answer)).toEqual(expect.any(String));
  });

  it('may be a refusal, or any failure of a server', () => {
    const at = call('GET', '/api/log/stat');
    expect(contractFault(at, { status: 200, body: { success: false, message: 'no' } })).toBeUndefined();
    expect(contractFault(at, { status: 500, body: '' })).toBeUndefined();
  });

  it('has no success where it is of a payment, and the text of a refusal as its data', () => {
    const at = call('POST', '/api/user/amount');
    for (const body of [
      { message: 'success', data: '73.00' },
      { message: 'error', data: 'too small', code: 'amount_too_small' },
      { success: false, message: 'not signed in' },
    ])
      expect(contractFault(at, { status: 200, body })).toBeUndefined();
    for (const body of [
      { message: 'success', data: 73 },
      { message: 'perhaps', data: '73.00' },
    ])
      expect(contractFault(at, { status: 200, body })).toEqual(expect.any(String));
  });

  it('is remembered where the contract would not allow it, also one that a test has put in its place', async () => {
    const api = new FakeApi();
    await api.handle(call('GET', '/api/log/stat'));
    expect(api.faults).toEqual([expect.stringContaining('a call that this person may not make')]);
    api.faults.length = 0;
    api.user = { ...api.user, permissions: ['finance'] };
    await api.handle(call('GET', '/api/log/stat'));
    expect(api.faults).toEqual([]);
    api.when(/^GET \/api\/log\/stat$/u, () => success({ ...stat, quota: '1' }));
    await api.handle(call('GET', '/api/log/stat'));
    expect(api.faults).toEqual([expect.stringContaining('GET /api/log/stat: data: ')]);
  });
});
