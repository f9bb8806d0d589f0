import { describe, expect, it } from '@jest/globals';
import { RelayError } from '../../errors/relay-error.ts';
import { withApiVersion } from './api-version.ts';

describe("the version of an upstream's interface", () => {
  it.each([[{}], [{ 'api-version': '' }]])('is nobody’s wish with %j', (query) => {
    const request = { model: 'm' };
    expect(withApiVersion(request, { query })).toBe(request);
  });

  it('is what the address asks for', () => {
    const request = { model: 'm' };
    expect(withApiVersion(request, { query: { 'api-version': '2024-10-21' } })).toEqual({
      model: 'm',
      apiVersion: '2024-10-21',
    });
  });

  it.each([['../x'], ['2024&a=b'], [['1', '2']], ['a'.repeat(41)]])('cannot be %j', (version) => {
    expect(withApiVersion({}, { query: { 'api-version': version } })).toMatchObject({
      status: 400,
      param: 'api-version',
    });
  });

  it('leaves a refusal what it is', () => {
    const refusal = RelayError.field('model', 'is missing');
    expect(withApiVersion(refusal, { query: { 'api-version': '1' } })).toBe(refusal);
  });
});
