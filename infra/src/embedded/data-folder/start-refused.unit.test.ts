import { describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { StoreRefused } from '../../adapters/event-store/eventstoredb/failures.ts';
import { endText, StartRefused } from './start-refused.ts';

describe('what a program says that ends early', () => {
  it.each([new StartRefused('the port is taken'), new StoreRefused('not allowed'), new StoreUnavailable('gone')])(
    'is a sentence where its operator can do something about it: %s',
    (error) => {
      expect(endText(error)).toBe(error.message);
    },
  );

  it('has its trace where it is a bug', () => {
    expect(endText(new TypeError('undefined is no function'))).toContain('start-refused.unit.test');
  });
});
