import { describe, expect, it } from '@jest/globals';
import { CHANNEL_TYPES } from '@ledgate/domain/channel/channel-types';
import { providerOf } from './registry.ts';

describe('channel types', () => {
  it.each(CHANNEL_TYPES.map(({ code, name, served }) => [name, code, served === true] as const))(
    '%s is offered just where there is an adapter for it',
    (_name, code, served) => {
      expect(providerOf(code) !== undefined).toBe(served);
    },
  );

  it('have a number each', () => {
    expect(new Set(CHANNEL_TYPES.map(({ code }) => code)).size).toBe(CHANNEL_TYPES.length);
  });
});
